"""The core that the bots think with plays the same game as the engine."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from engine import EDITIONS, Buy, Order, Resign, Setup, State, advance, apply, deal, legal_orders, winners
from engine.bots.core import (
    ACTIONS,
    BUY,
    GIVE_BACK,
    PASS,
    Flat,
    best_seats,
    flat,
    legal,
    must_return,
    order_of,
    play,
    stacks_of,
)
from engine.gems import INDEX
from tests.support.engine.scenes import counted, holding, stacked

PLIES = 40
TO_THE_END = 500


def orders(position: Flat, state: State) -> dict[Order, tuple[int, ...]]:
    """Every order that the core knows, with the actions that it is."""
    paths: list[tuple[int, ...]] = [(action,) for action in legal(position)]
    whole: dict[Order, tuple[int, ...]] = {}
    while paths:
        path = paths.pop()
        after = position
        for action in path:
            after = play(after, action, stacks_of(state.decks))
        if after[0] == position[0] and after[0] >= 0 and must_return(after):
            paths += [(*path, action) for action in legal(after)]
        else:
            whole[order_of(state, path)] = path
    return whole


def compare(state: State, rng: Random, plies: int) -> Counter[str]:
    """Play on by chance, most often buying: in each position the core must know all that it does not leave out."""
    seen: Counter[str] = Counter()
    while not state.over and seen["plies"] < plies:
        position, all_legal = flat(state), legal_orders(state)
        known = orders(position, state)
        assert set(known) <= set(all_legal)
        left_out = set(all_legal) - set(known)
        assert {spared(order) for order in left_out} <= {spared(order) for order in known}
        seen["left out"] += len(left_out)
        seen["orders"] += len(all_legal)
        seen["plies"] += 1
        order = choice(all_legal, rng)
        after = apply(state, order).state
        if order in known:
            for action in known[order]:
                position = play(position, action, stacks_of(state.decks))
            assert position == flat(after)
        state = after
    if state.over:
        assert tuple(sorted(state.seating[place] for place in best_seats(flat(state)))) == tuple(sorted(winners(state)))
        seen["games"] += 1
    return seen


def choice(all_legal: list[Order], rng: Random) -> Order:
    buys = [order for order in all_legal if isinstance(order, Buy)]
    return rng.choice(buys if buys and rng.random() < 0.7 else all_legal)


def spared(order: Order) -> object:
    """The order without what the core leaves out: which gold, which noble."""
    match order:
        case Buy(card):
            return card
        case _:
            return type(order), *(
                getattr(order, part) for part in ("gems", "card", "level", "back") if hasattr(order, part)
            )


@pytest.mark.parametrize(("seats", "edition"), [*product((2, 3, 4), EDITIONS)])
def test_the_core_and_the_engine_agree(seats: int, edition: str) -> None:
    seed = f"{seats} {edition}"
    assert compare(deal(Setup(seats, edition, seed=seed.encode())), Random(seed), PLIES)["plies"] == PLIES


def test_they_agree_to_the_end_where_a_seat_has_resigned() -> None:
    state = advance(deal(Setup(3, seed=b"gone", seating=(2, 0, 1))), Resign(0)).state
    assert compare(state, Random(1), TO_THE_END)["games"] == 1


def test_they_agree_on_who_has_won_with_fewer_cards() -> None:
    state = holding(holding(stacked(), 0, bought="2w6 2u6"), 1, bought="2g6 2r6 1w1")._replace(turn=None)
    assert best_seats(flat(state)) == [0] == [*winners(state)]


def test_what_goes_back_goes_back_one_by_one() -> None:
    state = holding(stacked(), 0, tokens="4 blue, 4 red, 1 gold")
    position = play(flat(state), legal(flat(state))[0])
    assert must_return(position)
    assert all(GIVE_BACK <= action < ACTIONS for action in legal(position))
    assert position[0] == 0
    once = play(position, GIVE_BACK + INDEX["blue"])
    assert must_return(once)
    assert not must_return(play(once, GIVE_BACK + INDEX["gold"]))


def test_where_nothing_else_is_possible_the_core_passes_and_then_it_is_over() -> None:
    state = stacked()._replace(bank=counted("5 gold"))
    passed = play(flat(state), PASS)
    assert legal(flat(state)) == legal(passed) == [PASS]
    assert legal(play(passed, PASS)) == []


def test_of_two_nobles_the_first_comes_and_the_order_says_so() -> None:
    state = holding(stacked(one="1w6", nobles="n6 n1"), 0, bought="1w1 1w2 1w3 1u1 1u2 1u3 1u4 1g1 1g2 1g3")
    assert {order.noble for order in legal_orders(state) if isinstance(order, Buy)} == {"n6", "n1"}
    order = order_of(state, (BUY,))
    assert order == Buy("1w6", noble="n6")
    assert play(flat(state), BUY, stacks_of(state.decks)) == flat(apply(state, order).state)
