"""When the game ends and who has won."""

import pytest

from engine import Code, State, apply, parse_order, position, ranking, winners
from engine.events import GameOver, LastRoundBegan, Passed
from tests.support.engine.scenes import counted, holding, play, refusal, stacked, texts

FIFTEEN_POINTS = "3w4 3u4 3g4"
FOURTEEN_POINTS = "3w4 3u4 3g2"
ELEVEN_POINTS = "3w4 3u3 2r3"
ANY = "take white blue green"


def nothing_to_do(seats: int = 2) -> State:
    """No gem in the bank, no card to reserve or to buy."""
    return stacked(seats)._replace(bank=counted("5 gold"))


def test_fourteen_points_do_not_end_the_game() -> None:
    state = play(holding(stacked(), 0, bought=FOURTEEN_POINTS), ANY, ANY)
    assert not state.over
    assert not state.last_round


def test_fifteen_points_begin_the_last_round_and_the_round_is_played_out() -> None:
    state = holding(stacked(3, one="1w8"), 0, bought=FOURTEEN_POINTS, tokens="4 green")
    step = apply(state, parse_order("buy 1w8"))
    assert step.events[-1] == LastRoundBegan(0)
    assert not step.state.over
    state = play(step.state, ANY)
    assert not state.over
    state = play(state, "take white blue red")
    assert state.over
    assert state.turn is None
    assert winners(state) == (0,)


def test_the_last_round_is_announced_once() -> None:
    state = holding(holding(stacked(3), 0, bought=FIFTEEN_POINTS), 1, bought="3w3 3u2 3r3 3k3")
    state, first = apply(state, parse_order(ANY))
    state, second = apply(state, parse_order(ANY))
    assert LastRoundBegan(0) in first
    assert not any(isinstance(event, LastRoundBegan) for event in second)


def test_the_last_seat_of_a_round_ends_the_game_at_once() -> None:
    state = play(holding(stacked(one="1w8"), 1, bought=FOURTEEN_POINTS, tokens="4 green"), "take red red")
    step = apply(state, parse_order("buy 1w8"))
    assert step.state.over
    assert step.events[-1] == GameOver(ranking=((1,), (0,)))
    assert not any(isinstance(event, LastRoundBegan) for event in step.events)


def test_the_round_ends_where_the_seating_ends() -> None:
    state = holding(stacked(3, seating=(1, 2, 0)), 2, bought=FIFTEEN_POINTS)
    state = play(state, ANY, ANY)
    assert not state.over
    assert play(state, ANY).over


def test_whoever_comes_later_in_the_round_may_still_overtake() -> None:
    state = holding(holding(stacked(one="1w8"), 0, bought=FIFTEEN_POINTS), 1, bought=f"{FIFTEEN_POINTS} 1u8")
    state = play(state, ANY, "take white blue red")
    assert position(state)["winners"] == [1]


def test_nobles_count_towards_the_fifteen() -> None:
    state = stacked(nobles="n6")
    state = holding(state, 0, bought=f"{ELEVEN_POINTS} 1k8 1w1 1w2 1w3 1u1 1u2 1u3")
    step = apply(state, parse_order(ANY))
    assert step.state.seats[0].points == 15
    assert step.events[-1] == LastRoundBegan(0)


def test_a_tie_on_points_goes_to_the_fewest_bought_cards() -> None:
    state = holding(holding(stacked(), 0, bought=f"{FIFTEEN_POINTS} 1w1"), 1, bought="3r4 3k4 3k3 1r8")
    state = play(holding(state, 0, bought="1w2"), ANY, "take white blue red")
    assert [(seat.points, len(seat.bought)) for seat in state.seats] == [(15, 5), (15, 4)]
    assert ranking(state) == ((1,), (0,))


def test_reserved_cards_do_not_count_in_the_tie_break() -> None:
    state = holding(stacked(), 0, bought=f"{FIFTEEN_POINTS} 1w1")
    state = holding(state, 1, bought="3r4 3k4 2w6 2u3", reserved="1k1 1k2 1k3")
    state = play(holding(state, 0, bought="1w2"), ANY, "take white blue red")
    assert [(seat.points, len(seat.bought)) for seat in state.seats] == [(15, 5), (15, 4)]
    assert winners(state) == (1,)


def test_a_tie_on_points_and_cards_is_a_shared_victory() -> None:
    state = holding(holding(stacked(3), 0, bought="3w4 3u4 3g4"), 2, bought="3r4 3k4 3w1 2w3")
    state = holding(state, 0, bought="1w1")
    state = play(state, ANY, ANY, ANY)
    assert ranking(state) == ((0, 2), (1,))
    assert position(state)["winners"] == [0, 2]


def test_nobody_has_won_before_the_end() -> None:
    assert position(holding(stacked(), 0, bought=FIFTEEN_POINTS))["winners"] == []


def test_after_the_end_nothing_is_legal() -> None:
    state = play(holding(stacked(), 1, bought=FIFTEEN_POINTS), ANY, ANY)
    assert state.over
    assert texts(state) == []
    assert refusal(state, ANY) == (Code.GAME_OVER, {})


def test_with_nothing_to_do_one_passes() -> None:
    state = nothing_to_do()
    assert texts(state) == ["pass"]
    step = apply(state, parse_order("pass"))
    assert step.events == (Passed(0),)
    assert step.state.turn == 1


def test_a_pass_is_never_among_the_orders_while_an_action_is_possible() -> None:
    assert "pass" not in texts(stacked())
    assert texts(holding(stacked(one="1w6")._replace(bank=(0,) * 6), 0, reserved="1k1 1k2 1k3")) == ["pass"]
    free = holding(nothing_to_do(), 0, bought="1u1 1u2 1u3", reserved="1w6 1k1 1k2")
    assert texts(free) == ["buy 1w6"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_when_all_pass_in_a_row_the_game_ends_and_is_scored(seats: int) -> None:
    state = holding(nothing_to_do(seats), 1, bought="3w1")
    state = play(state, *["pass"] * (seats - 1))
    assert not state.over
    step = apply(state, parse_order("pass"))
    assert step.state.over
    assert winners(step.state) == (1,)
    assert step.events[:1] == (Passed(seats - 1),)


def test_passes_that_are_not_in_a_row_do_not_end_the_game() -> None:
    state = holding(nothing_to_do(3), 1, bought="1u1 1u2 1u3", reserved="1w6")
    state = play(state, "pass", "buy 1w6", "pass", "pass")
    assert not state.over
    assert play(state, "pass").over
