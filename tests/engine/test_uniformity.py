"""Chi-square over many deals: the seeds are fixed, so the figures are the same in every run."""

from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from random import Random

import pytest

from engine import NOBLES, Setup, deal
from engine.shuffle import Stream
from tests.support.engine.scenes import dealt

DEALS = 4000


def is_uniform(counts: Sequence[int], expected: float, freedom: int, scale: float = 1.0) -> bool:
    """Whether chi-square lies within four standard deviations of what chance makes of it."""
    statistic = scale * sum((count - expected) ** 2 / expected for count in counts)
    return abs(statistic - freedom) < 4 * sqrt(2 * freedom)


def places_are_uniform(permutations: Sequence[Sequence[str]]) -> bool:
    """Whether each thing comes to each place as often; a permutation's counts have (n - 1)² degrees of freedom."""
    size = len(permutations[0])
    counts = Counter((thing, place) for each in permutations for place, thing in enumerate(each))
    cells = [counts[thing, place] for thing in permutations[0] for place in range(size)]
    return is_uniform(cells, len(permutations) / size, (size - 1) ** 2, scale=(size - 1) / size)


@pytest.fixture(scope="module")
def deals() -> list[list[list[str]]]:
    return [dealt(deal(Setup(seats=4, seed=number.to_bytes(4, "big")))) for number in range(DEALS)]


@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_card_comes_to_every_place_as_often(deals: list[list[list[str]]], level: int) -> None:
    assert places_are_uniform([piles[level - 1] for piles in deals])


def test_every_pair_of_nobles_lies_first_as_often(deals: list[list[list[str]]]) -> None:
    counts = Counter((piles[3][0], piles[3][1]) for piles in deals)
    assert len(counts) == 90
    assert is_uniform(list(counts.values()), DEALS / 90, 89)


def test_the_piles_do_not_depend_on_each_other(deals: list[list[list[str]]]) -> None:
    counts = Counter((piles[2][0], piles[3][0]) for piles in deals)
    assert is_uniform([counts[card, noble] for card in deals[0][2] for noble in NOBLES], DEALS / 200, 199)


def test_every_order_of_four_things_comes_as_often() -> None:
    counts = Counter(Stream(number.to_bytes(4, "big")).shuffled("abcd") for number in range(4800))
    assert len(counts) == 24
    assert is_uniform(list(counts.values()), 200, 23)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_biased_shuffle_would_be_noticed(seed: int) -> None:
    rng = Random(seed)
    assert places_are_uniform([shuffled_by(lambda last: rng.randrange(last + 1)) for _ in range(DEALS)])
    assert not places_are_uniform([shuffled_by(lambda _: rng.randrange(20)) for _ in range(DEALS)])
    assert not places_are_uniform([shuffled_by(rng.randrange) for _ in range(DEALS)])


def shuffled_by(other_place: Callable[[int], int]) -> str:
    pile = list("abcdefghijklmnopqrst")
    for last in range(19, 0, -1):
        other = other_place(last)
        pile[last], pile[other] = pile[other], pile[last]
    return "".join(pile)
