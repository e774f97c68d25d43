"""What a seat imagines agrees with all that it sees."""

from collections import Counter
from itertools import chain
from random import Random

from hypothesis import given

from engine import CARDS, Setup, State, deal, view
from engine.bots.imagine import filled_in, unseen, without_decks
from tests.support.engine.scenes import play, reached, stacked
from tests.support.engine.strategies import positions, random_sources, some


def all_cards(state: State) -> Counter[str]:
    held = (held.card for seat in state.seats for held in seat.reserved)
    bought = chain.from_iterable(seat.bought for seat in state.seats)
    return Counter(card.id for card in chain(*state.table, *state.decks, held, bought) if card)


@some
@given(positions, random_sources)
def test_an_imagined_state_looks_the_same_to_its_seat(state: State, rng: Random) -> None:
    for seat in range(len(state.seats)):
        seen = view(state, seat)
        assert view(filled_in(seen, rng), seat) == seen


@some
@given(positions, random_sources)
def test_an_imagined_state_has_every_card_once(state: State, rng: Random) -> None:
    assert all_cards(filled_in(view(state, 0), rng)) == Counter(list(CARDS))


def test_imagination_deals_the_unseen_cards_anew() -> None:
    seen = view(deal(Setup(2, seed=b"any")), 0)
    assert len({filled_in(seen, Random(seed)).decks for seed in range(5)}) == 5


def test_a_card_that_another_reserved_unseen_may_be_any_of_its_level() -> None:
    state = play(deal(Setup(2, seed=b"any")), "reserve deck 3")
    hands = [filled_in(view(state, 1), Random(seed)).seats[0].reserved[0] for seed in range(30)]
    assert {hand.level for hand in hands} == {3}
    assert len({hand.card for hand in hands}) > 5


def test_what_is_unseen_are_the_decks_and_the_hidden_cards_of_others() -> None:
    state = play(deal(Setup(2, seed=b"any")), "reserve deck 1", "reserve deck 1")
    assert {level: len(cards) for level, cards in unseen(view(state, 0)).items()} == {1: 35, 2: 26, 3: 16}


def test_without_decks_a_place_stays_empty() -> None:
    state = stacked(one="1w1 1w2 1w3 1w4 1w5")
    assert play(without_decks(view(state, 0)), "reserve 1w2").table[0][1] is None


def test_without_decks_all_else_is_as_it_was() -> None:
    state = reached(30, seats=3)
    assert without_decks(state)._replace(decks=state.decks) == state
