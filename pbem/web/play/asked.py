"""What a form of the page asks for, as the commands that a mail would have held."""

import re
from collections.abc import Mapping

from pbem.commands.read import parse
from pbem.commands.values import AnyCommand, Command, Move, Say, Tell
from pbem.web.play.link import SeatLink

_ONCE = re.compile(r"[a-z2-7]{13}")
_LONGEST_ORDER = 1000
# What a button may ask for besides an order; what of it can't be undone asks first.
_DEEDS = ("cancel", "hint", "resign", "rematch")


def asked_for(link: SeatLink, fields: Mapping[str, str]) -> tuple[AnyCommand, ...]:
    """The commands of the form; none where it asks for nothing that we know."""
    deed = fields.get("do", "")
    if deed in _DEEDS:
        return (Command(deed),)
    if deed == "note":
        return (Command("note", fields.get("note", "").strip()),)
    return (*_spoken(link, fields), *_ordered(fields))


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
