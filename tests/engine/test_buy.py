"""Buying: price, bonuses, gold by the player's choice."""

from engine import CARDS, apply, parse_order, position
from engine.events import CardBought, CardTurnedUp
from tests.support.engine.scenes import counted, holding, play, stacked, texts


def buys(text: str, of: list[str]) -> list[str]:
    return [each for each in of if each.split()[:2] == ["buy", text]]


def test_the_tokens_paid_go_back_to_the_bank() -> None:
    state = holding(stacked(one="1w2"), 0, tokens="2 blue, 1 green, 1 red, 1 black")
    after = play(state, "buy 1w2")
    assert after.seats[0].tokens == counted("1 blue")
    assert after.bank == counted("4 white, 3 blue, 4 green, 4 red, 4 black, 5 gold")


def test_a_bought_card_brings_its_points_and_its_bonus() -> None:
    after = play(holding(stacked(one="1w8"), 0, tokens="4 green"), "buy 1w8")
    mine = after.seats[0]
    assert (mine.points, mine.bonuses, mine.bought) == (1, (1, 0, 0, 0, 0), (CARDS["1w8"],))


def test_its_place_on_the_table_is_refilled() -> None:
    state = holding(stacked(one="1u1 1w6 1g1 1r1 1k1"), 0, tokens="3 blue")
    step = apply(state, parse_order("buy 1w6"))
    assert position(step.state)["table"] == [["1u1", "1k1", "1g1", "1r1"], [None] * 4, [None] * 4]
    assert step.events == (
        CardBought(0, "1w6", paid=counted("3 blue"), gold=(), from_hand=False),
        CardTurnedUp(1, 1, "1k1"),
    )


def test_a_reserved_card_is_bought_from_the_hand_and_nothing_is_turned_up() -> None:
    state = holding(stacked(one="1w1 1w2 1w3 1w4 1w5"), 0, tokens="3 blue", reserved="1w6 2w6")
    step = apply(state, parse_order("buy 1w6"))
    assert [held.card for held in step.state.seats[0].reserved] == [CARDS["2w6"]]
    assert step.state.table == state.table
    assert step.events == (CardBought(0, "1w6", paid=counted("3 blue"), gold=(), from_hand=True),)


def test_nobody_buys_from_another_hand() -> None:
    state = holding(holding(stacked(), 0, tokens="3 blue"), 1, reserved="1w6")
    assert buys("1w6", texts(state)) == []


def test_bonuses_lower_the_price_and_never_below_nothing() -> None:
    state = holding(stacked(one="1w2"), 0, tokens="1 red, 1 black", bought="1u1 1u2 1u3 1g1")
    after = play(state, "buy 1w2")
    assert after.seats[0].tokens == counted("")
    assert after.bank == counted("4 white, 4 blue, 4 green, 4 red, 4 black, 5 gold")


def test_a_card_may_cost_nothing() -> None:
    state = holding(stacked(one="1w6"), 0, bought="1u1 1u2 1u3")
    assert "buy 1w6" in texts(state)
    assert play(state, "buy 1w6").bank == state.bank


def test_the_bonus_of_a_card_does_not_lower_its_own_price() -> None:
    state = holding(stacked(one="1w1", two="2w6"), 0, bought="1w2 1w3 1w4 1w5 1w6")
    assert buys("2w6", texts(state)) == []


def test_gold_stands_for_what_is_missing() -> None:
    state = holding(stacked(one="1w2"), 0, tokens="1 blue, 1 red, 2 gold")
    assert buys("1w2", texts(state)) == ["buy 1w2 gold green black"]
    after = play(state, "buy 1w2 gold green black")
    assert after.seats[0].tokens == counted("")
    assert after.bank == counted("4 white, 4 blue, 4 green, 4 red, 4 black, 5 gold")


def test_gold_may_be_paid_while_the_colour_is_held() -> None:
    state = holding(stacked(one="1u1"), 0, tokens="3 black, 2 gold")
    assert buys("1u1", texts(state)) == ["buy 1u1", "buy 1u1 gold black", "buy 1u1 gold black black"]
    assert play(state, "buy 1u1 gold black black").seats[0].tokens == counted("2 black")


def test_every_split_of_gold_over_the_colours_is_a_choice() -> None:
    state = holding(stacked(one="1r1"), 0, tokens="1 blue, 1 green, 2 gold")
    assert set(buys("1r1", texts(state))) == {
        "buy 1r1 gold blue",
        "buy 1r1 gold blue blue",
        "buy 1r1 gold blue green",
    }


def test_the_events_tell_what_was_paid_and_what_gold_stood_for() -> None:
    state = holding(stacked(one="1u1"), 0, tokens="3 black, 2 gold")
    assert apply(state, parse_order("buy 1u1 gold black")).events == (
        CardBought(0, "1u1", paid=counted("2 black, 1 gold"), gold=("black",), from_hand=False),
    )


def test_gold_does_not_pay_for_what_a_bonus_covers() -> None:
    state = holding(stacked(one="1w6"), 0, bought="1u1 1u2 1u3", tokens="2 gold")
    assert buys("1w6", texts(state)) == ["buy 1w6"]


def test_a_seat_with_all_bonuses_of_a_colour_and_ten_tokens_may_buy() -> None:
    every_white = " ".join(card.id for card in CARDS.values() if card.bonus == "white")
    state = holding(stacked(4, one="1u1"), 0, tokens="7 white, 3 gold", bought=every_white)
    assert buys("1u1", texts(state)) == ["buy 1u1 gold black black black"]
