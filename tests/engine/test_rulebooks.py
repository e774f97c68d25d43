"""The worked examples of the published rulebooks, and what each of them alone says.

Five texts: Icelandic (2014, two that agree), Hebrew (a summary game view), Polish (2019) and Danish (2021).
"""

import pytest

from engine import CARDS, NOBLES, Code, Setup, State, apply, deal, parse_order, position, price, view, winners
from engine.events import Passed
from tests.support.engine.scenes import counted, holding, play, refusal, stacked, texts

RED_BLUE_GREEN = "1r1"  # costs 2 blue and 1 green
THREE_WHITE_THREE_BLUE_TWO_GREEN = "1w1 1w2 1w3 1u1 1u2 1u3 1g1 1g2"
FIFTEEN_POINTS = "3w4 3u4 3g4"


def cost(card: str) -> dict[str, int]:
    gems = ("white", "blue", "green", "red", "black")
    return {gem: count for gem, count in zip(gems, CARDS[card].cost, strict=True) if count}


def nobles_shown(seats: int) -> int:
    return len(deal(Setup(seats=seats, seed=b"any")).nobles)


def gems_in_the_bank(seats: int) -> set[int]:
    return set(deal(Setup(seats=seats, seed=b"any")).bank[:5])


def with_two_blue_bonuses(edition: str) -> State:
    return holding(stacked(one=RED_BLUE_GREEN, edition=edition), 0, bought="1u1 1u2", tokens="1 green")


def third_green_card(edition: str) -> State:
    """Buying it completes three white, three blue and three green bonuses."""
    state = stacked(one="1g4", nobles="n1", edition=edition)
    return holding(state, 0, bought=THREE_WHITE_THREE_BLUE_TWO_GREEN, tokens="1 red, 1 black")


# Icelandic, 2014


def test_icelandic_2014_a_level_three_card_worth_four_points_costs_3_blue_3_black_6_white() -> None:
    card = CARDS["3u2"]
    assert (card.level, card.points, card.bonus) == (3, 4, "blue")
    assert cost("3u2") == {"white": 6, "blue": 3, "black": 3}


def test_icelandic_2014_a_noble_visits_whoever_has_3_blue_3_green_3_white_bonuses() -> None:
    after = play(third_green_card("2014"), "buy 1g4")
    assert after.seats[0].nobles == (NOBLES["n1"],)
    assert after.seats[0].points == 3


def test_icelandic_2014_with_2_blue_bonuses_2_blue_and_1_green_are_paid_with_1_green() -> None:
    after = play(with_two_blue_bonuses("2014"), "buy 1r1")
    assert after.seats[0].tokens == counted("")
    assert CARDS["1r1"] in after.seats[0].bought


def test_icelandic_2014_with_enough_bonuses_a_card_costs_no_token() -> None:
    state = holding(stacked(one=RED_BLUE_GREEN, edition="2014"), 0, bought="1u1 1u2 1g1")
    assert play(state, "buy 1r1").bank == state.bank


def test_icelandic_2014_four_players_show_five_nobles() -> None:
    assert nobles_shown(4) == 5


def test_icelandic_2014_two_players_leave_4_of_each_gem_and_3_nobles() -> None:
    assert (gems_in_the_bank(2), nobles_shown(2)) == ({4}, 3)


def test_icelandic_2014_three_players_leave_5_of_each_gem_and_4_nobles() -> None:
    assert (gems_in_the_bank(3), nobles_shown(3)) == ({5}, 4)


def test_icelandic_2014_one_takes_3_gems_not_fewer() -> None:
    assert refusal(stacked(edition="2014"), "take red black") == (
        Code.MUST_TAKE_MORE,
        {"taken": 2, "must": 3},
    )


def test_icelandic_2014_all_that_was_just_taken_may_be_returned() -> None:
    state = holding(stacked(4, edition="2014"), 0, tokens="5 white, 5 blue")
    after = play(state, "take green red black return green red black")
    assert after.seats[0].tokens == state.seats[0].tokens


def test_icelandic_2014_one_reserves_even_when_no_gold_is_left() -> None:
    state = holding(stacked(one="1w1", edition="2014"), 1, tokens="5 gold")
    after = play(state, "reserve 1w1")
    assert (len(after.seats[0].reserved), after.seats[0].tokens) == (1, counted(""))


def test_icelandic_2014_fewer_than_four_cards_lie_there_once_a_deck_is_used_up() -> None:
    after = play(stacked(one="1w1 1w2 1w3 1w4", edition="2014"), "reserve 1w1")
    assert position(after)["table"] == [[None, "1w2", "1w3", "1w4"], [None] * 4, [None] * 4]


def test_icelandic_2014_all_have_had_as_many_turns_when_the_game_ends() -> None:
    state = holding(stacked(4, edition="2014"), 1, bought=FIFTEEN_POINTS)
    state = play(state, *["take white blue green"] * 3)
    assert not state.over
    assert play(state, "take white blue green").over


# Hebrew, summary game view


def test_hebrew_game_view_four_players_show_five_nobles_three_four_and_two_three() -> None:
    assert [nobles_shown(seats) for seats in (4, 3, 2)] == [5, 4, 3]


def test_hebrew_game_view_two_players_remove_three_of_each_gem_three_players_two() -> None:
    assert [gems_in_the_bank(seats) for seats in (4, 3, 2)] == [{7}, {5}, {4}]


def test_hebrew_game_view_gold_is_never_removed() -> None:
    assert [deal(Setup(seats=seats, seed=b"any")).bank[5] for seats in (2, 3, 4)] == [5, 5, 5]


def test_hebrew_game_view_the_decks_have_40_30_and_20_cards() -> None:
    assert [sum(card.level == level for card in CARDS.values()) for level in (1, 2, 3)] == [40, 30, 20]


def test_hebrew_game_view_two_alike_need_four_of_the_colour() -> None:
    state = holding(stacked(3), 1, tokens="2 red")
    assert refusal(state, "take red red") == (Code.NEEDS_FOUR_FOR_TWO, {"colour": "red", "has": 3})


def test_hebrew_game_view_a_bonus_is_worth_a_token_of_its_colour() -> None:
    state = with_two_blue_bonuses("2019")
    assert price(CARDS["1r1"], state.seats[0].bonuses) == (0, 0, 1, 0, 0)
    assert "buy 1r1" in texts(state)


def test_hebrew_game_view_with_enough_bonuses_a_card_costs_no_token() -> None:
    assert "buy 1r1" in texts(holding(stacked(one=RED_BLUE_GREEN), 0, bought="1u1 1u2 1g1"))


def test_hebrew_game_view_one_noble_a_turn_and_the_player_chooses() -> None:
    bought = f"{THREE_WHITE_THREE_BLUE_TWO_GREEN} 1g3 1w4 1u4"
    state = holding(stacked(nobles="n1 n6"), 0, bought=bought)
    after = play(state, "take red red noble n6")
    assert (after.seats[0].nobles, after.nobles) == ((NOBLES["n6"],), (NOBLES["n1"],))


def test_hebrew_game_view_of_equals_the_one_who_bought_fewer_cards_wins() -> None:
    state = holding(holding(stacked(), 0, bought=f"{FIFTEEN_POINTS} 1w1"), 1, bought=FIFTEEN_POINTS)
    assert winners(play(state, "take red red", "take black black")) == (1,)


# Polish, 2019


def test_polish_2019_a_level_two_card_worth_two_points_costs_1_white_4_blue_2_green() -> None:
    card = CARDS["2r4"]
    assert (card.level, card.points, card.bonus) == (2, 2, "red")
    assert cost("2r4") == {"white": 1, "blue": 4, "green": 2}


def test_polish_2019_a_noble_visits_whoever_has_3_green_3_blue_3_white_bonuses() -> None:
    assert play(third_green_card("2019"), "buy 1g4").seats[0].nobles == (NOBLES["n1"],)


def test_polish_2019_with_2_blue_bonuses_2_blue_and_1_green_are_paid_with_1_green() -> None:
    assert play(with_two_blue_bonuses("2019"), "buy 1r1").seats[0].tokens == counted("")


def test_polish_2019_with_enough_bonuses_no_token_is_paid() -> None:
    state = holding(stacked(one=RED_BLUE_GREEN), 0, bought="1u1 1u2 1u3 1g1 1g2", tokens="2 blue, 2 green")
    assert play(state, "buy 1r1").seats[0].tokens == counted("2 blue, 2 green")


def test_polish_2019_four_players_show_five_nobles() -> None:
    assert nobles_shown(4) == 5


@pytest.mark.parametrize(("left", "take"), [("1 red, 1 black", "take red black"), ("1 red", "take red")])
def test_polish_2019_two_or_one_are_taken_where_no_more_colours_are_left(left: str, take: str) -> None:
    assert texts(stacked()._replace(bank=counted(left))) == [take]


def test_polish_2019_while_three_colours_are_left_three_are_taken() -> None:
    state = stacked()._replace(bank=counted("1 white, 1 red, 1 black"))
    assert texts(state) == ["take white red black"]


def test_polish_2019_whoever_can_do_nothing_passes_and_the_server_shows_no_card() -> None:
    state = holding(stacked()._replace(bank=counted("5 gold")), 0, unseen="3w4 3u4 3g4")
    step = apply(state, parse_order("pass"))
    assert step.events == (Passed(0),)
    assert all(held.card is None for held in view(step.state, 1).seats[0].reserved)


def test_polish_2019_gold_may_be_spent_at_once_and_on_any_card() -> None:
    state = holding(stacked(one="1r1 1g7", three="3w4"), 0, tokens="2 white")
    state = play(state, "reserve 3w4", "take red red")
    after = play(state, "buy 1g7 gold blue")
    assert [card.id for card in after.seats[0].bought] == ["1g7"]
    assert [held.card for held in after.seats[0].reserved] == [CARDS["3w4"]]


def test_polish_2019_reserved_cards_that_were_not_bought_do_not_count_in_the_tie_break() -> None:
    state = holding(holding(stacked(), 0, bought=f"{FIFTEEN_POINTS} 1w1"), 1, bought=FIFTEEN_POINTS)
    state = holding(state, 1, reserved="1k1 1k2 1k3")
    assert winners(play(state, "take red red", "take black black")) == (1,)


def test_polish_2019_nobles_are_not_replaced() -> None:
    assert play(third_green_card("2019"), "buy 1g4").nobles == ()


# Danish, 2021


def test_danish_2021_a_level_two_card_worth_two_points_costs_1_white_4_blue_2_green() -> None:
    state = holding(stacked(two="2r4", edition="2021"), 0, tokens="1 white, 4 blue, 2 green")
    after = play(state, "buy 2r4")
    assert (after.seats[0].points, after.seats[0].bonuses) == (2, (0, 0, 0, 1, 0))
    assert after.seats[0].tokens == counted("")


def test_danish_2021_a_noble_visits_whoever_has_3_blue_3_green_3_white_bonuses() -> None:
    assert play(third_green_card("2021"), "buy 1g4").seats[0].nobles == (NOBLES["n1"],)


def test_danish_2021_with_2_blue_bonuses_2_blue_and_1_green_are_paid_with_1_green() -> None:
    assert play(with_two_blue_bonuses("2021"), "buy 1r1").seats[0].tokens == counted("")


def test_danish_2021_with_enough_bonuses_a_card_costs_no_token() -> None:
    state = holding(stacked(one=RED_BLUE_GREEN, edition="2021"), 0, bought="1u1 1u2 1g1")
    assert play(state, "buy 1r1").bank == state.bank


def test_danish_2021_four_players_show_five_nobles() -> None:
    assert nobles_shown(4) == 5


@pytest.mark.parametrize("take", ["take red", "take red black", "take green red black"])
def test_danish_2021_up_to_three_gems_are_taken_always(take: str) -> None:
    assert take in texts(stacked(edition="2021"))


def test_danish_2021_what_goes_back_is_a_free_choice() -> None:
    state = holding(stacked(4, edition="2021"), 0, tokens="5 white, 4 blue, 1 gold")
    backs = {text.removeprefix("take red return ") for text in texts(state) if text.startswith("take red return")}
    assert backs == {"white", "blue", "red", "gold"}


def test_danish_2021_an_empty_deck_leaves_its_place_empty() -> None:
    state = holding(stacked(one="1w1 1w2 1w3 1w4", edition="2021"), 0, tokens="2 red, 1 black")
    assert position(play(state, "buy 1w1"))["table"] == [[None, "1w2", "1w3", "1w4"], [None] * 4, [None] * 4]


def test_danish_2021_fifteen_points_play_the_round_out() -> None:
    state = holding(stacked(edition="2021"), 0, bought=FIFTEEN_POINTS)
    state = play(state, "take red")
    assert not state.over
    assert play(state, "take red").over
