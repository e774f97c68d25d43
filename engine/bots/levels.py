"""Ten levels of strength in even steps, and the one function that plays any of them."""

from collections.abc import Mapping
from math import exp, log
from random import Random
from typing import NamedTuple

from engine.bots.considered import Stop, considered, uses_net
from engine.bots.random import at_random
from engine.bots.ranked import ranked
from engine.orders import Order
from engine.state import View


class Level(NamedTuple):
    """The lower levels are short-sighted, the upper ones think ahead."""

    temperature: float
    """How far below the best an order may look and still be given, in logarithms of the odds to win; 0: never."""
    simulations: int
    """How many positions it looks at before it moves, with the net; 0: only those right after its own order."""
    without_net: int
    """The same, where there is no net."""


LEVELS: Mapping[int, Level] = {
    1: Level(0.29, 0, 0),
    2: Level(0.214, 0, 0),
    3: Level(0.151, 0, 0),
    4: Level(0.101, 0, 0),
    5: Level(0.064, 0, 0),
    6: Level(0, 0, 0),
    7: Level(0, 3, 6),
    8: Level(0, 25, 12),
    9: Level(0, 115, 36),
    10: Level(0, 530, 200),
}
"""From the weakest to the strongest; docs/bots.md has how often each wins against its neighbour."""
BEST = Level(0, 4000, 600)
"""As strong as it gets in half a second to a second."""
_CERTAIN = 1 - 1e-9
_LONG = 45
_RESTLESSNESS = 0.3


def choose(
    view: View,
    *,
    level: int | None = None,
    simulations: int | None = None,
    stop: Stop = None,
    rng: Random,
) -> Order:
    """What a bot of this level would do; if none is named, the best that can be found in about a second.

    `simulations` is how many positions to look at, whatever the level looks at; `stop` is asked after each of them, and
    once it says yes the best order so far is given. No clock is read: the same view, simulations and luck give the
    same order.
    """
    strength = BEST if level is None else LEVELS[level]
    nodes = (strength.simulations if uses_net(view) else strength.without_net) if simulations is None else simulations
    if restless(view, rng):
        return at_random(view, rng)
    if nodes:
        return considered(view, rng, nodes, stop)[0][0]
    return _tempted(ranked(view, rng), strength.temperature, rng)


def restless(view: View, rng: Random) -> bool:
    """Good games are over long before; a random order now and then sees to it that no game stands still."""
    return view.round > _LONG and rng.random() < _RESTLESSNESS


def _tempted(orders: list[tuple[Order, float]], temperature: float, rng: Random) -> Order:
    """One of these, the better the likelier: what decides the game is seen by everybody, small differences are not."""
    if not temperature:
        return orders[0][0]
    odds = [logarithm_of_odds(chance) for _, chance in orders]
    weights = [exp((each - odds[0]) / temperature) for each in odds]
    return rng.choices([order for order, _ in orders], weights)[0]


def logarithm_of_odds(chance: float) -> float:
    bounded = min(max(chance, 1 - _CERTAIN), _CERTAIN)
    return log(bounded / (1 - bounded))
