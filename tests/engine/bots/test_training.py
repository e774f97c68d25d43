"""The training that the shipped weights come from."""

from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from random import Random

import pytest

from benchmarks.train_bots import Lesson, Sample, generations, source, taught, told_from_the_end, untaught
from engine.bots.evaluation import TAUGHT
from engine.bots.prospects import NAMES


def test_a_generation_plays_and_learns() -> None:
    lesson = Lesson(games=2, epochs=1, rate=0.01, patience=0.9)
    with ThreadPoolExecutor(1) as pool:
        first, second = generations([lesson, lesson], None, Random(1), pool)
    assert first != second
    assert len(second.direct) == len(NAMES)


def test_what_is_taught_surprises_less() -> None:
    rng = Random(1)
    rows = [[[rng.random() for _ in NAMES], [rng.random() for _ in NAMES]] for _ in range(50)]
    samples = [Sample(both, [1.0, 0.0] if both[0][1] > both[1][1] else [0.0, 1.0]) for both in rows]
    lesson = Lesson(games=0, epochs=1, rate=0.1, patience=1.0)
    network, before = taught(untaught(rng), samples, lesson, rng)
    for _ in range(10):
        network, after = taught(network, samples, lesson, rng)
    assert after < before / 2


def test_the_outcome_counts_less_the_earlier_a_position_was() -> None:
    game = [Sample([[1.0]], [0.5, 0.5]), Sample([[2.0]], [0.5, 0.5]), Sample([], [1.0, 0.0])]
    later, earlier = told_from_the_end(game, patience=0.8)
    assert later == Sample([[2.0]], [1.0, 0.0])
    assert earlier.prospects == [[1.0]]
    assert earlier.chances == pytest.approx([0.9, 0.1])


def test_the_weights_that_ship_are_as_the_training_writes_them() -> None:
    assert (files("engine") / "bots" / "weights.py").read_text(encoding="utf-8") == source(TAUGHT)
