"""The engine against the naive rules: twenty fixed positions two plies deep, and whole games."""

from random import Random

import pytest

from engine import State, apply, legal_orders, order_text, parse_order, position, view
from engine.bots.greedy import greedy
from tests.support.engine import naive
from tests.support.engine.positions import CASES, Case
from tests.support.engine.scenes import naively, reached, texts

each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def test_there_are_twenty_fixed_positions() -> None:
    assert len({case.state for case in CASES}) == 20


@each_case
def test_the_naive_rules_count_the_same_orders(case: Case) -> None:
    game = naively(case.state)
    assert len(naive.orders(game)) == len(legal_orders(case.state)) == case.orders


@each_case
def test_the_naive_rules_count_the_same_ways_two_plies_deep(case: Case) -> None:
    game = naively(case.state)
    naive_count = sum(len(naive.orders(naive.play(game, text))) for text in naive.orders(game))
    count = sum(len(legal_orders(apply(case.state, order).state)) for order in legal_orders(case.state))
    assert naive_count == count == case.two_plies


@each_case
def test_every_order_leads_to_the_position_that_the_naive_rules_expect(case: Case) -> None:
    agree_on_every_order(case.state)


@each_case
def test_the_same_holds_after_any_first_order(case: Case) -> None:
    for order in Random(1).sample(legal_orders(case.state), k=min(6, case.orders)):
        agree_on_every_order(apply(case.state, order).state)


@pytest.mark.parametrize("edition", ["2014", "2019", "2021"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whole_games_agree_with_the_naive_rules(seats: int, edition: str) -> None:
    state = reached(0, seats=seats, edition=edition, seed=seats)
    game, rng = naively(state), Random(seats)
    while not state.over:
        assert sorted(texts(state)) == sorted(naive.orders(game))
        order = greedy(view(state, state.turn), rng)
        state, game = apply(state, order).state, naive.play(game, order_text(order))
        assert naively(state) == game


def agree_on_every_order(state: State) -> None:
    game = naively(state)
    expected = naive.orders(game)
    assert sorted(texts(state)) == sorted(expected)
    for text in expected:
        after = apply(state, parse_order(text)).state
        assert position(after) == naive.play(game, text).position, text
