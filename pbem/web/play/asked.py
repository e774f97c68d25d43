"""What a form of the page asks for, as the commands that a mail would have held."""

import re
from collections.abc import Mapping

from pbem.commands.read import parse
from pbem.commands.table import COMMANDS, OF_ONE_GAME, Topic
from pbem.commands.values import AnyCommand, Command, Move, Say, Switch, Tell
from pbem.i18n.language import N_
from pbem.web.play.link import SeatLink

_ONCE = re.compile(r"[a-z2-7]{13}")
_LONGEST_ORDER = 1000
# What a button may ask for besides an order, as a key of a game may: what of it can't be undone asks first.
SHOWN = ("hint", "show me")
"""What is asked for to be seen, and stands on the page then."""
DEEDS = frozenset(
    row.name
    for row in COMMANDS
    if row.by_key
    and row.shape == "none"
    and row.topic in (Topic.GAME, Topic.TIME)
    and (not row.informs or row.name in SHOWN)
)
# The same with one of the words that may follow.
WORDED = frozenset(f"{row.name} {word}" for row in COMMANDS if row.by_key for word in row.choices)
_MAILING = tuple(f"{name} {word}" for name in OF_ONE_GAME for word in ("on", "off"))
_MOST_DAYS = 14


# What the page says after a form was obeyed, by the word in its address; and that word, by what was asked for.
DONE = {
    "played": N_("Your move was played."),
    "queued": N_("This waits for your turn now."),
    "dropped": N_("Nothing waits for your turn any more."),
    "said": N_("Your message has been sent."),
    "noted": N_("Your note has been saved."),
    "resigned": N_("You left the game."),
    "rematch": N_("You asked for a rematch."),
    "linked": N_("Their links are on their way to your inbox."),
    "sent before": N_("Their links were sent a short while ago; check your inbox."),
    "mailing": N_("Done. Emails about this game will now come this way."),
    "named": N_("The name of the table was changed."),
    "asked": N_("The others have been asked."),
    "answered": N_("Thank you for answering."),
    "given": N_("The time is added to their reserve."),
    "reminded": N_("You will be reminded then. Your deadline stays the same."),
    "table": N_("We've emailed you: one tap in that email, and the table is open."),
    "already": N_("This had already been done; nothing was done twice."),
}
_WORDS = {
    **{"cancel": "dropped", "note": "noted", "resign": "resigned", "rematch": "rematch", "give": "given"},
    **{"take back": "asked", "pause": "asked", "resume": "asked", "end": "asked"},
    **{"follow": "mailing", "talk": "mailing", "reminders": "mailing", "digest": "mailing", "table name": "named"},
    **{"say": "said", "table": "table"},
    **{"agree": "answered", "disagree": "answered", "vote": "answered", "later": "reminded"},
}


def word_for(link: SeatLink, fields: Mapping[str, str]) -> str:
    """Which word of `DONE` says that the form was obeyed."""
    deed = fields.get("do", "")
    if word := _WORDS.get(deed) or _WORDS.get(deed.partition(" ")[0]):
        return word
    if not fields.get("order"):
        return "said"
    return "played" if link.my_turn else "queued"


def asked_for(link: SeatLink, fields: Mapping[str, str]) -> tuple[AnyCommand, ...]:
    """The commands of the form; none where it asks for nothing that we know."""
    deed = fields.get("do", "")
    if deed in DEEDS:
        return (Command(deed),)
    if deed in WORDED:
        name, _, word = deed.partition(" ")
        return (Command(name, word),)
    if deed == "table":
        return parse(f"open {len(link.game.holders)}", "en").commands
    if deed == "note":
        return (Command("note", fields.get("note", "").strip()),)
    if deed == "table name":
        return (Command("table name", fields.get("title", "").strip() or "off"),)
    if deed in _MAILING:
        name, _, word = deed.partition(" ")
        return (Switch(name, word == "on", here=True),)
    if deed == "pause":
        return (Command("pause", fields.get("until", "")[:10]),)
    if deed == "give":
        return _given(link, fields)
    return (*_spoken(link, fields), *_ordered(fields))


def _given(link: SeatLink, fields: Mapping[str, str]) -> tuple[Command, ...]:
    """So many days for whoever was chosen."""
    days, to, holders = fields.get("days", ""), fields.get("to", ""), link.game.holders
    if not (days.isdecimal() and to.isdecimal() and int(days[:3]) <= _MOST_DAYS and int(to[:2]) < len(holders)):
        return ()
    return (Command("give", f"{24 * int(days[:3])}h {holders[int(to[:2])].called}"),)


def _ordered(fields: Mapping[str, str]) -> tuple[Move, ...]:
    """The order on the button, or several with "else" between them."""
    reading = parse(fields.get("order", "")[:_LONGEST_ORDER], "en")
    match reading.commands, reading.problems:
        case (Move(preview=False, game=None) as move,), ():
            return (move,)
    return ()


def _spoken(link: SeatLink, fields: Mapping[str, str]) -> tuple[Say | Tell, ...]:
    words, to = fields.get("words", "").strip(), fields.get("to", "")
    if not words:
        return ()
    holders = link.game.holders
    if to.isdecimal() and int(to[:2]) < len(holders):
        return (Tell(holders[int(to[:2])].name, words, whole=True),)
    return (Say(words),)


def turn_of(fields: Mapping[str, str]) -> int:
    """How long the ledger was on the page that the form stood on; one that does not say is of before the deal."""
    turn = fields.get("turn", "")
    return int(turn[:9]) if turn.isdecimal() else 0


def once_of(fields: Mapping[str, str], otherwise: str) -> str:
    """What makes the form the same form when it comes again."""
    once = fields.get("once", "")
    return once if _ONCE.fullmatch(once) else otherwise
