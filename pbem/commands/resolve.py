"""Wishes to orders: places become cards; what was left open is completed, asked back, or refused with its reason."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from engine import Buy, Code, IllegalOrder, Order, Pass, Reserve, ReserveDeck, State, Take, View, check, legal_orders
from pbem.commands.values import (
    BuyWish,
    CardId,
    CardTarget,
    Deck,
    Jokers,
    NobleId,
    NobleTarget,
    OrderCode,
    PassWish,
    ReserveWish,
    TakeWish,
    Wish,
)

# Places to cards: a place means what lay there in the mail that was answered.


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


def card_places(view: State | View, seat: int | None) -> dict[str, int]:
    """Where the cards lie that the seat may buy, by their ids; nobody's hand where nobody looks."""
    rows = enumerate(view.table, 1)
    table = {card.id: place for level, row in rows for place, card in enumerate(row, first_place(level)) if card}
    hand = () if seat is None else view.seats[seat].reserved
    return table | {held.card.id: place for place, held in enumerate(hand, first_place(HAND)) if held.card}


def places_seen(view: State | View, seat: int | None) -> dict[str, int]:
    """The same with the nobles."""
    nobles = {noble.id: place for place, noble in enumerate(view.nobles, first_place(NOBLES))}
    return card_places(view, seat) | nobles


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


@dataclass(frozen=True, slots=True)
class Resolved:
    """One complete order; `completed` where it says more than the wish did."""

    order: Order
    completed: bool


@dataclass(frozen=True, slots=True)
class SeveralOrders:
    """The wish can be completed in several ways."""

    options: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Impossible:
    """It can't be done: which rule or which place, and with which numbers."""

    code: Code | OrderCode
    facts: dict[str, object]


Resolution: TypeAlias = Resolved | SeveralOrders | Impossible


def wish_for(order: Order) -> Wish:
    """The wish that says an order in full."""
    noble = NobleId(order.noble) if order.noble else None
    match order:
        case Take(gems, back):
            return TakeWish(gems, back, noble)
        case Reserve(card, back):
            return ReserveWish(CardId(card), back, noble)
        case ReserveDeck(level, back):
            return ReserveWish(Deck(level), back, noble)
        case Buy(card, gold):
            return BuyWish(CardId(card), gold, noble)
    return PassWish(noble)


def resolve(ladder: Sequence[Wish], now: View, then: View | None = None) -> Resolution:
    """The first wish that is legal for the seat on turn; where none is, why not the first.

    `then` is the board of the mail that was answered, on which places are read.
    """
    resolutions = [_resolve(wish, now, then or now) for wish in ladder]
    possible = (each for each in resolutions if not isinstance(each, Impossible))
    return next(possible, resolutions[0])


def _resolve(wish: Wish, now: View, then: View) -> Resolution:
    try:
        said = _said(wish, now, then)
    except PlaceError as error:
        return Impossible(error.code, error.facts)
    options = _options(wish, said, now)
    if not options:
        return _refusal(wish, said, now)
    if len(options) > 1:
        return SeveralOrders(options)
    return Resolved(options[0], completed=options[0] not in (said, replace(said, noble=None)))


def _said(wish: Wish, now: View, then: View) -> Order:
    """The order that the wish spells out, with nothing where it is silent."""
    noble = noble_at(wish.noble, now, then) if wish.noble else None
    match wish:
        case TakeWish(gems, back):
            return Take(gems, back or (), noble)
        case ReserveWish(target, back):
            if isinstance(target, Deck):
                return ReserveDeck(target.level, back or (), noble)
            return Reserve(card_at(target, now, then), back or (), noble)
        case BuyWish(target, gold):
            return Buy(card_at(target, now, then), gold if isinstance(gold, tuple) else (), noble)
        case PassWish():
            return Pass(noble)


def _options(wish: Wish, said: Order, now: View) -> tuple[Order, ...]:
    """Every legal order that says what the wish says, with as little gold as that allows."""
    legal = legal_orders(now)
    fitting = [order for order in legal if _silenced(order, wish) == said and _has_gold_for(wish, order)]
    if not fitting and said.noble:
        unnamed = _options(replace(wish, noble=None), replace(said, noble=None), now)
        fitting = [order for order in unnamed if _comes_alone(said.noble, order, now)]
    least = min(map(_gold_in, fitting), default=0)
    return tuple(order for order in fitting if _gold_in(order) == least)


def _silenced(order: Order, wish: Wish) -> Order:
    """The order without what the wish leaves open."""
    if wish.noble is None:
        order = replace(order, noble=None)
    match order, wish:
        case (Take() | Reserve() | ReserveDeck(), TakeWish(back=None) | ReserveWish(back=None)):
            return replace(order, back=())
        case (Buy(), BuyWish(gold=None | Jokers())):
            return replace(order, gold=())
    return order


def _has_gold_for(wish: Wish, order: Order) -> bool:
    match wish:
        case BuyWish(gold=Jokers(None)):
            return _gold_in(order) > 0
        case BuyWish(gold=Jokers(count)):
            return _gold_in(order) == count
    return True


def _gold_in(order: Order) -> int:
    return len(order.gold) if isinstance(order, Buy) else 0


def _comes_alone(noble: str, order: Order, now: View) -> bool:
    """A noble that has no rival may be named, though there is nothing to choose."""
    try:
        check(now, replace(order, noble=noble))
    except IllegalOrder as error:
        return error.code is Code.NOBLE_NOT_A_CHOICE and error.facts["nobles"] == (noble,)
    return False


def _refusal(wish: Wish, said: Order, now: View) -> Impossible:
    if isinstance(wish, BuyWish) and isinstance(wish.gold, Jokers):
        any_gold = replace(wish, gold=None)
        ways = [_gold_in(order) for order in legal_orders(now) if _silenced(order, any_gold) == said]
        if ways:
            return Impossible(OrderCode.GOLD_COUNT, {"wanted": wish.gold.count, "least": min(ways), "most": max(ways)})
    try:
        check(now, said)
    except IllegalOrder as error:
        return Impossible(error.code, error.facts)
    raise AssertionError(f"the engine finds {said} legal and does not list it")
