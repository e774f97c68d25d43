"""Hypothesis strategies: positions that players of all kinds reach, and orders of the right shape."""

from dataclasses import fields, replace
from functools import partial
from itertools import permutations
from random import Random
from typing import Any, cast

from hypothesis import settings
from hypothesis import strategies as st

from engine import (
    CARDS,
    COLOURS,
    EDITIONS,
    NOBLES,
    Adjudicate,
    Buy,
    Entry,
    Order,
    Pass,
    Replace,
    Reserve,
    ReserveDeck,
    Resign,
    Setup,
    State,
    Take,
    Timeout,
    advance,
    apply,
    deal,
    legal_orders,
)
from tests.support.engine.scenes import holding

# Examples are found anew in every run, but no clock decides whether a run is good.
some = settings(max_examples=25, deadline=None)

SEATS = (2, 3, 4)
LEANINGS: tuple[tuple[type, ...], ...] = ((), (Buy,), (Take,), (Reserve, ReserveDeck))

setups = st.builds(
    lambda seating, edition, seed: Setup(len(seating), edition, seed=seed, seating=seating),
    seating=st.sampled_from([order for seats in SEATS for order in permutations(range(seats))]),
    edition=st.sampled_from(EDITIONS),
    seed=st.binary(max_size=8),
)
random_sources = st.integers(0, 1 << 32).map(Random)


def _leaning_choice(state: State, leaning: tuple[type, ...], rng: Random) -> Order:
    """Mostly what this kind of player likes; never always, so that games do not stand still."""
    orders = legal_orders(state)
    liked = [order for order in orders if isinstance(order, leaning)]
    return rng.choice(liked if liked and rng.random() < 0.9 else orders)


def _wandered(state: State, moves: int, leaning: tuple[type, ...], rng: Random) -> State:
    for _ in range(moves):
        if state.over:
            break
        state = apply(state, _leaning_choice(state, leaning, rng)).state
    return state


def _with_gifts(state: State, gifts: int) -> State:
    """Cards from the bottom of the first deck for the seat on turn: nobles come near."""
    deck = state.decks[0]
    if state.turn is None or not 0 < gifts <= len(deck):
        return state
    given = " ".join(card.id for card in deck[-gifts:])
    return holding(state._replace(decks=(deck[:-gifts], *state.decks[1:])), state.turn, bought=given)


positions = st.builds(
    lambda setup, moves, leaning, rng, gifts: _with_gifts(_wandered(deal(setup), moves, leaning, rng), gifts),
    setups,
    st.integers(0, 120),
    st.sampled_from(LEANINGS),
    random_sources,
    st.sampled_from((0, 0, 6, 10, 14)),
)
finished = st.builds(lambda setup, rng: _wandered(deal(setup), 2000, (Buy,), rng), setups, random_sources)
positions_in_play = positions.filter(lambda state: not state.over)

some_colours = st.lists(st.sampled_from(COLOURS), max_size=4).map(tuple)
some_noble = st.none() | st.sampled_from(tuple(NOBLES))
some_card = st.sampled_from((*CARDS, "9x9"))
some_level = st.integers(0, 4)


def _cards_in_sight(state: State) -> list[str]:
    on_table = [card.id for row in state.table for card in row if card]
    return on_table + [held.card.id for seat in state.seats for held in seat.reserved if held.card]


def orders_of_the_right_shape(state: State) -> st.SearchStrategy[Order]:
    """Anything that can be written as an order: mostly nonsense, often a near miss of a legal one."""
    card = st.sampled_from([*_cards_in_sight(state), "9x9"]) | some_card
    return st.one_of(
        st.builds(Take, some_colours, some_colours, some_noble),
        st.builds(Reserve, card, some_colours, some_noble),
        st.builds(ReserveDeck, some_level, some_colours, some_noble),
        st.builds(Buy, card, some_colours, some_noble),
        st.builds(Pass, some_noble),
        st.sampled_from(legal_orders(state)).flatmap(_near_misses),
    )


def _near_misses(order: Order) -> st.SearchStrategy[Order]:
    """The order with one of its parts drawn anew."""
    values: dict[str, st.SearchStrategy[Any]] = {
        "gems": some_colours,
        "back": some_colours,
        "gold": some_colours,
        "noble": some_noble,
        "card": some_card,
        "level": some_level,
    }
    parts = [values[field.name].map(partial(_with_part, order, field.name)) for field in fields(order)]
    return st.one_of(parts)


def _with_part(order: Any, name: str, value: object) -> Order:
    return cast(Order, replace(order, **{name: value}))


def entries_from(state: State, moves: int, rng: Random) -> list[Entry]:
    """A ledger's tail, in which now and then something happens without an order."""
    entries: list[Entry] = []
    while len(entries) < moves and not state.over:
        entry = _interruption(state, rng) if rng.random() < 0.05 else rng.choice(legal_orders(state))
        entries.append(entry)
        state = advance(state, entry).state
    return entries


def _interruption(state: State, rng: Random) -> Entry:
    staying = [seat for seat in state.seating if not state.seats[seat].resigned]
    entries: list[Entry] = [
        Timeout(),
        Timeout(skip=True),
        Replace(rng.choice(staying), "Anna"),
        Resign(rng.choice(staying)),
        Adjudicate((rng.choice(staying),)),
    ]
    return rng.choice(entries)
