"""Nobody learns what they may not know: others' unseen cards, and what lies in the decks."""

import json
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    CARDS,
    Card,
    IllegalOrder,
    Order,
    Reserved,
    State,
    View,
    apply,
    as_seen,
    check,
    legal_orders,
    position,
    view,
)
from engine.events import CardReserved
from tests.support.engine.levels import CHOSEN
from tests.support.engine.scenes import play, stacked
from tests.support.engine.strategies import (
    orders_of_the_right_shape,
    positions,
    positions_in_play,
    random_sources,
    some,
)

PLAIN = (str, bytes, int, float, bool, type(None))


def secrets_from(state: State, seat: int | None) -> set[str]:
    """The ids that this seat, or a spectator, must not know."""
    in_decks = {card.id for deck in state.decks for card in deck}
    others = [mine for number, mine in enumerate(state.seats) if number != seat]
    unseen = {held.card.id for mine in others for held in mine.reserved if held.hidden and held.card}
    return in_decks | unseen


def everything_in(value: object) -> Iterator[object]:
    """The value, all its attributes and items, and all of theirs."""
    yield value
    if isinstance(value, PLAIN):
        return
    if isinstance(value, dict):
        value = tuple(value.items())
    if isinstance(value, tuple | list | set | frozenset):
        for item in value:
            yield from everything_in(item)
    for name in dir(value):
        if not name.startswith("__") and not callable(attribute := getattr(value, name)):
            yield from everything_in(attribute)


def ids_in(value: object) -> set[str]:
    return {each for each in everything_in(value) if isinstance(each, str) and each in CARDS}


def reshuffled(state: State, seat: int | None, rng: Random) -> State:
    """Another state that this seat can't tell from the first: what it may not know lies differently."""
    seats, decks = list(state.seats), list(state.decks)
    for level in (1, 2, 3):
        places = [
            (number, index)
            for number, mine in enumerate(seats)
            for index, held in enumerate(mine.reserved)
            if number != seat and held.hidden and held.level == level
        ]
        unknown: list[Card] = list(decks[level - 1])
        unknown += [card for number, index in places if (card := seats[number].reserved[index].card)]
        rng.shuffle(unknown)
        for number, index in places:
            hand = list(seats[number].reserved)
            hand[index] = Reserved(unknown.pop(), level, hidden=True)
            seats[number] = seats[number]._replace(reserved=tuple(hand))
        decks[level - 1] = tuple(unknown)
    return state._replace(seats=tuple(seats), decks=(decks[0], decks[1], decks[2]))


def each_viewer(state: State) -> list[int | None]:
    return [*range(len(state.seats)), None]


def refusal_of(state: State | View, order: Order) -> str | None:
    try:
        check(state, order)
    except IllegalOrder as refusal:
        return str(refusal)
    return None


@settings(some, max_examples=15)
@given(positions)
def test_no_attribute_of_a_view_holds_a_secret(state: State) -> None:
    for seat in each_viewer(state):
        assert not ids_in(view(state, seat)) & secrets_from(state, seat)


@some
@given(positions)
def test_no_byte_of_a_view_written_out_holds_a_secret(state: State) -> None:
    for seat in each_viewer(state):
        seen = view(state, seat)
        written = repr(seen) + json.dumps(position(seen)) + repr(legal_orders(seen))
        assert not [secret for secret in secrets_from(state, seat) if secret in written]


def test_the_walk_over_a_view_finds_what_is_there() -> None:
    state = play(stacked(one="1w1 1w2 1w3 1w4 1w5 1w6"), "reserve deck 1")
    assert ids_in(view(state, 0)) == {"1w1", "1w2", "1w3", "1w4", "1w5"}
    assert ids_in(view(state, 1)) == {"1w1", "1w2", "1w3", "1w4"}
    assert ids_in(state) == {"1w1", "1w2", "1w3", "1w4", "1w5", "1w6"}


@some
@given(positions, random_sources)
def test_states_that_differ_only_in_secrets_look_the_same(state: State, rng: Random) -> None:
    for seat in each_viewer(state):
        other = reshuffled(state, seat, rng)
        assert view(other, seat) == view(state, seat)
        assert position(view(other, seat)) == position(view(state, seat))


@some
@given(positions_in_play, random_sources, st.integers(), st.sampled_from(sorted(CHOSEN)))
def test_a_bot_chooses_the_same_whatever_the_secrets_are(state: State, rng: Random, seed: int, bot: str) -> None:
    other = reshuffled(state, state.turn, rng)
    choices = {CHOSEN[bot](view(each, state.turn), Random(seed)) for each in (state, other)}
    assert len(choices) == 1


@some
@given(st.data(), positions_in_play, random_sources)
def test_a_refusal_tells_nothing_of_the_secrets(data: st.DataObject, state: State, rng: Random) -> None:
    other = reshuffled(state, state.turn, rng)
    for order in data.draw(st.lists(orders_of_the_right_shape(state), min_size=10, max_size=10)):
        refusals = {refusal_of(each, order) for each in (state, other, view(state, state.turn))}
        assert len(refusals) == 1


@some
@given(positions_in_play)
def test_a_view_of_the_seat_on_turn_has_the_same_legal_orders(state: State) -> None:
    assert legal_orders(view(state, state.turn)) == legal_orders(state)


@some
@given(st.data(), positions_in_play)
def test_events_as_a_seat_sees_them_hold_no_secret(data: st.DataObject, state: State) -> None:
    after, events = apply(state, data.draw(st.sampled_from(legal_orders(state))))
    for seat in each_viewer(state):
        seen = tuple(as_seen(event, seat) for event in events)
        assert not ids_in(seen) & secrets_from(after, seat)
        assert not [secret for secret in secrets_from(after, seat) if secret in repr(seen)]


@pytest.mark.parametrize(("seat", "card"), [(0, "1w5"), (1, None), (None, None)])
def test_only_the_owner_is_told_which_unseen_card_was_reserved(seat: int | None, card: str | None) -> None:
    state = stacked(one="1w1 1w2 1w3 1w4 1w5")
    reserve_deck = next(order for order in legal_orders(state) if "deck" in repr(order).lower())
    _, events = apply(state, reserve_deck)
    assert [as_seen(event, seat) for event in events] == [CardReserved(0, card, 1, hidden=True, gold=True)]
