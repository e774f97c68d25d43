"""What somebody is asked before anything happens: was it you, is it yours, do you mean it."""

from collections.abc import Mapping
from typing import NamedTuple

from pbem.commands.table import COMMANDS
from pbem.i18n.language import N_
from pbem.notices import ConfirmNotice
from pbem.render.phrases import Phrases
from pbem.render.words import spoken


class ShownQuestion(NamedTuple):
    """A question that `yes` answers."""

    lines: list[str]
    button: str
    refusal: str
    """What the other button says: a no, whatever was asked."""
    answer: str
    """What to write, where nothing can be tapped."""
    otherwise: str


def asked(phrases: Phrases, notice: ConfirmNotice) -> ShownQuestion:
    """The question, by what it is about."""
    say, yes = phrases.say, phrases.isolated(spoken(phrases.language, "yes"))
    if notice.second:
        return ShownQuestion(
            [
                say("Somebody who plays here wants all their email to come to this address from now on. Is it yours?")
                if notice.asks.endswith(" main")
                else say("We were asked to write to this address when email to another one bounces. Is it yours?")
            ],
            say("Yes"),
            say("No, it is not mine"),
            say("If it is yours, answer: %(word)s", word=yes),
            say("If it is not yours, do nothing."),
        )
    if notice.asks:
        return ShownQuestion(
            _what_ends(phrases, notice),
            say("Yes, I mean it"),
            say("No, don't"),
            say("If you mean it, answer: %(word)s", word=yes),
            say("If you have changed your mind, do nothing."),
        )
    was_me, was_not_me = say("Yes, that was me"), say("No, that was not me")
    answer = say("If it was you, answer: %(word)s", word=yes)
    if notice.replied:
        passed_on = say(
            "Whoever is sent such an email on could have written this, so we're asking before we do anything."
        )
        return ShownQuestion([passed_on], was_me, was_not_me, answer, say("If it was not you, do nothing."))
    return ShownQuestion(
        [say("We got an email in your name that isn't a reply to one of ours, so we're asking before we do anything.")],
        was_me,
        was_not_me,
        answer,
        say("If it was not you, do nothing."),
    )


_ENDINGS: Mapping[str, str] = {
    "forget me": N_(
        "This can't be undone. Your name and address are deleted everywhere; the computer takes over your seats."
    ),
    "stop": N_("You'll get no more email from us, except replies. Until you write again, the computer plays for you."),
    "resign": N_("This can't be undone. You leave the game, the others play on, and you come last."),
    "leave": N_("Your seat at this table is free again, and somebody else may take it."),
    "address": N_("Once the new address is confirmed, all email goes there, and links in older emails stop working."),
    "ping": N_(
        "At each of your turns we call this address with “your turn” and the number of the game, and nothing else."
    ),
    "withdraw": N_("You will leave this season. A substitute or the computer takes over your games in it."),
}
_RESIGNED_TO_COMPUTERS = N_(
    "This can't be undone. You leave the game and come last. The others are computers: nobody waits for you."
)
_OF_ALL_SEATS = frozenset(row.name for row in COMMANDS if row.ends_seats)


def _what_ends(phrases: Phrases, notice: ConfirmNotice) -> list[str]:
    """What a yes brings about, and how many games it is about."""
    ending = _RESIGNED_TO_COMPUTERS if notice.alone and notice.command == "resign" else _ENDINGS.get(notice.command)
    lines = [phrases.say(ending)] if ending else []
    if notice.seats and notice.command in _OF_ALL_SEATS:
        lines.append(phrases.several("You play in %(num)d game.", "You play in %(num)d games.", notice.seats))
    return lines
