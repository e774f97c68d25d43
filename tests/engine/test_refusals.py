"""Every way an order can be illegal: the code says which rule, the facts with which numbers."""

from dataclasses import dataclass

import pytest

from engine import (
    Buy,
    Code,
    Entry,
    IllegalOrder,
    Reserve,
    ReserveDeck,
    Resign,
    State,
    Take,
    TakeBack,
    advance,
    parse_order,
)
from tests.support.engine.scenes import counted, holding, play, stacked

SEVERAL_NOBLES = "1w1 1w2 1w3 1w4 1u1 1u2 1u3 1u4 1g1 1g2 1g3"  # satisfies n1 and n6


@dataclass(frozen=True)
class Refusal:
    """What is ordered where, and how it is refused."""

    code: Code
    state: State
    order: str | Entry
    facts: dict[str, object]
    past: tuple[State, ...] = ()


def game_over() -> State:
    return play(stacked()._replace(bank=counted("5 gold")), "pass", "pass")


def dealt() -> State:
    """There is a card to be turned up."""
    return stacked(one="1u2 1u3 1u4 1u5 1u6")


def ten_tokens() -> State:
    return holding(stacked(4, one="1w1"), 0, tokens="6 white, 4 blue")


def blue_card(tokens: str) -> State:
    """A card that costs 2 green and 2 black is for sale."""
    return holding(stacked(one="1u2"), 0, tokens=tokens)


def colours(**counts: int) -> dict[str, int]:
    return {gem: counts.get(gem, 0) for gem in ("white", "blue", "green", "red", "black")}


REFUSALS = [
    Refusal(Code.GAME_OVER, game_over(), "take red red", {}),
    Refusal(Code.GAME_OVER, game_over(), "pass", {}),
    Refusal(
        Code.NOT_A_GEM_SET,
        stacked(),
        "take white white blue",
        {"gems": ("white", "white", "blue")},
    ),
    Refusal(
        Code.NOT_A_GEM_SET,
        stacked(),
        "take white blue green red",
        {"gems": ("white", "blue", "green", "red")},
    ),
    Refusal(Code.NOT_A_GEM_SET, stacked(4), "take red red red", {"gems": ("red", "red", "red")}),
    Refusal(Code.NOT_A_GEM_SET, stacked(edition="2021"), Take(()), {"gems": ()}),
    Refusal(Code.GOLD_NEVER_TAKEN, stacked(), Take(("gold",)), {}),
    Refusal(Code.GOLD_NEVER_TAKEN, stacked(), Take(("white", "blue", "gold")), {}),
    Refusal(
        Code.BANK_HAS_TOO_FEW,
        holding(stacked(), 1, tokens="4 blue"),
        "take white blue green",
        {"colour": "blue", "has": 0, "wanted": 1},
    ),
    Refusal(
        Code.NEEDS_FOUR_FOR_TWO,
        holding(stacked(), 1, tokens="1 red"),
        "take red red",
        {"colour": "red", "has": 3},
    ),
    Refusal(Code.MUST_TAKE_MORE, stacked(edition="2014"), "take red", {"taken": 1, "must": 3}),
    Refusal(Code.MUST_TAKE_MORE, stacked(edition="2019"), "take red black", {"taken": 2, "must": 3}),
    Refusal(
        Code.MUST_TAKE_MORE,
        stacked()._replace(bank=counted("1 red, 2 black")),
        "take red",
        {"taken": 1, "must": 2},
    ),
    Refusal(
        Code.HAND_FULL,
        holding(stacked(one="1w1"), 0, reserved="1k1 1k2", unseen="1k3"),
        "reserve 1w1",
        {"reserved": 3, "limit": 3},
    ),
    Refusal(
        Code.HAND_FULL,
        holding(stacked(one="1w1 1w2 1w3 1w4 1w5"), 0, reserved="1k1 1k2 1k3"),
        "reserve deck 1",
        {"reserved": 3, "limit": 3},
    ),
    Refusal(Code.NOT_ON_TABLE, stacked(one="1w1"), "reserve 1w2", {"card": "1w2"}),
    Refusal(Code.NOT_ON_TABLE, holding(stacked(), 0, reserved="1w2"), "reserve 1w2", {"card": "1w2"}),
    Refusal(Code.NOT_ON_TABLE, stacked(one="1w1"), Reserve("9x9"), {"card": "9x9"}),
    Refusal(Code.DECK_EMPTY, stacked(one="1w1 1w2 1w3 1w4"), "reserve deck 1", {"level": 1}),
    Refusal(Code.DECK_EMPTY, stacked(), ReserveDeck(4), {"level": 4}),
    Refusal(Code.CARD_NOT_FOR_SALE, stacked(one="1w1"), "buy 1w2", {"card": "1w2"}),
    Refusal(Code.CARD_NOT_FOR_SALE, holding(stacked(), 1, reserved="1w2"), "buy 1w2", {"card": "1w2"}),
    Refusal(Code.CARD_NOT_FOR_SALE, stacked(one="1w1"), Buy("9x9"), {"card": "9x9"}),
    Refusal(
        Code.CANNOT_AFFORD,
        holding(blue_card("1 green, 1 gold"), 0, bought="1k1"),
        "buy 1u2 gold green",
        {
            "card": "1u2",
            "price": colours(green=2, black=1),
            "tokens": colours(green=1) | {"gold": 1},
            "missing": colours(green=1, black=1),
            "gold": 1,
        },
    ),
    Refusal(
        Code.GOLD_CHOICE_NEEDED,
        blue_card("2 green, 1 black, 2 gold"),
        "buy 1u2",
        {"card": "1u2", "missing": colours(black=1), "gold": 2},
    ),
    Refusal(
        Code.GOLD_CHOICE_NEEDED,
        blue_card("2 green, 1 black, 2 gold"),
        "buy 1u2 gold green",
        {"card": "1u2", "missing": colours(black=1), "gold": 2},
    ),
    Refusal(
        Code.GOLD_NOT_HELD,
        blue_card("2 green, 2 black, 1 gold"),
        "buy 1u2 gold green black",
        {"wanted": 2, "has": 1},
    ),
    Refusal(
        Code.GOLD_NOT_NEEDED,
        blue_card("2 green, 2 black, 3 gold"),
        "buy 1u2 gold green green green",
        {"colour": "green", "wanted": 3, "price": 2},
    ),
    Refusal(
        Code.GOLD_NOT_NEEDED,
        blue_card("2 green, 2 black, 3 gold"),
        "buy 1u2 gold white",
        {"colour": "white", "wanted": 1, "price": 0},
    ),
    Refusal(Code.MUST_RETURN, ten_tokens(), "take red red", {"tokens": 12, "excess": 2, "returned": 0}),
    Refusal(Code.MUST_RETURN, ten_tokens(), "take red red return blue", {"tokens": 12, "excess": 2, "returned": 1}),
    Refusal(Code.MUST_RETURN, ten_tokens(), "reserve 1w1", {"tokens": 11, "excess": 1, "returned": 0}),
    Refusal(
        Code.RETURNS_TOO_MANY,
        ten_tokens(),
        "reserve 1w1 return white gold",
        {"tokens": 11, "excess": 1, "returned": 2},
    ),
    Refusal(
        Code.RETURNS_TOO_MANY,
        stacked(),
        "take red red return red",
        {"tokens": 2, "excess": 0, "returned": 1},
    ),
    Refusal(
        Code.RETURNS_NOT_HELD,
        ten_tokens(),
        "take green red black return red red red",
        {"colour": "red", "wanted": 3, "has": 1},
    ),
    Refusal(
        Code.NOBLE_CHOICE_NEEDED,
        holding(stacked(nobles="n1 n5 n6"), 0, bought=SEVERAL_NOBLES),
        "take red red",
        {"nobles": ("n1", "n6")},
    ),
    Refusal(
        Code.NOBLE_NOT_A_CHOICE,
        holding(stacked(nobles="n1 n5 n6"), 0, bought=SEVERAL_NOBLES),
        "take red red noble n5",
        {"noble": "n5", "nobles": ("n1", "n6")},
    ),
    Refusal(
        Code.NOBLE_NOT_A_CHOICE,
        holding(stacked(nobles="n1 n5"), 0, bought=SEVERAL_NOBLES),
        "take red red noble n1",
        {"noble": "n1", "nobles": ("n1",)},
    ),
    Refusal(
        Code.NOBLE_NOT_A_CHOICE,
        stacked(nobles="n1"),
        "take red red noble n1",
        {"noble": "n1", "nobles": ()},
    ),
    Refusal(Code.MUST_NOT_PASS, stacked()._replace(bank=counted("1 red")), "pass", {"orders": 1}),
    Refusal(Code.NOT_CANONICAL, stacked(), Take(("red", "white", "blue")), {"colours": ("red", "white", "blue")}),
    Refusal(
        Code.NOT_CANONICAL,
        ten_tokens(),
        Take(("red", "red"), back=("red", "white")),
        {"colours": ("red", "white")},
    ),
    Refusal(
        Code.NOT_CANONICAL,
        blue_card("1 green, 1 black, 2 gold"),
        Buy("1u2", gold=("black", "green")),
        {"colours": ("black", "green")},
    ),
    Refusal(Code.SEAT_NOT_IN_PLAY, stacked(), Resign(2), {"seat": 2}),
    Refusal(Code.NO_MOVE_TO_TAKE_BACK, stacked(), TakeBack(0, 1), {}),
    Refusal(Code.SHOWN_SINCE, play(dealt(), "reserve 1u2"), TakeBack(0, 1), {}, (dealt(),)),
]


@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: f"{refusal.code}: {refusal.order}")
def test_a_refusal_tells_the_rule_and_the_numbers(refusal: Refusal) -> None:
    order = parse_order(refusal.order) if isinstance(refusal.order, str) else refusal.order
    with pytest.raises(IllegalOrder) as caught:
        advance(refusal.state, order, refusal.past)
    assert (caught.value.code, caught.value.facts) == (refusal.code, refusal.facts)


def test_no_code_is_left_out() -> None:
    assert {refusal.code for refusal in REFUSALS} == set(Code)
