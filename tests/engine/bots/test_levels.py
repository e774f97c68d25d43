"""The levels of the bots: they see only their seat, always play the same, and never stall a game."""

import subprocess
import sys
from random import Random

import pytest

from engine import EDITIONS, Setup, State, apply, deal, legal_orders, view, winners
from engine.bots import BOTS, LEVELS, Bot, choose, considered
from engine.bots.considered import has_net, uses_net
from engine.bots.imagine import filled_in
from tests.support.engine.levels import each_level
from tests.support.engine.scenes import play, reached
from tests.support.engine.strategies import SEATS

_LONGEST = 100


def with_secrets(seats: int = 3, seed: bytes = b"secrets") -> State:
    """A position in the middle of a game in which everybody holds a hidden card."""
    unseen = ("reserve deck 2", "reserve deck 3", "reserve deck 3", "reserve deck 2")
    state = play(deal(Setup(seats, seed=seed)), *unseen[:seats])
    for _ in range(8 * seats):
        state = apply(state, BOTS["greedy"](view(state, state.turn), Random(1))).state
    return state


def with_points(state: State, points: int) -> State:
    """The same position, but the seat on turn lacks one point."""
    assert state.turn is not None
    seats = list(state.seats)
    seats[state.turn] = seats[state.turn]._replace(points=points)
    return state._replace(seats=tuple(seats))


def played(bots: list[Bot], edition: str, seed: int) -> State:
    state, rng = deal(Setup(len(bots), edition, seed=bytes([seed]))), Random(seed)
    while state.turn is not None and state.round <= _LONGEST:
        order = bots[state.turn](view(state, state.turn), rng)
        assert order in legal_orders(state)
        state = apply(state, order).state
    return state


@each_level
def test_a_bot_knows_only_what_its_seat_sees(bot: Bot) -> None:
    state = with_secrets()
    others = [filled_in(view(state, state.turn), Random(seed)) for seed in range(4)]
    assert len({other.decks for other in others}) == 4
    assert len({other.seats for other in others}) > 1
    assert len({bot(view(other, other.turn), Random(7)) for other in (state, *others)}) == 1


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("level", LEVELS)
def test_the_same_view_gives_the_same_order_whatever_is_hidden(level: int, seats: int) -> None:
    for seed in (b"one", b"two"):
        state = with_secrets(seats, seed)
        assert state.turn is not None
        others = [filled_in(view(state, state.turn), Random(number)) for number in range(2)]
        assert len({other.seats for other in (state, *others)}) > 1
        chosen = {choose(view(each, each.turn), level=level, rng=Random(7)) for each in (state, *others, state)}
        assert len(chosen) == 1


@each_level
def test_a_bot_chooses_the_same_with_the_same_luck(bot: Bot) -> None:
    state = reached(30, seats=4)
    assert len({bot(view(state, state.turn), Random(7)) for _ in range(3)}) == 1


@each_level
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", SEATS)
def test_every_game_ends_in_time(seats: int, edition: str, bot: Bot) -> None:
    assert played([bot] * seats, edition, seed=1).over


@pytest.mark.parametrize("bot", [BOTS["7"], BOTS["8"]], ids=["7", "8"])
def test_a_game_that_drags_on_makes_a_bot_restless(bot: Bot) -> None:
    state = reached(20, seats=2, seed=3)
    seen = view(state, state.turn)
    calm, restless = ({bot(each, Random(seed)) for seed in range(12)} for each in (seen, seen._replace(round=60)))
    assert len(calm) <= 2 < len(restless)


def test_unless_a_level_is_named_it_thinks_longer_than_any_level() -> None:
    state = reached(40, seats=2, seed=4)
    seen, asked = view(state, state.turn), []
    for level in (*LEVELS, None):
        asked.append(0)

        def stop() -> bool:
            asked[-1] += 1
            return asked[-1] > 400

        choose(seen, level=level, stop=stop, rng=Random(7))
    assert asked[:6] == [0] * 6
    assert 0 < asked[6] < asked[7] < asked[8] < asked[9] <= asked[10] == 401


def test_without_numpy_all_levels_play_and_the_upper_ones_think_less_far(monkeypatch: pytest.MonkeyPatch) -> None:
    state = reached(30, seats=3)
    seen = view(state, state.turn)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert not has_net()
    assert choose(seen, level=8, rng=Random(7)) == considered(seen, Random(7), LEVELS[8].without_net)[0][0]
    assert all(choose(seen, level=level, rng=Random(7)) in legal_orders(state) for level in LEVELS)


def test_where_numpy_can_not_be_imported_every_level_plays_at_every_table() -> None:
    script = """
import sys
sys.modules["numpy"] = None
from random import Random
from engine import Setup, deal, legal_orders, view
from engine.bots import BOTS
for seats in (2, 3, 4):
    state = deal(Setup(seats, seed=b"bare"))
    assert all(bot(view(state, 0), Random(1)) in legal_orders(state) for bot in BOTS.values())
assert not [name for name in sys.modules if name.startswith("numpy.")]
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def test_at_a_table_of_four_the_net_is_not_asked() -> None:
    """There it won no more than its share against the search that does without."""
    for seats, asked in ((2, has_net()), (3, has_net()), (4, False)):
        state = reached(30, seats=seats)
        assert uses_net(view(state, state.turn)) == asked


def test_it_looks_at_as_many_positions_as_it_is_told() -> None:
    state = reached(40, seats=2, seed=4)
    seen, asked = view(state, state.turn), []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 5

    choose(seen, simulations=3, stop=stop, rng=Random(7))
    assert len(asked) == 3
    choose(seen, simulations=1000, stop=stop, rng=Random(7))
    assert len(asked) == 6


@pytest.mark.parametrize("level", LEVELS)
def test_whoever_can_win_at_once_mostly_does(level: int) -> None:
    """Short-sighted is not blind."""
    state = with_points(reached(40, seats=2, seed=4), 14)
    wins = [order for order in legal_orders(state) if apply(state, order).state.last_round]
    assert wins
    chosen = [choose(view(state, state.turn), level=level, rng=Random(seed)) for seed in range(5)]
    assert sum(order in wins for order in chosen) >= 3


@pytest.mark.parametrize(("better", "worse"), [("7", "greedy"), ("7", "3"), ("4", "1")])
def test_a_level_beats_those_far_below_it(better: str, worse: str) -> None:
    wins = 0
    for number in range(20):
        seat = number % 2
        bots = [BOTS[worse], BOTS[worse]]
        bots[seat] = BOTS[better]
        wins += winners(played(bots, "2019", number // 2)) == (seat,)
    assert wins >= 12
