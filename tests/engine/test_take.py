"""Taking gems, and giving back what is above ten."""

import pytest

from engine import Code, State, apply, parse_order
from engine.events import TokensReturned, TokensTaken
from tests.support.engine.scenes import counted, holding, play, refusal, stacked, texts


def takes(state: State) -> list[str]:
    return [text for text in texts(state) if text.startswith("take")]


def bank_left_with(tokens: str, edition: str = "2019", seats: int = 2) -> State:
    """Nobody holds what the bank has not got: it just lies aside."""
    return stacked(seats, one="1w1", edition=edition)._replace(bank=counted(tokens))


def test_three_different_gems_leave_the_bank_for_the_hand() -> None:
    after = play(stacked(), "take white green black")
    assert after.seats[0].tokens == counted("1 white, 1 green, 1 black")
    assert after.bank == counted("3 white, 4 blue, 3 green, 4 red, 3 black, 5 gold")


def test_there_are_ten_ways_to_take_three_different_gems_and_five_to_take_two_alike() -> None:
    sizes = [len(text.split()) - 1 for text in takes(stacked())]
    assert (sizes.count(3), sizes.count(2), len(sizes)) == (10, 5, 15)


def test_gold_is_never_taken() -> None:
    assert not any("gold" in text for text in takes(stacked()))


@pytest.mark.parametrize(("left", "allowed"), [(4, True), (3, False)])
def test_two_of_a_colour_need_four_in_the_bank_before_taking(left: int, allowed: bool) -> None:
    state = bank_left_with(f"{left} red, 1 white, 1 blue")
    assert ("take red red" in takes(state)) is allowed


@pytest.mark.parametrize("edition", ["2014", "2019"])
def test_until_2019_one_takes_three_while_three_colours_are_left(edition: str) -> None:
    assert takes(bank_left_with("1 white, 1 red, 1 black", edition)) == ["take white red black"]


@pytest.mark.parametrize("edition", ["2014", "2019"])
def test_until_2019_one_takes_one_of_each_colour_left_where_fewer_than_three_are(edition: str) -> None:
    assert takes(bank_left_with("1 white, 3 red", edition)) == ["take white red"]
    assert takes(bank_left_with("3 red", edition)) == ["take red"]


def test_until_2019_two_alike_stay_possible_where_fewer_than_three_colours_are_left() -> None:
    assert set(takes(bank_left_with("4 red"))) == {"take red", "take red red"}


def test_since_2021_one_may_always_take_fewer() -> None:
    assert set(takes(bank_left_with("1 white, 1 red, 1 black", "2021"))) == {
        "take white red black",
        "take white red",
        "take white black",
        "take red black",
        "take white",
        "take red",
        "take black",
    }


@pytest.mark.parametrize("edition", ["2014", "2019", "2021"])
def test_taking_nothing_is_no_action(edition: str) -> None:
    assert takes(bank_left_with("5 gold", edition)) == []


def test_ten_tokens_may_be_kept_without_returning_any() -> None:
    state = holding(stacked(4), 0, tokens="7 white")
    assert "take blue green red" in texts(state)
    assert play(state, "take blue green red").seats[0].tokens == counted("7 white, 1 blue, 1 green, 1 red")


def test_above_ten_the_excess_goes_back_in_every_way_there_is() -> None:
    state = holding(stacked(4), 0, tokens="5 white, 4 blue")
    assert [text for text in texts(state) if text.startswith("take green red black")] == [
        "take green red black return white white",
        "take green red black return white blue",
        "take green red black return white green",
        "take green red black return white red",
        "take green red black return white black",
        "take green red black return blue blue",
        "take green red black return blue green",
        "take green red black return blue red",
        "take green red black return blue black",
        "take green red black return green red",
        "take green red black return green black",
        "take green red black return red black",
    ]


def test_what_was_just_taken_may_go_back() -> None:
    state = holding(stacked(4), 0, tokens="5 white, 5 blue")
    after = play(state, "take green red black return green red black")
    assert after.seats[0].tokens == counted("5 white, 5 blue")
    assert after.bank == state.bank


def test_gold_counts_towards_the_ten_and_may_go_back() -> None:
    state = holding(stacked(4), 0, tokens="5 white, 3 blue, 2 gold")
    after = play(state, "take red red return blue gold")
    assert after.seats[0].tokens == counted("5 white, 2 blue, 2 red, 1 gold")
    assert after.bank[5] == 4


def test_the_events_tell_what_was_taken_and_what_went_back() -> None:
    state = holding(stacked(4), 0, tokens="5 white, 5 blue")
    assert apply(state, parse_order("take red red return white red")).events == (
        TokensTaken(0, ("red", "red")),
        TokensReturned(0, ("white", "red")),
    )


def test_two_alike_are_counted_before_anything_goes_back() -> None:
    state = holding(stacked(), 0, tokens="1 red, 4 white, 4 blue")
    assert refusal(state, "take red red return red") == (
        Code.NEEDS_FOUR_FOR_TWO,
        {"colour": "red", "has": 3},
    )
