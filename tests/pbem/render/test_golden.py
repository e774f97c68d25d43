"""Every mail, kind by kind and language by language, as it was last looked at.

`PBEM_WRITE_GOLDEN=1 pytest tests/pbem/render/test_golden.py` writes them anew; look at the difference.
"""

import os
from pathlib import Path

import pytest

from pbem.i18n.codes import LANGUAGES
from pbem.render import render
from tests.pbem.render.scenes import LINKS, every_kind

FOLDER = Path(__file__).parents[2] / "mails" / "out"


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("kind", every_kind("en"))
def test_a_mail_is_as_it_was_last_looked_at(kind: str, code: str) -> None:
    mail = render(every_kind(code)[kind], LINKS)
    for part, ending in ((f"{mail.subject}\n\n{mail.text}", "txt"), (mail.html, "html")):
        golden = FOLDER / f"{kind}.{code}.{ending}"
        if os.environ.get("PBEM_WRITE_GOLDEN") == "1":
            golden.write_text(part, "utf-8")
        assert part == golden.read_text("utf-8")
