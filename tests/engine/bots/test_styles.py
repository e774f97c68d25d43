"""Styles: one knows them by how they play, and they are as strong as the level that they name."""

from collections import Counter
from random import Random

import pytest

from engine import CARDS, Buy, Reserve, Setup, apply, deal, view
from engine.bots import BOTS, LEVELS, STYLES

_GAMES = 20


def habits(name: str) -> Counter[str]:
    """What a style and its level come to in games against each other: the level's deeds count less than nothing."""
    told: Counter[str] = Counter()
    level = str(STYLES[name].level)
    for number in range(_GAMES):
        seats = (name, level) if number % 2 else (level, name)
        state, rng = deal(Setup(2, seed=bytes([number]))), Random(number)
        while state.turn is not None:
            bot = seats[state.turn]
            order = BOTS[bot](view(state, state.turn), rng)
            sign = 1 if bot == name else -1
            told["reserved"] += sign * isinstance(order, Reserve)
            told["without points"] += sign * (isinstance(order, Buy) and not CARDS[order.card].points)
            state = apply(state, order).state
        for bot, seat in zip(seats, state.seats, strict=True):
            told["nobles"] += (1 if bot == name else -1) * len(seat.nobles)
    return told


@pytest.mark.parametrize(
    ("style", "habit", "sign"),
    [("courtier", "nobles", 1), ("reserver", "reserved", 1), ("racer", "without points", -1)],
)
def test_a_style_is_known_by_what_it_does_more_or_less_of(style: str, habit: str, sign: int) -> None:
    assert sign * habits(style)[habit] > _GAMES / 4


def test_each_style_is_as_strong_as_a_level() -> None:
    assert {style.level for style in STYLES.values()} <= set(LEVELS)
    assert set(STYLES) <= set(BOTS)
