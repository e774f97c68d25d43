"""Every command, sent by mail in our word for it in each language, is understood."""

import pytest

from pbem.commands.languages import first_words
from pbem.commands.table import COMMANDS
from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.notices.refusals import REFUSALS
from tests.support.desk import Desk
from tests.support.people import text_of, typed

# They end everything, so they come last.
LAST = ("resign", "forget me", "stop")
NOT_UNDERSTOOD = (REFUSALS["unreadable"].message, REFUSALS["ambiguous"].message, "Is this for the table?")


def told(desk: Desk, line: str) -> str:
    """What comes back when Anna writes this."""
    anna = desk.people[0]
    answers = desk.hand_in(typed(anna.last("started"), anna.sender, line, quote=False))
    return " ".join(" ".join(map(text_of, answers)).split())


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_command_is_understood_in_a_mail(desk: Desk, code: str) -> None:
    desk.new_game()
    anna = desk.people[0]
    desk.set(anna, language=code)
    sorry = [language(code).gettext(each) for each in NOT_UNDERSTOOD]
    nonsense = told(desk, "xyzzy plugh")
    assert any(each in nonsense for each in sorry)
    not_understood = []
    for row in sorted(COMMANDS, key=lambda row: row.name in LAST):
        line = f"{first_words(code, 'commands')[row.name]} {row.examples[0].replace('xx', code)}".strip()
        answer = told(desk, line)
        not_understood += [line for each in sorry if each in answer]
        desk.wait(hours=2)
    assert not_understood == []
    assert desk.shunted() == []
