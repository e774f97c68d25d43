"""Reserving: face up or unseen, with gold while there is some."""

from engine import CARDS, Reserved, apply, parse_order, position, view
from engine.events import CardReserved, CardTurnedUp
from tests.support.engine.scenes import counted, holding, play, stacked, texts

FIVE_ONES = "1w1 1u1 1g1 1r1 1k1"


def test_a_card_from_the_table_comes_to_hand_with_one_gold() -> None:
    after = play(stacked(one=FIVE_ONES), "reserve 1u1")
    assert after.seats[0].reserved == (Reserved(CARDS["1u1"], 1, hidden=False),)
    assert after.seats[0].tokens == counted("1 gold")
    assert after.bank[5] == 4


def test_its_place_is_refilled_at_once_from_the_deck_of_its_level() -> None:
    step = apply(stacked(one=FIVE_ONES), parse_order("reserve 1u1"))
    assert position(step.state)["table"] == [["1w1", "1k1", "1g1", "1r1"], [None] * 4, [None] * 4]
    assert step.events == (
        CardReserved(0, "1u1", level=1, hidden=False, gold=True),
        CardTurnedUp(level=1, column=1, card="1k1"),
    )


def test_an_empty_deck_leaves_an_empty_place() -> None:
    step = apply(stacked(one="1w1 1u1 1g1 1r1"), parse_order("reserve 1g1"))
    assert position(step.state)["table"] == [["1w1", "1u1", None, "1r1"], [None] * 4, [None] * 4]
    assert len(step.events) == 1


def test_the_top_of_a_deck_comes_to_hand_unseen() -> None:
    step = apply(stacked(one=FIVE_ONES), parse_order("reserve deck 1"))
    assert step.state.seats[0].reserved == (Reserved(CARDS["1k1"], 1, hidden=True),)
    assert step.state.decks[0] == ()
    assert step.state.table == stacked(one=FIVE_ONES).table
    assert step.events == (CardReserved(0, "1k1", level=1, hidden=True, gold=True),)


def test_only_the_owner_learns_what_an_unseen_card_is() -> None:
    after = play(stacked(3, one=FIVE_ONES), "reserve deck 1")
    seen = [view(after, seat).seats[0].reserved for seat in (0, 1, 2, None)]
    assert seen[0] == (Reserved(CARDS["1k1"], 1, hidden=True),)
    assert seen[1:] == [(Reserved(None, 1, hidden=True),)] * 3


def test_everyone_knows_a_card_that_was_reserved_face_up() -> None:
    after = play(stacked(one=FIVE_ONES), "reserve 1g1")
    assert view(after, 1).seats[0].reserved == (Reserved(CARDS["1g1"], 1, hidden=False),)


def test_once_bought_an_unseen_card_is_known_to_all() -> None:
    state = holding(stacked(), 0, tokens="3 red", unseen="1g1")
    after = play(state, "buy 1g1")
    assert view(after, 1).seats[0].bought == (CARDS["1g1"],)


def test_with_no_gold_left_one_may_still_reserve() -> None:
    state = holding(stacked(one=FIVE_ONES), 1, tokens="5 gold")
    step = apply(state, parse_order("reserve 1w1"))
    assert step.state.seats[0].tokens == counted("")
    assert len(step.state.seats[0].reserved) == 1
    assert step.events[0] == CardReserved(0, "1w1", level=1, hidden=False, gold=False)


def test_three_reserved_cards_are_the_most() -> None:
    state = holding(stacked(one=FIVE_ONES), 0, reserved="2w1 2u1", unseen="2g1")
    assert not any(text.startswith("reserve") for text in texts(state))


def test_the_third_card_may_still_be_reserved() -> None:
    state = holding(stacked(one=FIVE_ONES), 0, reserved="2w1 2u1")
    assert [text for text in texts(state) if text.startswith("reserve")] == [
        "reserve 1w1",
        "reserve 1u1",
        "reserve 1g1",
        "reserve 1r1",
        "reserve deck 1",
    ]


def test_nothing_is_drawn_from_an_empty_deck() -> None:
    assert "reserve deck 1" not in texts(stacked(one="1w1 1u1 1g1 1r1"))


def test_the_gold_that_makes_eleven_forces_a_return_and_may_itself_go_back() -> None:
    state = holding(stacked(4, one="1w1"), 0, tokens="6 white, 4 blue")
    assert [text for text in texts(state) if text.startswith("reserve")] == [
        "reserve 1w1 return white",
        "reserve 1w1 return blue",
        "reserve 1w1 return gold",
    ]
    after = play(state, "reserve 1w1 return gold")
    assert after.seats[0].tokens == counted("6 white, 4 blue")
    assert after.bank[5] == 5


def test_with_ten_tokens_and_no_gold_in_the_bank_nothing_goes_back() -> None:
    state = holding(stacked(4, one="1w1"), 0, tokens="6 white, 4 blue")
    state = holding(state, 1, tokens="5 gold")
    assert [text for text in texts(state) if text.startswith("reserve")] == ["reserve 1w1"]
