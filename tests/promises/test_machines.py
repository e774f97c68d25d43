"""Machines that don't say so are known by what they do; whoever moves is never taken for one."""

import pytest

from tests.support.desk import Desk, kinds
from tests.support.handwritten import mail
from tests.support.people import Person, read, typed

ABSENT = "I am away until Monday and will read your mail then."
SUBJECTS = [
    "Automatic reply",
    "Out of office",
    "Autosvar",
    "Sjálfvirkt svar",
    "Automatyczna odpowiedź",
    "תשובה אוטומטית",
]


def test_a_responder_without_any_marks_and_we_don_t_answer_each_other_for_ever(desk: Desk, anna: Person) -> None:
    before, last = len(anna.mails), anna.last("turn")
    for _ in range(100):
        if not desk.hand_in(typed(last, anna.sender, ABSENT)):
            break
        last = anna.mails[-1]
    assert len(anna.mails) == before + 1


def test_who_says_what_nobody_understands_is_answered_twice(desk: Desk, anna: Person) -> None:
    answers = []
    for _ in range(5):
        desk.wait(minutes=1)
        answers.append(len(desk.reply(anna, ABSENT)))
    assert answers == [1, 1, 0, 0, 0]
    desk.wait(minutes=11)
    assert len(desk.reply(anna, ABSENT)) == 1


def test_numbers_and_dates_make_no_other_text(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "Ticket 1042 was opened at 10:15.")
    assert desk.reply(anna, "Ticket 1043 was opened at 10:16.") == []


def test_the_same_order_again_at_once_still_moves_where_it_is_legal(desk: Desk, anna: Person) -> None:
    bo, cy = desk.people[1:]
    for person in (anna, bo, cy, anna):
        assert "turn" in kinds(desk.reply(person, "reserve 10") if person is anna else desk.tap(person, "take"))


def test_who_writes_again_what_we_understand_is_answered_again(desk: Desk, anna: Person) -> None:
    for _ in range(5):
        desk.wait(seconds=10)
        assert kinds(desk.reply(anna, "status")) == ["status"]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_subject_that_says_so_is_enough(desk: Desk, anna: Person, subject: str) -> None:
    to = str(anna.last("turn")["Reply-To"].addresses[0].addr_spec)
    for body in ("", "vacation"):
        letter = read(mail(anna.sender, to=to, body=body, message_id=f"<{len(body)}{hash(subject)}@people.example>"))
        letter.replace_header("Subject", subject)
        assert desk.hand_in(letter.as_bytes()) == []
    with desk.store.work() as work:
        assert work.vacations(1) == []
