"""Sentences that were written, with what they mean, before the reader was changed: it may not get worse at them."""

from benchmarks.orders import run
from tests.support.paths import TESTS

AT_ONCE = 80


def test_most_of_them_are_played_at_once_and_none_wrongly() -> None:
    counted = run(TESTS / "orders" / "blind").tallies["all"]
    assert counted.wrong == []
    assert counted.played * 100 >= counted.total * AT_ONCE
