"""Nobles come at the end of every turn, one at a time, and can't be refused."""

import pytest

from engine import NOBLES, apply, parse_order, position
from engine.events import NobleCame
from tests.support.engine.scenes import counted, holding, play, stacked, texts, visited_by

THREE_WHITE = "1w1 1w2 1w3"
THREE_BLUE = "1u1 1u2 1u3"
TWO_GREEN = "1g1 1g2"
SEVERAL = f"{THREE_WHITE} 1w4 {THREE_BLUE} 1u4 1g1 1g2 1g3"  # satisfies n1 and n6


def test_a_noble_comes_as_soon_as_the_bonuses_cover_its_need() -> None:
    state = stacked(one="1g4", nobles="n1 n2 n3")
    state = holding(state, 0, bought=f"{THREE_WHITE} {THREE_BLUE} {TWO_GREEN}", tokens="1 red, 1 black")
    step = apply(state, parse_order("buy 1g4"))
    assert step.state.seats[0].nobles == (NOBLES["n1"],)
    assert step.state.seats[0].points == 3
    assert position(step.state)["nobles"] == ["n2", "n3"]
    assert step.events[-1] == NobleCame(0, "n1")


def test_tokens_do_not_count_for_a_noble() -> None:
    state = holding(stacked(nobles="n1"), 0, bought=f"{THREE_WHITE} {THREE_BLUE} {TWO_GREEN}", tokens="2 green")
    assert play(state, "take green red black").seats[0].nobles == ()


def test_more_bonuses_than_needed_are_enough() -> None:
    state = holding(stacked(nobles="n1"), 0, bought=f"{SEVERAL} 1g5 1k1 1r1")
    assert play(state, "take white blue green").seats[0].nobles == (NOBLES["n1"],)


def test_a_noble_is_not_replaced_by_another() -> None:
    state = holding(stacked(nobles="n1 n2 n3 n4"), 0, bought=f"{THREE_WHITE} {THREE_BLUE} 1g1 1g2 1g3")
    assert position(play(state, "take white blue green"))["nobles"] == ["n2", "n3"]


def test_where_several_would_come_the_player_chooses() -> None:
    state = holding(stacked(nobles="n1 n5 n6"), 0, bought=SEVERAL)
    assert [text for text in texts(state) if text.startswith("take white blue green")] == [
        "take white blue green noble n1",
        "take white blue green noble n6",
    ]
    assert play(state, "take white blue green noble n6").seats[0].nobles == (NOBLES["n6"],)


def test_the_choice_is_open_only_for_the_order_that_brings_several() -> None:
    state = stacked(one="1u5 1k1", nobles="n1 n5 n6")
    state = holding(state, 0, bought=f"{THREE_WHITE} 1w4 {THREE_BLUE} 1g1 1g2 1g3", tokens="3 red, 1 black")
    assert {text for text in texts(state) if text.startswith("buy")} == {
        "buy 1u5 noble n1",
        "buy 1u5 noble n6",
        "buy 1k1",
    }


def test_one_noble_a_turn_and_the_one_left_over_comes_at_the_end_of_the_next() -> None:
    state = holding(stacked(nobles="n1 n5 n6"), 0, bought=SEVERAL)
    state = play(state, "take white blue green noble n6", "take white blue green")
    assert state.seats[0].points == 3
    assert play(state, "take red red").seats[0].nobles == (NOBLES["n6"], NOBLES["n1"])


def test_a_noble_left_over_comes_to_whoever_is_first() -> None:
    state = holding(holding(stacked(nobles="n1 n5 n6"), 0, bought=SEVERAL), 1, bought=SEVERAL)
    state = play(state, "take white blue green noble n6", "take white blue green", "take green red black")
    assert (state.seats[0].nobles, state.seats[1].nobles) == ((NOBLES["n6"],), (NOBLES["n1"],))


@pytest.mark.parametrize("order", ["take red red", "reserve 1k1", "reserve deck 1", "buy 1k3"])
def test_a_noble_comes_whatever_the_action_was(order: str) -> None:
    state = stacked(one="1k1 1k2 1k3 1k4 1k5", nobles="n1")
    state = holding(state, 0, bought=f"{THREE_WHITE} {THREE_BLUE} 1g1 1g2 1g3")
    assert play(state, order).seats[0].nobles == (NOBLES["n1"],)


def test_a_noble_comes_even_with_a_pass() -> None:
    state = stacked(nobles="n1 n6")._replace(bank=counted("5 gold"))
    state = holding(state, 0, bought=SEVERAL)
    assert texts(state) == ["pass noble n1", "pass noble n6"]
    assert play(state, "pass noble n1").seats[0].points == 3


def test_each_noble_can_be_had_with_exactly_its_need() -> None:
    ids = {gem: [f"1{gem}{number}" for number in (1, 2, 3, 4)] for gem in "wugrk"}
    for noble in NOBLES.values():
        bought = [card for gem, need in zip("wugrk", noble.needs, strict=True) for card in ids[gem][:need]]
        enough = holding(stacked(nobles=noble.id), 0, bought=" ".join(bought))
        short = holding(stacked(nobles=noble.id), 0, bought=" ".join(bought[1:]))
        assert play(enough, "take white blue green").seats[0].nobles == (noble,)
        assert play(short, "take white blue green").seats[0].nobles == ()


def test_a_noble_who_has_visited_does_not_visit_again() -> None:
    state = visited_by(holding(stacked(nobles="n1"), 0, bought=SEVERAL), 0, "n1")
    assert play(state, "take white blue green").seats[0].points == 3
