"""An order that can't be played is answered with what can be, nearest first, each at a tap."""

from pathlib import Path

import pytest

from engine import Buy, Reserve, Take, legal_orders, order_text
from pbem.i18n.codes import LANGUAGES
from pbem.notices import GameView, Reader, RefusedNotice
from pbem.render import render
from pbem.render.board import board
from pbem.render.nearest import nearest
from tests.support.desk import Desk
from tests.support.people import text_of
from tests.support.render.reading import document
from tests.support.render.scenes import LINKS, at_turn, game_views, too_dear

TURN = at_turn(42)


def instead(text: str, view: GameView = TURN) -> list[str]:
    return [order_text(order) for order in nearest(board(view), text)]


def test_a_card_that_is_too_dear_can_be_saved_for_or_reserved() -> None:
    card = TURN.view.table[1][2]
    assert card
    save, keep, other = nearest(board(TURN), f"buy {card.id}")
    assert isinstance(save, Take)
    assert keep == Reserve(card.id)
    assert isinstance(other, Buy)


def test_gems_that_can_not_be_taken_give_way_to_those_most_like_them() -> None:
    assert TURN.view.bank[2] == 0
    first, second, _ = instead("take white blue green")
    assert {"white", "blue"} <= set(first.split()) & set(second.split())


@pytest.mark.parametrize("text", ["take green green", "buy 3w1", "reserve 3w1", "reserve deck 3", "pass"])
def test_what_is_offered_instead_is_legal_and_at_most_three(text: str) -> None:
    for view in game_views(2, 4, "2021", "random")[::7]:
        offered = nearest(board(view), text)
        assert set(offered) <= set(legal_orders(view.view))
        assert len(offered) <= 3


@pytest.mark.parametrize("more", ["", " with gold", " with 2 gold", " gold white", " without gold"])
def test_a_card_may_be_meant_by_its_place_and_be_paid_in_any_way(more: str) -> None:
    card = TURN.view.table[1][2]
    assert card
    assert instead(f"buy 23{more}") == instead(f"buy {card.id}") != []


def test_what_people_write_by_hand_is_answered_with_buttons_too(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.new_game()
    anna = desk.people[0]
    for wrong in ("buy 31", "buy 31 with gold", "reserve 31 return white", "take w w u"):
        desk.reply(anna, wrong)
        refused = anna.last("refused")
        buttons = buttons_in(text_of(refused, "html"))
        assert buttons in (["do", "may"], ["do", "may", "may"]), wrong
        assert str(refused["Subject"]).startswith("Not played: "), wrong
    desk.close()


def test_words_that_are_no_order_have_no_neighbours() -> None:
    assert instead("vacation") == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_refusal_names_the_card_by_its_place_with_the_numbers_then_two_or_three_buttons(code: str) -> None:
    mail = render(too_dear(Reader("anna@example.org", code), TURN), LINKS)
    card = TURN.view.table[1][2]
    assert card
    assert card.id not in mail.text
    assert "23" in mail.text
    assert buttons_in(mail.html) in (["do", "may"], ["do", "may", "may"])


def buttons_in(source: str) -> list[str]:
    """The large buttons, of which only the first is to be filled."""
    return [kind for link in document(source).iter("a") if (kind := link.get("class", "")) in ("do", "may")]


@pytest.mark.parametrize("wish", ["take five gold please", "take gold", "gold gold"])
def test_whoever_asks_for_gold_hears_why_not_and_gets_three_cards_to_reserve(tmp_path: Path, wish: str) -> None:
    desk = Desk(tmp_path)
    desk.new_game()
    anna = desk.people[0]
    desk.reply(anna, wish)
    refused = anna.last("refused")
    assert "Gold can't be taken; it comes only with a reserved card." in text_of(refused)
    assert "more than one way" not in text_of(refused)
    assert text_of(refused).partition("Take gems")[0].count("    reserve ") == 3
    assert buttons_in(text_of(refused, "html")) == ["do", "may", "may"]
    desk.close()


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_question_with_many_readings_shows_four_buttons_and_the_rest_in_words(code: str) -> None:
    orders = tuple(f"reserve {place}" for place in (11, 12, 13, 14, 21, 22))
    asked = RefusedNotice(
        to=Reader("anna@example.org", code), game_view=TURN, code="unreadable", facts={}, understood="?", choices=orders
    )
    mail = render(asked, LINKS)
    assert buttons_in(mail.html) == ["do", "may", "may", "may"]
    words = " ".join(document(mail.html).text_content().split())
    assert "5. " in words
    assert "6. " in words
    assert "7. " not in words
