"""What ends something is asked first, and the question says what a yes brings about."""

import pytest

from pbem.commands.table import COMMANDS, Row
from pbem.i18n import language
from pbem.notices import ConfirmNotice, Reader
from pbem.render.phrases import Phrases
from pbem.render.questions import asked


@pytest.mark.parametrize("row", [row for row in COMMANDS if row.asked_first], ids=lambda row: row.name)
def test_whatever_is_asked_first_says_what_a_yes_brings_about(row: Row) -> None:
    notice = ConfirmNotice(to=Reader("anna@example.org", "en"), understood=(row.name,), asks=row.name, command=row.name)
    assert asked(Phrases(language("en")), notice)[0]
