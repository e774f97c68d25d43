"""Which nobles come at the end of a turn."""

from operator import add
from typing import cast

from engine.cards import CARDS, Noble
from engine.gems import GEMS, Bonuses, Colour
from engine.orders import Buy, Order
from engine.state import Position

_ONE_BONUS = {gem: tuple(int(gem == other) for other in GEMS) for gem in GEMS}
_SMALLEST_NEED = 8


def with_bonus(bonuses: Bonuses, bonus: Colour) -> Bonuses:
    """One bonus more."""
    return cast(Bonuses, tuple(map(add, bonuses, _ONE_BONUS[bonus])))


def visitors(state: Position, order: Order) -> tuple[str, ...]:
    """The ids of the nobles that the seat on turn would satisfy after this order; one of them comes."""
    assert state.turn is not None
    bonuses = state.seats[state.turn].bonuses
    if sum(bonuses) + 1 < _SMALLEST_NEED:
        return ()
    if isinstance(order, Buy):
        bonuses = with_bonus(bonuses, CARDS[order.card].bonus)
    return _satisfied(state.nobles, bonuses)


def several_nobles_near(state: Position) -> bool:
    """Whether any order at all could bring a choice of nobles: a cheap test that is seldom true."""
    assert state.turn is not None
    bonuses = state.seats[state.turn].bonuses
    if sum(bonuses) + 1 < _SMALLEST_NEED:
        return False
    w, u, g, r, k = bonuses
    return len(_satisfied(state.nobles, (w + 1, u + 1, g + 1, r + 1, k + 1))) > 1


def _satisfied(nobles: tuple[Noble, ...], bonuses: Bonuses) -> tuple[str, ...]:
    w, u, g, r, k = bonuses
    satisfied = []
    for noble in nobles:
        nw, nu, ng, nr, nk = noble.needs
        if w >= nw and u >= nu and g >= ng and r >= nr and k >= nk:
            satisfied.append(noble.id)
    return tuple(satisfied)
