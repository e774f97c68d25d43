"""Sentences that were written, with what they mean, before the reader was changed: it may not get worse at them."""

import pytest

from benchmarks.orders import run
from tests.support.paths import TESTS

AT_ONCE = {"blind": 80, "trial": 80, "strangers": 60}
"""Of a hundred orders in each folder, how many are played at once at least."""


@pytest.mark.parametrize("folder", AT_ONCE)
def test_most_of_them_are_played_at_once_and_none_wrongly(folder: str) -> None:
    counted = run(TESTS / "orders" / folder).tallies["all"]
    assert counted.wrong == []
    assert counted.played * 100 >= counted.total * AT_ONCE[folder]
