"""Bots of all kinds, those that think ahead with little time."""

from random import Random

import pytest

from engine import Order, View
from engine.bots import BOTS, STYLES, Bot, choose


def hasty(seen: View, rng: Random) -> Order:
    """The strongest one with little time."""
    return choose(seen, simulations=3, rng=rng)


CHOSEN: dict[str, Bot] = {**{name: BOTS[name] for name in ("random", "greedy", "1", "4", "7", *STYLES)}, "hasty": hasty}
each_level = pytest.mark.parametrize("bot", CHOSEN.values(), ids=CHOSEN.keys())
