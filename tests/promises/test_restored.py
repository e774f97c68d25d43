"""An older state of the database was put back: what may only grow has not shrunk, no board is taken for another."""

from pathlib import Path

from sqlalchemy import delete

from pbem.store.database import transaction
from pbem.store.tables import OUTBOX, QUESTION
from tests.support.desk import Desk, kinds
from tests.support.lobby import refusal
from tests.support.people import Person, typed


def forget_mails(desk: Desk) -> None:
    """As after a restore: nothing is known of what was sent since."""
    with transaction(desk.store.engine) as connection:
        connection.execute(delete(QUESTION))
        connection.execute(delete(OUTBOX))


# Answers to mails that the database does not know


def test_an_answer_to_a_lost_mail_is_read_on_the_board_that_it_shows(desk: Desk, anna: Person) -> None:
    turn = anna.last("turn")
    forget_mails(desk)
    assert sorted(kinds(desk.hand_in(typed(turn, anna.sender, "reserve 23")))) == ["moved", "turn"]


def test_an_answer_to_a_lost_mail_is_never_read_on_another_board(desk: Desk, anna: Person, tmp_path: Path) -> None:
    """All three moved, the backup was put back, and they moved otherwise."""
    bo, cy = desk.people[1:]
    for person, order in ((anna, "reserve 23"), (bo, "take white blue green"), (cy, "take white blue green")):
        desk.reply(person, order)
    turn = anna.last("turn")
    (tmp_path / "restored").mkdir()
    other = Desk(tmp_path / "restored")
    other.new_game()
    for person, order in zip(other.people, ("reserve 21", "take red red", "take white blue green"), strict=True):
        other.reply(person, order)
    before = other.position()
    assert refusal(other.hand_in(typed(turn, anna.sender, "reserve 23"))) == "lost_mail"
    assert other.position() == before
    other.close()
