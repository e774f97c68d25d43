"""Every command of docs/commands.md, sent by mail in its word of each language, is understood."""

import pytest

from pbem.i18n import language
from pbem.render.refusals import MESSAGES
from tests.e2e.people import text_of, typed
from tests.pbem.office import Desk
from tests.pbem.orders.test_commands_doc import rows

LANGUAGES = ("en", "da", "is", "pl", "he")
# What follows the word, where something must.
ARGUMENTS = {
    "invite": "dora@people.example",
    **dict.fromkeys(("new", "open"), "3"),
    **dict.fromkeys(("join", "leave", "watch", "unwatch"), "2"),
    **dict.fromkeys(("block", "unblock", "mute", "unmute", "ban", "unban"), "Bo"),
    **dict.fromkeys(("pause", "resume", "adjudicate"), "#1"),
    **dict.fromkeys(("digest", "receipts", "follow", "talk", "substitute", "analysis"), "on"),
    **dict.fromkeys(("say", "note", "protest"), "mind the nobles"),
    "tell": "Bo mind the nobles",
    "vacation": "2026-12-20 - 2027-01-03",
    "stand-in": "greedy",
    "name": "Anna M",
    "timezone": "Europe/Warsaw",
    "quiet": "22-08",
    "born": "1990",
    "address": "anna@elsewhere.example",
    "replace": "#1 Bo greedy",
    "extend": "#1 24h",
}
# They end everything, so they come last.
LAST = ("resign", "forget me", "stop")
NOT_UNDERSTOOD = ("unreadable", "ambiguous", "not_supported")


def told(desk: Desk, line: str) -> str:
    """What comes back when Anna writes this."""
    anna = desk.people[0]
    answers = desk.hand_in(typed(anna.last("started"), anna.sender, line, quote=False))
    return " ".join(" ".join(map(text_of, answers)).split())


@pytest.mark.parametrize("number", range(len(LANGUAGES)), ids=LANGUAGES)
def test_every_command_is_understood_in_a_mail(desk: Desk, number: int) -> None:
    code = LANGUAGES[number]
    desk.new_game()
    anna = desk.people[0]
    desk.set(anna, language=code)
    sorry = [language(code).gettext(MESSAGES[reason]) for reason in NOT_UNDERSTOOD]
    assert sorry[0] in told(desk, "xyzzy plugh")
    not_understood = []
    for name, words in sorted(rows(), key=lambda row: row[0] in LAST):
        line = f"{words[number]} {code if name == 'language' else ARGUMENTS.get(name, '')}".strip()
        answer = told(desk, line)
        not_understood += [line for each in sorry if each in answer]
        desk.wait(hours=2)
    assert not_understood == []
    assert desk.shunted() == []
