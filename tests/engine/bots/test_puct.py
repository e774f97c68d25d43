"""Thinking ahead with the net."""

from itertools import count
from random import Random

import pytest

from engine import EDITIONS, Setup, State, apply, deal, legal_orders, order_text, view
from engine.bots import considered
from engine.bots.core import NUMBERS
from engine.bots.imagine import filled_in
from tests.support.engine.scenes import counted, holding, reached, stacked

pytest.importorskip("numpy")

from engine.bots.net import taught
from engine.bots.puct import Node, Tree

TWELVE_POINTS = "2w6 2u6 2g6 2k6 1r1 1r2 1r3"


def tree(state: State, simulations: int) -> Tree:
    thinking = Tree(taught(len(state.seats)), state, Random(1))
    thinking.think(simulations, None)
    return thinking


def every(node: Node) -> list[Node]:
    return [node, *(below for edge in node.edges for each in edge.nodes for below in every(each))]


def best(state: State, simulations: int = 60) -> str:
    return order_text(considered(view(state, state.turn), Random(1), simulations)[0][0])


def test_a_card_that_wins_the_game_is_bought() -> None:
    state = holding(stacked(one="1w1 1u1", two="2r6"), 0, tokens="3 red", bought=TWELVE_POINTS)
    assert best(state) == "buy 2r6"


def test_the_card_with_which_a_rival_would_win_is_taken_away() -> None:
    state = holding(stacked(one="1w1 1u1 1g1 1r1", two="2r6 2u1 2g1 2k1"), 1, tokens="3 red", bought=TWELVE_POINTS)
    state = holding(state, 0, bought="1w2 1u2 1g2 1k2 2w5 2u5 2g5 2k5")
    assert best(state, 200) == "reserve 2r6"


def test_every_position_that_is_looked_at_counts_once() -> None:
    root = tree(reached(20, seats=2), 70).root
    assert root.visits == 70 == sum(edge.visits for edge in root.edges)


def test_cards_that_come_are_of_the_level_that_is_drawn_from_and_never_come_twice() -> None:
    state = reached(20, seats=2)
    decks = [{NUMBERS[card.id] for card in deck} for deck in state.decks]
    thinking = tree(state, 300)

    def followed(node: Node, drawn: tuple[int, ...]) -> int:
        here = (*drawn, node.card) if node.card >= 0 else drawn
        assert len(here) == len(set(here))
        assert set(here) <= set().union(*decks)
        return len(here) + sum(followed(each, here) for edge in node.edges for each in edge.nodes)

    assert followed(thinking.root, ()) > 20


def test_more_cards_are_looked_at_the_oftener_an_action_is_followed() -> None:
    nodes = every(tree(reached(30, seats=2), 600).root)
    edges = [edge for node in nodes for edge in node.edges if edge.nodes and edge.nodes[0].card >= 0]
    assert max(len(edge.nodes) for edge in edges if edge.visits > 20) > 2
    assert all(len(edge.nodes) <= 1 + edge.visits**0.5 for edge in edges)


def test_chances_are_the_mean_of_what_lies_below() -> None:
    for node in every(tree(reached(25, seats=3), 80).root):
        assert all(0 <= edge.total <= edge.visits + 1e-6 for edge in node.edges)


def test_what_goes_back_is_part_of_the_order() -> None:
    state = holding(stacked(), 0, tokens="3 blue, 3 red, 4 gold")
    for simulations in (1, 5, 100):
        for order, _ in considered(view(state, 0), Random(1), simulations):
            assert order in legal_orders(state)


@pytest.mark.parametrize("edition", EDITIONS)
def test_stopped_at_once_it_still_gives_a_legal_order(edition: str) -> None:
    for number in range(6):
        state, rng = deal(Setup(2 + number % 3, edition, seed=bytes([number]))), Random(number)
        while not state.over and state.round < 12:
            order = considered(view(state, state.turn), rng, 50, lambda: True)[0][0]
            assert order in legal_orders(state)
            state = apply(state, order).state


def test_it_stops_when_it_is_told() -> None:
    state, asked = reached(20, seats=2), count(1)
    thinking = Tree(taught(len(state.seats)), state, Random(1))
    thinking.think(1000, lambda: next(asked) > 30)
    assert thinking.root.visits == 30


@pytest.mark.parametrize("seed", range(3))
def test_it_sees_no_more_than_its_seat(seed: int) -> None:
    """Whatever lies hidden behind the same view, the same orders are thought of as often."""
    state = holding(reached(18, seats=3, seed=seed), 2, unseen="3w1")
    state = holding(state, 1, unseen="1w1") if state.turn == 2 else state
    seen = view(state, state.turn)
    others = [filled_in(seen, Random(number)) for number in range(4)]
    assert len({other.decks for other in others}) == 4
    opinions = [considered(view(other, other.turn), Random(7), 90) for other in (state, *others)]
    assert all(each == opinions[0] for each in opinions)


def test_where_only_passing_is_possible_it_passes() -> None:
    state = stacked()._replace(bank=counted("5 gold"))
    assert best(state) == "pass"
