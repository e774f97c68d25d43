"""Every mail as it was last looked at: its text in each language, its HTML once in either direction.

`PBEM_WRITE_GOLDEN=1 pytest tests/render/test_golden.py` writes them anew; look at the difference.
"""

import os

import pytest

from pbem.i18n.codes import LANGUAGES
from pbem.render import render
from tests.support.paths import TESTS
from tests.support.render.scenes import LINKS, every_kind

FOLDER = TESTS / "mails" / "out"
HTML = ("en", "he")
FILES = {f"{kind}.{code}.txt" for kind in every_kind("en") for code in LANGUAGES} | {
    f"{kind}.{code}.html" for kind in every_kind("en") for code in HTML
}


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("kind", every_kind("en"))
def test_a_mail_is_as_it_was_last_looked_at(kind: str, code: str) -> None:
    mail = render(every_kind(code)[kind], LINKS)
    parts = {"txt": f"{mail.subject}\n\n{mail.text}", **({"html": mail.html} if code in HTML else {})}
    for ending, part in parts.items():
        golden = FOLDER / f"{kind}.{code}.{ending}"
        if os.environ.get("PBEM_WRITE_GOLDEN") == "1":
            golden.write_text(part, "utf-8")
        assert part == golden.read_text("utf-8")


def test_no_mail_is_kept_that_is_no_longer_sent() -> None:
    assert {path.name for path in FOLDER.iterdir()} == FILES
