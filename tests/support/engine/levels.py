"""The bots of every level, the strong one with little time."""

from random import Random

import pytest

from engine import Order, View
from engine.bots import BOTS, Bot, considered


def hasty(seen: View, rng: Random) -> Order:
    """The strong bot with little time."""
    return considered(seen, rng, nodes=3)[0][0]


LEVELS: dict[str, Bot] = {**BOTS, "strong": hasty}
each_level = pytest.mark.parametrize("bot", LEVELS.values(), ids=LEVELS.keys())
