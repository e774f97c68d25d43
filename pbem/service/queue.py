"""Orders given before their time: places are turned into cards at once, the rest is settled when the turn comes."""

from dataclasses import replace

from engine import Order, View
from pbem.orders.commands import BuyWish, CardId, CardTarget, Move, NobleId, NobleTarget, Place, ReserveWish, Wish
from pbem.orders.parse import parse
from pbem.orders.places import card_at, noble_at
from pbem.orders.resolve import Resolved, resolve


def pinned(move: Move, board: View) -> Move:
    """The move with cards for places, as they lie on this board; raises PlaceError where none lies."""
    return replace(move, ladder=tuple(_pinned(wish, board) for wish in move.ladder))


def due_order(queued: str, board: View) -> Order | None:
    """The order that a queued text means now that it is the seat's turn; None if none of it is possible."""
    for command in parse(queued, "en").commands:
        if isinstance(command, Move):
            resolution = resolve(command.ladder, board)
            return resolution.order if isinstance(resolution, Resolved) else None
    return None


def _pinned(wish: Wish, board: View) -> Wish:
    if wish.noble:
        wish = replace(wish, noble=_noble(wish.noble, board))
    match wish:
        case BuyWish(Place() as place) | ReserveWish(Place() as place):
            return replace(wish, target=_card(place, board))
    return wish


def _card(target: CardTarget, board: View) -> CardId:
    return CardId(card_at(target, board, board))


def _noble(target: NobleTarget, board: View) -> NobleId:
    return NobleId(noble_at(target, board, board))
