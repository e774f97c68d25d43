"""Players that need no mail: pure functions from what their seat sees, and a random source, to an order.

`choose` plays at any of ten levels. There are four ways to ask for an opinion: `ranked` (what level 6 likes, at once),
`considered` (what the upper levels think of, after a search), `foreseen` (what is likely to follow), and `estimate` or
`estimates` (how likely a seat wins, or each of them).
"""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import TypeAlias

from engine.bots.considered import considered
from engine.bots.evaluation import estimate, estimates
from engine.bots.foresight import foreseen
from engine.bots.greedy import greedy
from engine.bots.levels import LEVELS, choose
from engine.bots.random import at_random
from engine.bots.ranked import ranked
from engine.bots.styles import STYLES, in_style
from engine.orders import Order
from engine.state import View

__all__ = [
    "BOTS",
    "LEVELS",
    "STYLES",
    "THINKING",
    "Bot",
    "choose",
    "considered",
    "estimate",
    "estimates",
    "foreseen",
    "ranked",
]

Bot: TypeAlias = Callable[[View, Random], Order]


def _at(level: int, view: View, rng: Random) -> Order:
    return choose(view, level=level, rng=rng)


BOTS: dict[str, Bot] = {
    "random": at_random,
    "greedy": greedy,
    "steady": partial(_at, 7),
    "strong": partial(_at, 10),
    **{str(level): partial(_at, level) for level in LEVELS},
    **{name: partial(in_style, style) for name, style in STYLES.items()},
}
"""By the name that a seat keeps: levels by their numbers, those that there were before there were levels, styles."""

_QUICK = 5
THINKING = frozenset(("strong", *(str(number) for number, level in LEVELS.items() if level.simulations > _QUICK)))
"""Those that take their time: nobody should be kept waiting meanwhile."""
