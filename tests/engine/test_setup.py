"""How a game is laid out: the set-up table, the seating, the cards."""

from collections.abc import Callable

import pytest

from engine import CARDS, EDITIONS, NOBLES, InvalidSetup, Setup, deal, position
from tests.support.engine.scenes import play, stacked

ALL_IDS = tuple(tuple(card.id for card in CARDS.values() if card.level == level) for level in (1, 2, 3))


@pytest.mark.parametrize(("seats", "gems", "nobles"), [(2, 4, 3), (3, 5, 4), (4, 7, 5)])
def test_the_set_up_table(seats: int, gems: int, nobles: int) -> None:
    state = deal(Setup(seats=seats, seed=b"any"))
    assert state.bank == (gems, gems, gems, gems, gems, 5)
    assert len(state.nobles) == nobles
    assert len(state.seats) == seats


def test_four_players_have_all_forty_tokens() -> None:
    assert sum(deal(Setup(seats=4, seed=b"any")).bank) == 40


def test_there_are_90_cards_40_of_level_one_30_of_level_two_20_of_level_three() -> None:
    assert [len(ids) for ids in ALL_IDS] == [40, 30, 20]
    assert len(CARDS) == 90


def test_there_are_ten_nobles_worth_three_points_each() -> None:
    assert [noble.points for noble in NOBLES.values()] == [3] * 10


def test_four_cards_of_each_level_are_turned_up_and_the_rest_lies_in_the_decks() -> None:
    state = deal(Setup(seats=2, seed=b"any"))
    for level, ids in enumerate(ALL_IDS):
        dealt = [card.id for card in (*state.table[level], *state.decks[level]) if card]
        assert len(state.decks[level]) == len(ids) - 4
        assert sorted(dealt) == sorted(ids)


def test_nobody_has_anything_at_the_start() -> None:
    nothing = {
        "tokens": dict.fromkeys(["white", "blue", "green", "red", "black", "gold"], 0),
        "bonuses": dict.fromkeys(["white", "blue", "green", "red", "black"], 0),
        "points": 0,
        "bought": [],
        "reserved": [],
        "nobles": [],
    }
    assert position(deal(Setup(seats=3, seed=b"any")))["seats"] == [nothing] * 3


def test_the_position_has_the_shape_of_the_contract() -> None:
    assert position(stacked(one="1w1 1w2 1w3 1w4 1w5", two="2u1", nobles="n4 n2")) == {
        "bank": {"white": 4, "blue": 4, "green": 4, "red": 4, "black": 4, "gold": 5},
        "table": [["1w1", "1w2", "1w3", "1w4"], ["2u1", None, None, None], [None] * 4],
        "decks": [1, 0, 0],
        "nobles": ["n4", "n2"],
        "turn": 0,
        "over": False,
        "winners": [],
        "seats": position(deal(Setup(seats=2, seed=b"any")))["seats"],
    }


def test_stacked_decks_are_dealt_first_id_first() -> None:
    state = stacked(one="1w1 1w2 1w3 1w4 1w5 1w6", nobles="n9 n1 n2 n3 n4")
    assert position(play(state, "reserve 1w2", "reserve 1w1"))["table"] == [
        ["1w6", "1w5", "1w3", "1w4"],
        [None] * 4,
        [None] * 4,
    ]
    assert position(state)["nobles"] == ["n9", "n1", "n2"]


def test_the_same_seed_deals_the_same_game_in_every_edition() -> None:
    states = [deal(Setup(seats=2, edition=edition, seed=b"any")) for edition in EDITIONS]
    assert len({(state.table, state.decks, state.nobles) for state in states}) == 1


def test_2019_is_the_default_edition() -> None:
    assert deal(Setup(seats=2, seed=b"any")).edition == "2019"


def test_without_a_seating_the_first_seat_begins_and_the_others_follow() -> None:
    state = deal(Setup(seats=3, seed=b"any"))
    turns = [state.turn]
    for _ in range(3):
        state = play(state, "take white blue green")
        turns.append(state.turn)
    assert turns == [0, 1, 2, 0]


def test_the_seating_says_who_begins_and_who_follows() -> None:
    state = deal(Setup(seats=3, seed=b"any", seating=(2, 0, 1)))
    turns, rounds = [state.turn], [state.round]
    for _ in range(3):
        state = play(state, "take white blue green")
        turns.append(state.turn)
        rounds.append(state.round)
    assert turns == [2, 0, 1, 2]
    assert rounds == [1, 1, 1, 2]


TWO_DECKS = ((), ())
THREE_DECKS = ((), (), ())


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: Setup(seats=1, seed=b""),
        lambda: Setup(seats=5, seed=b""),
        lambda: Setup(seats=2, edition="2020", seed=b""),
        lambda: Setup(seats=2),
        lambda: Setup(seats=2, decks=THREE_DECKS),
        lambda: Setup(seats=2, nobles=()),
        lambda: Setup(seats=2, seed=b"", decks=THREE_DECKS, nobles=()),
        lambda: Setup(seats=2, decks=TWO_DECKS, nobles=()),
        lambda: Setup(seats=2, decks=(("2w1",), (), ()), nobles=()),
        lambda: Setup(seats=2, decks=(("1w1", "1w1"), (), ()), nobles=()),
        lambda: Setup(seats=2, decks=THREE_DECKS, nobles=("n11",)),
        lambda: Setup(seats=2, decks=THREE_DECKS, nobles=("n1", "n1")),
        lambda: Setup(seats=2, seed=b"", seating=(0, 0)),
        lambda: Setup(seats=2, seed=b"", seating=(1,)),
        lambda: Setup(seats=2, seed=b"", seating=(1, 2)),
    ],
)
def test_what_can_not_be_dealt_is_refused(attempt: Callable[[], Setup]) -> None:
    with pytest.raises(InvalidSetup):
        attempt()
