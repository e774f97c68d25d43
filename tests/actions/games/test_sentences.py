"""Sentences are read on the board that their writer sees, and nothing moves that is in doubt."""

from engine import order_text
from tests.support.desk import Desk, kinds
from tests.support.lobby import refusal
from tests.support.people import Person, text_of


def _moves(desk: Desk) -> list[str]:
    with desk.store.work() as work:
        return [order_text(line.entry) for line in work.ledger(1)]  # type: ignore[arg-type]


def test_a_correction_moves_what_is_said_last(desk: Desk, anna: Person) -> None:
    last, other = (each.split()[1] for each in desk.legal("reserve 3")[:2])
    desk.reply(anna, f"Reserve {other}. My mistake, {last}.")
    desk.let_pass(minutes=5)
    assert _moves(desk) in ([], [f"reserve {last}"])


def test_what_somebody_else_says_moves_nothing(desk: Desk, anna: Person) -> None:
    arrived = desk.reply(anna, "My brother says I should take white, green and red")
    desk.let_pass(minutes=5)
    assert _moves(desk) == []
    assert "turn" not in kinds(arrived)


def test_what_is_likely_is_asked_and_a_tap_plays_it(desk: Desk, anna: Person) -> None:
    arrived = desk.reply(anna, "Perhaps I reserve the leftmost card in the top row.")
    assert refusal(arrived) in ("unreadable", "ambiguous")
    assert "1. reserve 3" in text_of(anna.last("refused"))
    desk.reply(anna, "1", to="refused")
    assert [each.split()[0] for each in _moves(desk)] == ["reserve"]


def test_an_order_on_a_line_of_its_own_is_played_whatever_is_said_around_it(desk: Desk, anna: Person) -> None:
    arrived = desk.reply(anna, "What a lovely morning it is!\ntake white blue green\nGreetings from the garden")
    assert "turn" in kinds(arrived)
    assert _moves(desk) == ["take white blue green"]
