"""Thinking ahead without the net."""

from operator import itemgetter
from random import Random

from engine import State, order_text, view
from engine.bots import considered, ranked
from engine.bots.core import flat, order_of
from engine.bots.evaluation import TAUGHT
from engine.bots.imagine import filled_in, without_decks
from engine.bots.search import search, thought
from tests.support.engine.scenes import holding, reached, stacked

TWELVE_POINTS = "2w6 2u6 2g6 2k6 1r1 1r2 1r3"


def best(state: State, nodes: int = 40) -> str:
    opinions = thought(filled_in(view(state, state.turn), Random(1)), nodes, None, Random(1))
    return order_text(order_of(state, max(opinions, key=itemgetter(1))[0]))


def test_a_card_that_wins_the_game_is_bought() -> None:
    state = holding(stacked(one="1w1 1u1", two="2r6"), 0, tokens="3 red", bought=TWELVE_POINTS)
    assert best(state) == "buy 2r6"


def test_the_card_with_which_a_rival_would_win_is_taken_away() -> None:
    state = holding(stacked(one="1w1 1u1 1g1 1r1", two="2r6 2u1 2g1 2k1"), 1, tokens="3 red", bought=TWELVE_POINTS)
    state = holding(state, 0, bought="1w2 1u2 1g2 1k2 2w5 2u5 2g5 2k5")
    assert best(state) == "reserve 2r6"


def test_every_position_that_is_looked_at_counts_once() -> None:
    branches = search(TAUGHT, flat(without_decks(reached(20, seats=2))), 30)
    assert sum(branch.visits for branch in branches) == 30 + len(branches)


def test_chances_are_between_none_and_all() -> None:
    state = reached(25, seats=4)
    seen = view(state, state.turn)
    for orders in (considered(seen, Random(1), 20), ranked(seen, Random(1))):
        assert all(0 <= chance <= 1 for _, chance in orders)


def test_steady_lists_the_best_first() -> None:
    state = reached(25, seats=2)
    chances = [chance for _, chance in ranked(view(state, state.turn), Random(1))]
    assert len(chances) > 3
    assert chances == sorted(chances, reverse=True)
