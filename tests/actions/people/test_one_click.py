"""List-Unsubscribe: all mail ends at once, no seat is given away, and any later mail with proof takes it up again."""

from dataclasses import replace

from pbem.model import Terms
from tests.support.desk import Desk, kinds
from tests.support.people import Person, Tap, compose, text_of

BRISK = Terms(free_hours=24, bank_hours=0, grace_hours=12)


def unsubscribe(desk: Desk, person: Person, kind: str = "turn") -> str:
    """By the header of a mail; the text of the one mail that says so."""
    link = str(person.last(kind)["List-Unsubscribe"]).strip("<>").removeprefix("mailto:")
    address, _, subject = link.partition("?subject=")
    (mail,) = desk.hand_in(compose(person.sender, Tap(address, subject, "")))
    assert mail["X-PBEM-Kind"] == "status"
    return " ".join(text_of(mail).split())


def test_the_last_mail_says_that_the_seats_are_kept_and_how_to_leave_them(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    told = unsubscribe(desk, anna)
    assert "Your seats are still yours" in told
    assert "To leave your games as well, write: stop" in told
    assert desk.game().holders[0].bot is None


def test_no_mail_comes_any_more_and_the_clock_decides(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, _ = desk.people
    unsubscribe(desk, anna)
    seen = len(anna.mails)
    desk.let_pass(hours=37)
    assert desk.game().holders[0].missed == 1
    assert bo.kinds()[-1] == "turn"
    assert len(anna.mails) == seen


def test_a_turn_that_nobody_is_told_of_runs_from_when_it_begins(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, cy = desk.people
    unsubscribe(desk, bo, "started")
    desk.reply(anna, desk.legal("take")[0])
    desk.keep_time()
    assert desk.game().clock.since == desk.now
    desk.let_pass(hours=37)
    assert cy.kinds()[-1] == "turn"
    assert "turn" not in bo.kinds()


def test_any_later_mail_takes_the_mail_up_again_and_tells_the_turn(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, _ = desk.people
    unsubscribe(desk, bo, "started")
    desk.reply(anna, desk.legal("take")[0])
    assert kinds(desk.reply(bo, "status", to="status")) == ["status", "turn"]
    assert not desk.player(bo).stopped


def test_whoever_moves_after_all_is_not_told_of_that_turn_again(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    unsubscribe(desk, anna)
    desk.set(anna, receipts="never")
    assert [str(mail["To"].addresses[0].display_name) for mail in desk.reply(anna, desk.legal("take")[0])] == ["Bo"]


def test_stop_in_a_mail_is_asked_and_leaves_the_seats_also_afterwards(desk: Desk) -> None:
    desk.new_game(terms=replace(BRISK, bot_minutes=30))
    anna = desk.people[0]
    unsubscribe(desk, anna)
    desk.reply(anna, "stop", to="status")
    assert desk.game().holders[0].bot == "greedy"
