"""How likely each seat wins, as the bots see it."""

import pytest
from hypothesis import given

from engine import Resign, Setup, State, advance, deal, view
from engine.bots import estimate
from engine.bots.choice import Scales
from engine.bots.core import BUY_HELD, flat, play
from engine.bots.evaluation import TAUGHT, judged, outcome
from engine.bots.imagine import without_decks
from engine.bots.prospects import NAMES
from engine.bots.weights import WEIGHTS
from tests.support.engine.scenes import holding, reached, stacked
from tests.support.engine.strategies import positions, some


def test_the_weights_are_those_of_the_prospects() -> None:
    assert tuple(WEIGHTS) == NAMES
    assert {len(row) for row in TAUGHT.hidden} == {len(NAMES)}


@some
@given(positions)
def test_the_chances_of_all_seats_are_one_together(state: State) -> None:
    assert sum(estimate(state, seat) for seat in range(len(state.seats))) == pytest.approx(1)


def test_the_one_with_more_points_is_the_favourite() -> None:
    state = holding(deal(Setup(2, seed=b"any")), 1, bought="2w6 2u6")
    assert estimate(state, 1) > 0.7


def test_the_one_with_more_bonuses_is_the_favourite() -> None:
    state = holding(deal(Setup(3, seed=b"any")), 2, bought="1w1 1u1 1g1 1r1 1k1")
    assert estimate(state, 2) > 0.6


def test_a_seat_that_resigned_has_no_chance() -> None:
    state = holding(deal(Setup(3, seed=b"any")), 1, bought="2w6 2u6")
    assert estimate(advance(state, Resign(1)).state, 1) < 0.001


def test_a_view_is_estimated_like_a_state() -> None:
    state = holding(deal(Setup(2, seed=b"any")), 1, tokens="2 red", bought="1w1 2u6")
    assert estimate(view(state, 0), 1) == estimate(state, 1)


def test_a_shared_win_is_half_a_win() -> None:
    assert outcome(stacked()._replace(turn=None)) == [0.5, 0.5]


def test_the_winner_of_a_finished_game_is_certain() -> None:
    state = reached(2000, seats=2)
    assert state.over
    assert sorted(estimate(state, seat) for seat in (0, 1)) == [0, 1]


def test_points_of_a_card_bought_from_the_hand_are_points_to_beat() -> None:
    state = holding(stacked(one="1w1 1u1"), 0, bought="1r1 1r2 1r3", tokens="3 red", reserved="2r6")
    position = flat(without_decks(state))
    chances = {each.actions: each.chances for each in Scales(TAUGHT).weighed(position)}
    assert chances[(BUY_HELD,)] == judged(TAUGHT, play(position, BUY_HELD))
