"""Twenty fixed positions, each with how many orders are legal there and how many ways lead two plies on."""

from dataclasses import dataclass

from engine import State
from tests.support.engine.scenes import holding, reached, stacked, visited_by

FOUR_ONES = "1w1 1u2 1g3 1r4"
FOUR_TWOS = "2w1 2u2 2g3 2r4"
FOUR_THREES = "3w1 3u2 3g3 3r4"
NINE_BONUSES = "1w2 1w3 1w4 1u1 1u3 1u4 1g1 1g2 1g4"  # three white, three blue, three green


def full_hands_and_ten_tokens() -> State:
    state = stacked(one=f"{FOUR_ONES} 1k5", two=FOUR_TWOS, three=FOUR_THREES, nobles="n1 n2 n3")
    state = holding(state, 0, tokens="3 white, 3 blue, 2 green, 2 gold", reserved="1w8 2w6", unseen="3w4", bought="1k1")
    return holding(state, 1, tokens="1 blue, 2 green, 4 red, 3 black", reserved="1u8", unseen="2u6 3u4")


def ten_tokens_of_every_colour() -> State:
    state = stacked(seats=4, one=FOUR_ONES, three=FOUR_THREES, edition="2021")
    state = holding(state, 0, tokens="2 white, 2 blue, 2 green, 2 red, 1 black, 1 gold")
    return holding(state, 1, tokens="5 white, 5 blue")


def five_gold() -> State:
    state = stacked(one=FOUR_ONES, two=FOUR_TWOS, three=FOUR_THREES)
    return holding(state, 0, tokens="1 white, 1 blue, 1 green, 1 red, 1 black, 5 gold", unseen="1k2")


def two_nobles_at_once() -> State:
    state = stacked(3, one=f"1k1 {FOUR_ONES}", nobles="n1 n6 n8 n5")
    state = holding(state, 0, bought=f"{NINE_BONUSES} 1w5", tokens="2 red, 3 gold", reserved="1u6")
    return holding(state, 1, bought="1k8", tokens="5 green, 5 black")


def three_nobles_left_over() -> State:
    state = stacked(4, one=FOUR_ONES, two=f"{FOUR_TWOS} 2k1", nobles="n1 n6 n8 n5 n7")
    bought = f"{NINE_BONUSES} 1w5 1u5 1g5"
    return holding(state, 0, bought=bought, tokens="5 white, 4 black")


def empty_decks_and_places() -> State:
    state = stacked(3, one="1w1 1u2", two="2g3", three="3w1 3u2 3g3 3r4 3k1", edition="2014")
    return holding(state, 0, tokens="2 white, 2 blue, 2 green, 2 red, 1 gold", reserved="1k5")


def two_colours_left(edition: str) -> State:
    state = stacked(one=FOUR_ONES, two=FOUR_TWOS, edition=edition)
    state = holding(state, 0, tokens="4 white, 4 blue")
    return holding(state, 1, tokens="4 green, 3 red, 2 black")


def no_gold_in_the_bank() -> State:
    state = stacked(one=f"{FOUR_ONES} 1k5", two=f"{FOUR_TWOS} 2k1", three=FOUR_THREES)
    state = holding(state, 0, tokens="4 white, 3 blue, 3 gold", reserved="3k4 3w4")
    return holding(state, 1, tokens="2 gold")


def only_a_pass() -> State:
    state = stacked(three=FOUR_THREES)
    state = holding(state, 0, tokens="4 white, 4 blue, 2 green", reserved="3k1 3k2 3k3")
    return holding(state, 1, tokens="2 green, 4 red, 4 black", reserved="3w2 3w3", bought="1k1 1k2 1k3")


def last_seat_of_the_last_round() -> State:
    state = reached(40, seats=3, edition="2019", seed=4, seating=(2, 1, 0))
    state = holding(state, 1, bought="3w4 3u4 3g4")
    return state._replace(turn=0, last_round=True)


def a_noble_lifts_to_fifteen() -> State:
    state = stacked(2, one=FOUR_ONES, two=FOUR_TWOS, nobles="n6 n7 n10")
    return holding(state, 0, bought="3w4 3u4 2w3 1w2 1w3 1u1 1u3", tokens="2 green, 1 black, 1 gold")


def visited_already() -> State:
    state = stacked(4, one=FOUR_ONES, two=FOUR_TWOS, three=FOUR_THREES, nobles="n1 n6 n8 n5 n2")
    state = holding(state, 0, bought=f"{NINE_BONUSES} 1w5 1k1 1k2", tokens="3 red, 1 black, 1 gold")
    return visited_by(state, 0, "n1")


@dataclass(frozen=True)
class Case:
    """A position, the number of its legal orders, and the number of ways to play two plies."""

    name: str
    state: State
    orders: int
    two_plies: int


CASES = [
    Case("the opening of two", reached(0, seats=2, edition="2014"), 30, 865),
    Case("the opening of four, who may take fewer", reached(0, seats=4, edition="2021"), 45, 2025),
    Case("two, near the end", reached(60, seats=2, edition="2019", seed=2), 15, 474),
    Case("three, near the end", reached(90, seats=3, edition="2014", seed=2), 23, 478),
    Case("three, the third begins", reached(45, seats=3, edition="2021", seating=(2, 0, 1)), 29, 677),
    Case("four, early", reached(33, seats=4, edition="2019", seed=3), 64, 1602),
    Case("four, near the end", reached(95, seats=4, edition="2014", seed=5), 25, 584),
    Case("full hands and ten tokens", full_hands_and_ten_tokens(), 24, 701),
    Case("ten tokens of every colour", ten_tokens_of_every_colour(), 240, 30072),
    Case("five gold", five_gold(), 453, 10399),
    Case("two nobles at once", two_nobles_at_once(), 24, 1152),
    Case("three nobles left over", three_nobles_left_over(), 288, 6396),
    Case("empty decks and places", empty_decks_and_places(), 190, 3734),
    Case("two colours left, all of them must be taken", two_colours_left("2019"), 9, 113),
    Case("two colours left, one may be taken", two_colours_left("2021"), 11, 157),
    Case("no gold in the bank", no_gold_in_the_bank(), 163, 3459),
    Case("only a pass", only_a_pass(), 1, 17),
    Case("the last seat of the last round", last_seat_of_the_last_round(), 28, 0),
    Case("a noble lifts to fifteen", a_noble_lifts_to_fifteen(), 23, 455),
    Case("visited already", visited_already(), 39, 1022),
]
