"""How many mails a whole game is: few enough that each is opened."""

from collections import Counter
from pathlib import Path

from engine import Card
from tests.support.desk import Desk
from tests.support.people import compose, text_of


def test_a_game_of_27_rounds_by_taps_is_at_most_36_mails_to_each_player(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.new_game()
    for person in desk.people:
        desk.set(person, receipts="needed")
    while (turn := desk.game().state.turn) is not None:
        person = desk.people[turn]
        desk.hand_in(compose(person.sender, person.choose(person.last("turn"))))
    rounds = desk.game().state.round
    for person in desk.people:
        print(f"{person.name}: {len(person.mails)} mails in {rounds} rounds, {dict(Counter(person.kinds()))}")
        assert len(person.mails) <= 36 * rounds / 27
        assert "moved" not in person.kinds()
    desk.store.close()


def test_a_move_that_came_from_elsewhere_is_told_to_its_player_even_without_receipts(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.new_game()
    anna, bo, _ = desk.people
    for person in (anna, bo):
        desk.set(person, receipts="never")
    desk.hand_in(compose("Somebody <somebody@elsewhere.example>", anna.choose(anna.last("turn"))))
    assert anna.kinds() == ["turn", "moved"]
    desk.hand_in(compose(bo.sender, bo.choose(bo.last("turn"))))
    assert bo.kinds() == ["started", "turn"]
    desk.store.close()


def test_what_was_played_names_a_card_by_where_it_lay_and_by_its_id_to_those_who_want_that(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.new_game()
    anna, bo, cy = desk.people
    desk.set(cy, follow=True, ids=True)
    taken, kept = (cards(row)[0] for row in desk.game().state.table[:0:-1])
    desk.reply(anna, f"reserve {taken}")
    assert anna.last("moved")["Subject"] == "Played: reserve 31 · #1"
    assert "Card 31 (level 3" in text_of(anna.last("moved"))
    assert f"Card 31 {taken} (level 3" in text_of(cy.last("moved"))
    desk.let_pass(hours=1)
    desk.reply(bo, "reserve 21")
    assert bo.last("moved")["Subject"] == "Played: reserve 21 · #1"
    assert kept not in text_of(bo.last("moved"))
    desk.store.close()


def cards(row: tuple[Card | None, ...]) -> list[str]:
    return [card.id for card in row if card]


def test_who_resigns_hears_of_it_once_by_a_receipt_or_by_the_end(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.new_game()
    _, bo, cy = desk.people
    for person in (bo, cy):
        desk.set(person, receipts="needed")
        desk.reply(person, "resign", to="started")
    assert bo.kinds() == ["started", "confirm", "moved", "ended"]
    assert bo.last("moved")["Subject"] == "Played: resign · #1"
    assert cy.kinds() == ["started", "confirm", "ended"]
    desk.store.close()
