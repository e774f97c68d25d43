"""Ways to play, all as strong as one level: each likes some orders better than its judgement of them does."""

from collections.abc import Callable, Mapping
from operator import itemgetter
from random import Random
from typing import NamedTuple

from engine.bots.levels import logarithm_of_odds, restless
from engine.bots.random import at_random
from engine.bots.ranked import ranked
from engine.cards import CARDS, Card
from engine.gems import GOLD, INDEX
from engine.orders import Buy, Order, Reserve
from engine.price import missing
from engine.state import Seat, View

_PATIENCE = 4
"""With so many cards in the hand, one more than there may be, no further one would be tempting."""


class Style(NamedTuple):
    """What a level pays for short sight, a style pays for what it likes; so the two are equally strong."""

    level: int
    """The one that it is as strong as."""
    liking: Callable[[View, Order], float]
    weight: float
    """How much liking adds to the logarithm of the odds to win."""


def in_style(style: Style, view: View, rng: Random) -> Order:
    """The order that looks best in the eyes of whoever plays so."""
    if restless(view, rng):
        return at_random(view, rng)
    worth = (
        (logarithm_of_odds(chance) + style.weight * style.liking(view, order), order)
        for order, chance in ranked(view, rng)
    )
    return max(worth, key=itemgetter(0))[1]


def _courtly(view: View, order: Order) -> float:
    """Cards that nobles ask for, most of all the last ones that they lack."""
    assert view.turn is not None
    if not isinstance(order, Buy):
        return 0.0
    bonuses, gem = view.seats[view.turn].bonuses, INDEX[CARDS[order.card].bonus]
    lacks = [[max(0, need - has) for need, has in zip(each.needs, bonuses, strict=True)] for each in view.nobles]
    return sum(1 / sum(lack) for lack in lacks if lack[gem])


def _grasping(view: View, order: Order) -> float:
    """Cards that others are about to buy go to the hand, and come from there."""
    assert view.turn is not None
    held = view.seats[view.turn].reserved
    match order:
        case Reserve(card):
            wanted = any(_within_reach(CARDS[card], seat) for seat in view.seats if seat is not view.seats[view.turn])
            return (1.0 if wanted else 0.3) * (1 - len(held) / _PATIENCE)
        case Buy(card) if any(each.card and each.card.id == card for each in held):
            return 1.0
    return 0.0


def _within_reach(card: Card, seat: Seat) -> bool:
    """Whether the seat lacks a token for it at most."""
    return sum(missing(card, seat)) <= seat.tokens[GOLD] + 1


def _racing(_: View, order: Order) -> float:
    """Cards that bring points: whoever races has few others."""
    return CARDS[order.card].points - 0.3 if isinstance(order, Buy) else 0.0


STYLES: Mapping[str, Style] = {
    "courtier": Style(5, _courtly, 2.3),
    "reserver": Style(5, _grasping, 0.4),
    "racer": Style(5, _racing, 0.41),
}
"""By the names that seats keep; docs/bots.md has how often each wins against its level."""
