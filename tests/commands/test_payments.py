"""How a card is paid that is told in words: never passed over, and never taken for something else than a purchase."""

import json
from pathlib import Path

import pytest

from engine import Buy, Reserve, ReserveDeck, Setup, View, order_text, parse_order, replay, view
from pbem.commands.understand import understand
from tests.support.order_tables import rows
from tests.support.paths import TESTS

POSITIONS = sorted((TESTS / "orders" / "trial" / "positions").glob("*.json"))


def _board(path: Path) -> View:
    facts = json.loads(path.read_text("utf-8"))
    setup = Setup(seats=facts["seats"], edition=facts["edition"], seed=facts["seed"].encode())
    state = replay(setup, map(parse_order, facts["orders"]))
    return view(state, state.turn)


BOARDS = {path.stem: _board(path) for path in POSITIONS}


@pytest.mark.parametrize(("language", "text"), rows("payments.tsv"))
def test_a_payment_that_is_told_is_read_or_asked_about_never_passed_over(language: str, text: str) -> None:
    """The card at 14 there costs blue and green among others, and may be paid with gold for either, or without."""
    order = understand(text, language, BOARDS["tokens"]).order
    assert order is None or (isinstance(order, Buy) and order.gold), order and order_text(order)


@pytest.mark.parametrize(("language", "text"), rows("from_hand.tsv"))
def test_who_plays_a_card_from_hand_reserves_nothing(language: str, text: str) -> None:
    found = {name: understand(text, language, board).order for name, board in BOARDS.items()}
    assert {name: order_text(order) for name, order in found.items() if isinstance(order, Reserve | ReserveDeck)} == {}


def test_gold_for_what_is_to_be_kept_is_offered_first() -> None:
    text = "14, but i want to keep one saffire so use the gold for that one"
    assert order_text(understand(text, "en", BOARDS["tokens"]).offered[0]) == "buy 1r1 gold blue"


def test_who_buys_but_keeps_a_stone_does_not_reserve_the_card_of_its_colour() -> None:
    text = "ég kaupi 14 en geymi bláa, gullið fer í staðinn"
    assert [name for name, board in BOARDS.items() if understand(text, "is", board).order] == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Reserve 23, no, its neighbour on the left."),
        ("en", "Reserve 23... scratch that, the one next to it."),
        ("da", "Reserver 23, nej, naboen til venstre."),
        ("pl", "Wariant A: kupić 12.\nWariant B: wziąć dwa zielone.\nWybieram B."),
        ("en", "Plan A was two greens. Plan B is it now: reserve 23."),
    ],
)
def test_what_is_told_by_what_lies_beside_it_or_by_a_letter_is_asked(language: str, text: str) -> None:
    assert {name for name, board in BOARDS.items() if understand(text, language, board).order} == set()


def test_who_pays_without_the_joker_and_keeps_it_reserves_nothing() -> None:
    text = "Jeg køber 14 uden at bruge jokeren, den vil jeg gerne gemme lidt endnu."
    orders = (understand(text, "da", board).order for board in BOARDS.values())
    assert not any(isinstance(order, Reserve) or (isinstance(order, Buy) and order.gold) for order in orders)
