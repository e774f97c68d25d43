"""What holds in every position that play can reach."""

from dataclasses import FrozenInstanceError, fields, is_dataclass
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    GEMS,
    Entry,
    IllegalOrder,
    Setup,
    State,
    advance,
    apply,
    deal,
    dump_state,
    entry_text,
    legal_orders,
    load_state,
    order_text,
    parse_entry,
    parse_order,
    ranking,
    replay,
    steps,
    view,
    winners,
)
from tests.support.engine.strategies import (
    entries_from,
    finished,
    orders_of_the_right_shape,
    positions,
    positions_in_play,
    random_sources,
    setups,
    some,
)

ALL_TOKENS = {2: [4, 4, 4, 4, 4, 5], 3: [5, 5, 5, 5, 5, 5], 4: [7, 7, 7, 7, 7, 5]}


def all_tokens(state: State) -> list[int]:
    piles = [state.bank, *(seat.tokens for seat in state.seats)]
    return [sum(pile[colour] for pile in piles) for colour in range(6)]


@some
@given(positions)
def test_tokens_are_conserved(state: State) -> None:
    assert all_tokens(state) == ALL_TOKENS[len(state.seats)]


@some
@given(positions)
def test_nobody_holds_more_than_ten_tokens_or_three_cards(state: State) -> None:
    assert all(sum(seat.tokens) <= 10 and len(seat.reserved) <= 3 for seat in state.seats)


@some
@given(positions)
def test_no_count_is_ever_below_nothing(state: State) -> None:
    assert min(state.bank) >= 0
    assert all(min(seat.tokens) >= 0 for seat in state.seats)


@some
@given(positions)
def test_every_card_is_in_one_place(state: State) -> None:
    cards = [card for row in state.table for card in row if card]
    cards += [card for deck in state.decks for card in deck]
    cards += [card for seat in state.seats for card in seat.bought]
    cards += [held.card for seat in state.seats for held in seat.reserved if held.card]
    assert len(cards) == len(set(cards)) == 90


@some
@given(positions)
def test_points_and_bonuses_are_those_of_the_cards_and_nobles(state: State) -> None:
    for seat in state.seats:
        assert seat.bonuses == tuple(sum(card.bonus == gem for card in seat.bought) for gem in GEMS)
        assert seat.points == sum(card.points for card in seat.bought) + 3 * len(seat.nobles)


@some
@given(positions_in_play)
def test_every_legal_order_applies_and_stands_there_once(state: State) -> None:
    orders = legal_orders(state)
    assert len(orders) == len(set(orders)) > 0
    for order in orders:
        apply(state, order)


@some
@given(st.data(), positions_in_play)
def test_every_other_order_of_the_right_shape_is_refused(data: st.DataObject, state: State) -> None:
    before, legal = dump_state(state), set(legal_orders(state))
    for order in data.draw(st.lists(orders_of_the_right_shape(state), min_size=20, max_size=20)):
        if order in legal:
            apply(state, order)
        else:
            with pytest.raises(IllegalOrder):
                apply(state, order)
        assert dump_state(state) == before


@some
@given(finished)
def test_after_the_end_no_order_is_left(state: State) -> None:
    assert state.over
    assert legal_orders(state) == []
    assert winners(state) == ranking(state)[0]


@some
@given(positions)
def test_the_ranking_names_every_seat_once(state: State) -> None:
    assert sorted(seat for group in ranking(state) for seat in group) == list(range(len(state.seats)))


@some
@given(positions)
def test_a_snapshot_is_the_state(state: State) -> None:
    assert load_state(dump_state(state)) == state


@some
@given(setups, random_sources, st.integers(0, 150), st.floats(0, 1))
def test_a_snapshot_and_the_tail_are_the_full_replay(setup: Setup, rng: Random, moves: int, share: float) -> None:
    entries = entries_from(deal(setup), moves, rng)
    cut = int(len(entries) * share)
    state = load_state(dump_state(replay(setup, entries[:cut])))
    for step in steps(state, entries[cut:]):
        state = step.state
    assert state == replay(setup, entries)


@some
@given(setups, random_sources, st.integers(0, 150))
def test_whatever_happens_to_a_game_tokens_are_conserved(setup: Setup, rng: Random, moves: int) -> None:
    state = replay(setup, entries_from(deal(setup), moves, rng))
    assert all_tokens(state) == ALL_TOKENS[setup.seats]
    assert state.over == (state.turn is None)
    assert state.over or not state.seats[state.turn or 0].resigned


@some
@given(positions_in_play)
def test_orders_are_read_back_as_they_were_written(state: State) -> None:
    for order in legal_orders(state):
        assert parse_order(order_text(order)) == parse_entry(entry_text(order)) == order


@some
@given(setups, random_sources)
def test_ledgers_are_read_back_as_they_were_written(setup: Setup, rng: Random) -> None:
    entries = entries_from(deal(setup), 100, rng)
    assert [parse_entry(entry_text(entry)) for entry in entries] == entries


@some
@given(setups, random_sources)
def test_every_value_is_immutable_and_hashable(setup: Setup, rng: Random) -> None:
    state = deal(setup)
    for entry in entries_from(state, 30, rng):
        step = advance(state, entry)
        for value in (setup, state, view(state, 0), view(state), entry, *step.events):
            assert_frozen(value)
        state = step.state


def assert_frozen(value: Entry | Setup | State | object) -> None:
    hash(value)
    names = [field.name for field in fields(value)] if is_dataclass(value) else getattr(value, "_fields", ())
    for name in names:
        with pytest.raises((FrozenInstanceError, AttributeError)):
            setattr(value, name, None)
