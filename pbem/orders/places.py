"""Places to cards: a place means what lay there in the mail that was answered (CONTRACT section 4)."""

from engine import View
from pbem.orders.codes import OrderCode
from pbem.orders.commands import CardId, CardTarget, NobleId, NobleTarget

_TABLE = (1, 2, 3)
HAND = 4
NOBLES = 5


class PlaceError(Exception):
    """A place that can't be used: `code` says why, `facts` with which cards."""

    def __init__(self, code: OrderCode, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


def first_place(row: int) -> int:
    """Rows 1 to 3 are the levels of the table, then come the hand and the nobles: 23 is the third of row 2."""
    return 10 * row + 1


def card_at(target: CardTarget, now: View, then: View) -> str:
    """The id of the card meant; raises PlaceError if another lies there now."""
    if isinstance(target, CardId):
        return target.id
    meant, there = _card(target.number, then), _card(target.number, now)
    if meant is None:
        raise PlaceError(OrderCode.PLACE_EMPTY, place=target.number)
    if meant != there:
        raise PlaceError(OrderCode.PLACE_CHANGED, place=target.number, then=meant, now=there)
    return meant


def noble_at(target: NobleTarget, now: View, then: View) -> str:
    """The id of the noble meant; raises PlaceError if it has left."""
    meant = target.id if isinstance(target, NobleId) else _noble(target.number, then)
    if meant not in (noble.id for noble in now.nobles):
        raise PlaceError(OrderCode.NOBLE_GONE, noble=meant)
    return meant


def _card(number: int, board: View) -> str | None:
    row, column = divmod(number, 10)
    if row in _TABLE and 1 <= column <= len(board.table[row - 1]):
        card = board.table[row - 1][column - 1]
        return card.id if card else None
    if row == HAND and column in (1, 2, 3):
        return _reserved(column - 1, board)
    raise PlaceError(OrderCode.NO_SUCH_PLACE, place=number)


def _reserved(index: int, board: View) -> str | None:
    if board.viewer is None:
        return None
    held = board.seats[board.viewer].reserved[index : index + 1]
    return held[0].card.id if held and held[0].card else None


def _noble(number: int, board: View) -> str:
    index = number % 10 - 1
    if number // 10 != NOBLES or not 0 <= index < len(board.nobles):
        raise PlaceError(OrderCode.NO_SUCH_PLACE, place=number)
    return board.nobles[index].id
