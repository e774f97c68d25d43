"""The numbers by which the bots judge a seat."""

from hypothesis import given

from engine import Setup, State, deal
from engine.bots.core import flat
from engine.bots.prospects import NAMES, prospects
from tests.support.engine.scenes import holding, stacked
from tests.support.engine.strategies import positions, some


def of(state: State, seat: int = 0) -> dict[str, float]:
    return dict(zip(NAMES, prospects(flat(state), state.seating.index(seat)), strict=True))


@some
@given(positions)
def test_every_seat_has_one_number_of_each_kind(state: State) -> None:
    # The largest is a sum over ten: of fifteen cards in sight, each worth eight points at most with a noble's.
    for seat in range(len(state.seats)):
        assert all(0 <= number <= 15 * 8 / 10 for number in of(state, seat).values())


def test_at_the_start_all_have_the_same_but_for_the_turn() -> None:
    first, second = (of(deal(Setup(2, seed=b"any")), seat) for seat in (0, 1))
    assert {name for name in NAMES if first[name] != second[name]} == {"seats until the turn"}


def test_a_card_comes_nearer_with_every_token_it_asks_for() -> None:
    state = stacked(one="1w6")
    near = [of(holding(state, 0, tokens=f"{count} blue"))["nearest card"] for count in range(4)]
    assert near == sorted(set(near))
    assert near[-1] == 1


def test_gold_stands_for_what_is_lacking() -> None:
    state = stacked(one="1w6")
    assert of(holding(state, 0, tokens="2 blue, 1 gold"))["nearest card"] == 1


def test_a_bonus_makes_a_card_a_better_bargain() -> None:
    state = stacked(two="2w6")
    assert of(holding(state, 0, bought="1w1"))["best bargain"] > of(state)["best bargain"]


def test_a_card_that_brings_a_noble_counts_with_the_nobles_points() -> None:
    state = holding(stacked(one="1w6", nobles="n6"), 0, tokens="3 blue", bought="1w1 1w2 1w3 1u1 1u2 1u3 1u4")
    assert of(state)["points now"] == 3 / 5


def test_the_end_is_near_where_the_points_are() -> None:
    state = holding(stacked(three="3w2"), 0, tokens="4 black", bought="2w6 2u6 2g6 1k1 1k2 1k3")
    assert of(state)["end with one card"] == 0
    near = holding(state, 0, bought="2r6")
    assert of(near)["end with one card"] == 1


def test_two_cards_may_end_the_game_together() -> None:
    state = holding(stacked(two="2r6 2k6"), 0, bought="2w6 2u6 2g6")
    assert of(state)["end with one card"] == 0
    assert of(state)["end with two cards"] > 0


def test_who_has_had_the_last_turn_has_nothing_to_look_forward_to() -> None:
    state = deal(Setup(2, seed=b"any"))._replace(last_round=True, turn=1)
    assert of(state, 0)["no turn left"] == 1
    assert of(state, 0)["nearest card"] == 0
    assert of(state, 1)["nearest card"] > 0
