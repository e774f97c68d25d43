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
NOT_UNDERSTOOD = ("unreadable", "ambiguous")


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
    sorry = [language(code).gettext(REFUSALS[reason].message) for reason in NOT_UNDERSTOOD]
    assert sorry[0] in told(desk, "xyzzy plugh")
    not_understood = []
    for row in sorted(COMMANDS, key=lambda row: row.name in LAST):
        line = f"{first_words(code, 'commands')[row.name]} {row.examples[0].replace('xx', code)}".strip()
        answer = told(desk, line)
        not_understood += [line for each in sorry if each in answer]
        desk.wait(hours=2)
    assert not_understood == []
    assert desk.shunted() == []
