"""Wishes to orders: places become cards; what was left open is completed, asked back, or refused with its reason."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from engine import (
    Buy,
    Code,
    IllegalOrder,
    Order,
    Pass,
    Reserve,
    ReserveDeck,
    Take,
    View,
    check,
    legal_orders,
)
from pbem.orders.codes import OrderCode
from pbem.orders.commands import BuyWish, Deck, Jokers, PassWish, ReserveWish, TakeWish, Wish
from pbem.orders.places import PlaceError, card_at, noble_at


@dataclass(frozen=True, slots=True)
class Resolved:
    """One complete order; `completed` where it says more than the wish did."""

    order: Order
    completed: bool


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """The wish can be completed in several ways."""

    options: tuple[Order, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """It can't be done: which rule or which place, and with which numbers."""

    code: Code | OrderCode
    facts: dict[str, object]


Resolution: TypeAlias = Resolved | Ambiguous | Refusal


def resolve(ladder: Sequence[Wish], now: View, then: View | None = None) -> Resolution:
    """The first wish that is legal for the seat on turn; where none is, why not the first.

    `then` is the board of the mail that was answered, on which places are read.
    """
    resolutions = [_resolve(wish, now, then or now) for wish in ladder]
    possible = (each for each in resolutions if not isinstance(each, Refusal))
    return next(possible, resolutions[0])


def _resolve(wish: Wish, now: View, then: View) -> Resolution:
    try:
        said = _said(wish, now, then)
    except PlaceError as error:
        return Refusal(error.code, error.facts)
    options = _options(wish, said, now)
    if not options:
        return _refusal(wish, said, now)
    if len(options) > 1:
        return Ambiguous(options)
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


def _refusal(wish: Wish, said: Order, now: View) -> Refusal:
    if isinstance(wish, BuyWish) and isinstance(wish.gold, Jokers):
        any_gold = replace(wish, gold=None)
        ways = [_gold_in(order) for order in legal_orders(now) if _silenced(order, any_gold) == said]
        if ways:
            return Refusal(OrderCode.GOLD_COUNT, {"wanted": wish.gold.count, "least": min(ways), "most": max(ways)})
    try:
        check(now, said)
    except IllegalOrder as error:
        return Refusal(error.code, error.facts)
    raise AssertionError(f"the engine finds {said} legal and does not list it")
