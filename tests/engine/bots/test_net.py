"""The net: what it may see, and what it makes of it."""

import subprocess
import sys

import pytest

from engine import view
from engine.bots.core import flat, legal
from tests.support.engine.scenes import holding, reached, stacked

np = pytest.importorskip("numpy")

from engine.bots.net import SIZE, alive, taught  # noqa: E402


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_gives_every_seat_a_chance_and_every_action_a_share(seats: int) -> None:
    positions = [flat(reached(moves, seats=seats)) for moves in (5, 17, 30)]
    opinions = taught(seats).judge(positions, list(map(legal, positions)))
    for position, (chances, promising) in zip(positions, opinions, strict=True):
        assert len(chances) == seats
        assert sum(chances) == pytest.approx(1, abs=1e-4)
        assert sum(share for share, _ in promising) == pytest.approx(1, abs=1e-4)
        assert sorted(action for _, action in promising) == sorted(legal(position))
        assert promising == sorted(promising, reverse=True)


def test_an_opinion_does_not_depend_on_what_is_judged_beside_it() -> None:
    positions = [flat(reached(moves, seats=3)) for moves in range(4, 20)]
    together = taught(3).judge(positions, list(map(legal, positions)))
    for position, (chances, _) in zip(positions, together, strict=True):
        assert taught(3).judge([position], [legal(position)])[0][0] == pytest.approx(chances, abs=1e-4)


def test_who_has_resigned_has_no_chance_and_the_others_share_it() -> None:
    state = reached(21, seats=3)
    gone = (state.turn or 0) - 1
    seats = tuple(each._replace(resigned=number == gone % 3) for number, each in enumerate(state.seats))
    position = flat(state._replace(seats=seats))
    chances, _ = taught(3).judge([position], [legal(position)])[0]
    assert len(alive(position)) == 2
    assert [chance > 0 for chance in chances].count(True) == 2
    assert sum(chances) == pytest.approx(1, abs=1e-4)


def test_it_knows_who_is_ahead() -> None:
    state = holding(stacked(), 0, bought="2w6 2u6 2g6 2k6", tokens="2 white, 2 red")
    chances, _ = taught(2).judge([flat(state)], [legal(flat(state))])[0]
    assert chances[0] > 0.9


def test_a_position_with_cards_that_nobody_knows_can_be_judged_too() -> None:
    seen = flat(view(holding(stacked(), 1, unseen="1w1 2w1"), 0))
    assert taught(2).judge([seen], [legal(seen)])[0][0][0] < 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_weights_are_those_of_the_checksum(seats: int) -> None:
    assert sum(layer.size for layer in taught(seats).layers.values()) == SIZE
    assert not any(np.isnan(layer).any() for layer in taught(seats).layers.values())


def test_three_and_four_seats_have_a_net_of_their_own() -> None:
    assert taught(3) is taught(4)
    assert taught(2) is not taught(3)


def test_nothing_but_the_net_asks_for_numpy() -> None:
    """Whoever imports the bots does not wait for it."""
    code = "import sys, engine.bots; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
