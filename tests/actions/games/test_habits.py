"""When it will be one's turn: a range from the others' habits, only where there is enough to tell."""

from datetime import timedelta

import pytest

from engine import legal_orders, order_text
from pbem.actions.games.habits import Expected, next_turn
from tests.support.desk import Desk
from tests.support.people import Person, text_of

HOURS = (1, 2, 3)
"""How long each of the three takes for a turn."""


def play(desk: Desk, rounds: int) -> None:
    for _ in range(rounds):
        for person, hours in zip(desk.people, HOURS, strict=True):
            desk.wait(hours=hours)
            desk.reply(person, order_text(legal_orders(desk.game().state)[0]))


def expected(desk: Desk, seat: int) -> Expected | None:
    game = desk.game()
    with desk.store.work() as work:
        return next_turn(work, game, seat)


def words(person: Person) -> str:
    return " ".join(text_of(person.last("status")).split())


@pytest.fixture
def known(desk: Desk, anna: Person) -> Desk:
    """Everybody has played six turns, and it is Anna's turn again."""
    assert anna
    play(desk, 6)
    return desk


def test_it_is_the_sum_of_what_those_before_take(known: Desk) -> None:
    now, hour = known.now, timedelta(hours=1)
    assert expected(known, 1) == (now + hour, now + hour)
    assert expected(known, 2) == (now + 3 * hour, now + 3 * hour)


def test_what_the_one_on_turn_has_taken_already_counts(known: Desk) -> None:
    known.wait(minutes=20)
    assert expected(known, 1) == (known.now + timedelta(minutes=40),) * 2


def test_who_is_slower_than_ever_makes_it_unknown(known: Desk) -> None:
    known.wait(hours=2)
    assert expected(known, 1) is None


def test_nobody_is_told_of_their_own_turn(known: Desk) -> None:
    assert expected(known, 0) is None


def test_nothing_is_said_before_five_turns(desk: Desk, anna: Person) -> None:
    assert anna
    play(desk, 3)
    assert expected(desk, 1) is None


def test_nothing_is_said_while_somebody_is_away(known: Desk) -> None:
    known.reply(known.people[0], "vacation until 2026-11-30")
    assert expected(known, 1) is None


@pytest.mark.parametrize(
    ("language", "question", "answer"),
    [
        ("en", "When will it be my turn?", "your turn should come between Wednesday 18 November, 01:00"),
        ("da", "Hvornår bliver det min tur?", "Efter de andres vaner at dømme bliver det din tur"),
        ("is", "Hvenær kemur röðin að mér?", "Af venjum hinna að dæma áttu leik"),
        ("pl", "Kiedy będzie moja kolej?", "Sądząc po zwyczajach innych, twoja tura przyjdzie między"),
        ("he", "מתי יהיה התור שלי?", "לפי ההרגלים של האחרים, תורך יגיע בין"),
    ],
)
def test_the_question_is_understood_and_answered(known: Desk, language: str, question: str, answer: str) -> None:
    bo = known.people[1]
    known.set(bo, language=language)
    known.reply(bo, question)
    assert answer in words(bo)
