"""Players whom no mail reaches: the clock stands for a while, and another address is tried."""

from datetime import timedelta
from email.message import EmailMessage

from pbem.server.alerts import tell_of_bounces
from tests.support.brisk_games import BRISK, bank, bounced, pause, times
from tests.support.desk import Desk, kinds
from tests.support.people import text_of, typed

SPAM = "GTUBE"
"""What stands for the test string of spam filters."""


def test_a_bounce_stops_the_clock_and_tells_the_admins(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.let_pass(hours=3)
    desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
    assert desk.player(anna).unreachable
    assert kinds(desk.admin_mails) == ["bounce-notice"]
    assert times(desk, hours=70) == []


def test_a_game_does_not_wait_for_ever_for_someone_out_of_reach(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, _ = desk.people
    desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
    desk.let_pass(hours=73)
    assert bo.kinds()[-1] == "turn"
    assert anna.kinds().count("timeout") == 0


def test_a_turn_that_was_refused_for_its_content_is_told_again_without_the_talk(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, _ = desk.people
    desk.reply(anna, f"say {SPAM}\ntake white blue green")
    refused = bo.last("turn")
    assert SPAM in text_of(refused)
    desk.let_pass(hours=3)
    desk.hand_in(bounced(refused, "5.7.1"), envelope_sender="")
    assert not desk.player(bo).unreachable
    again = bo.last("turn")
    assert again["Message-ID"] != refused["Message-ID"]
    assert SPAM not in text_of(again) + text_of(again, "html")
    desk.keep_time()
    assert desk.game().clock.since == desk.now


def test_a_turn_that_is_refused_once_more_shows_that_nobody_can_be_reached(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    for _ in range(2):
        desk.hand_in(bounced(anna.last("turn"), "5.7.1"), envelope_sender="")
    assert desk.player(anna).unreachable


ELSEWHERE = "anna@elsewhere.example"


def addressed(mails: list[EmailMessage], kind: str) -> list[str]:
    return [mail["To"].addresses[0].addr_spec for mail in mails if mail["X-PBEM-Kind"] == kind]


def test_a_bounce_never_replaces_an_address(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.set(anna, second_address=ELSEWHERE)
    for _ in range(3):
        desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
    assert desk.player(anna).address == anna.address
    assert desk.strangers_mails == []


def test_two_bounces_a_day_apart_make_the_second_address_be_used_as_well(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.set(anna, second_address=ELSEWHERE)
    desk.let_pass(hours=5)
    desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
    again = desk.let_pass(hours=25)
    assert addressed(again, "turn") == [anna.address]
    arrived = desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
    assert sorted(addressed(arrived, "status")) == sorted(addressed(arrived, "turn")) == [ELSEWHERE, anna.address]
    assert (desk.player(anna).address, desk.player(anna).second_address) == (anna.address, ELSEWHERE)
    desk.keep_time()
    assert desk.game().clock.since == desk.now
    copy = next(mail for mail in desk.strangers_mails if mail["X-PBEM-Kind"] == "turn")
    desk.hand_in(typed(copy, ELSEWHERE, "take white blue green"))
    assert desk.game().state.turn == 1


def test_where_the_first_address_refuses_a_turn_the_clock_runs_from_when_the_second_has_it(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, _ = desk.people
    desk.set(bo, second_address=ELSEWHERE, second_used=True, bounced_at=desk.now)
    desk.take_in(typed(anna.last("turn"), anna.address, "take white blue green"))
    for mail in desk.store.outbox.claim(desk.now, 10):
        if mail.recipient == bo.address:
            desk.store.outbox.failed(mail, "550 5.1.1 No such user")
        else:
            desk.store.outbox.sent([mail.id], desk.now)
    desk.keep_time()
    assert desk.game().state.turn == 1
    assert desk.game().clock.since == desk.now


def test_who_answers_at_the_first_address_is_written_to_there_alone_again(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.set(anna, second_address=ELSEWHERE, second_used=True, bounced_at=desk.now)
    assert addressed(desk.reply(anna, "board"), "status") == [anna.address]
    assert not desk.player(anna).second_used


def test_who_writes_is_within_reach_again_and_the_clock_runs_on(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.let_pass(hours=25)
    desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
    desk.let_pass(hours=20)
    desk.reply(anna, "help")
    desk.let_pass(hours=2)
    desk.reply(anna, "take white blue green")
    assert bank(desk, 0) == 7
    assert not desk.player(anna).unreachable


def test_a_bounce_while_a_question_is_open_leaves_the_clock_standing(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.let_pass(hours=25)
    desk.reply(anna, "take b g r")
    desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
    assert times(desk, hours=71) == []
    assert desk.game().clock.since is None
    assert desk.game().clock.used == timedelta(hours=25)


def test_rubbish_from_someone_out_of_reach_shows_that_they_are_there(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
    desk.reply(anna, "xyzzy plugh")
    assert not desk.player(anna).unreachable
    assert desk.game().clock.since == desk.now


def test_a_bounce_in_a_pause_ends_the_question_that_would_set_the_clock_going_after_it(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.let_pass(hours=1)
    desk.reply(anna, "take b g r")
    pause(desk, on=True)
    desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
    pause(desk, on=False)
    desk.let_pass(hours=30)
    assert desk.game().clock.since is None


def test_forged_bounces_of_one_s_own_turns_hold_a_game_for_three_days_in_all(desk: Desk) -> None:
    desk.new_game()
    anna, *others = desk.people
    for turn in range(6):
        desk.let_pass(minutes=1)
        desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
        assert (desk.game().clock.since is None) == (turn < 4)
        desk.let_pass(hours=20)
        # The fourth time the game has waited for long enough, and a bot has played the turn.
        assert (desk.game().state.turn == 0) == (turn != 3)
        for person in others if turn == 3 else desk.people:
            desk.hand_in(person.answer(person.last("turn")))
    assert desk.game().holders[0].lost == 72 * 3600


def test_admins_hear_of_bounces_in_one_mail_a_day(desk: Desk) -> None:
    desk.new_game()
    for person in desk.people:
        desk.wait(minutes=1)
        desk.hand_in(bounced(person.mails[0]), envelope_sender="")
    assert len(desk.admin_mails) == 1
    desk.wait(days=1, minutes=1)
    with desk.store.work() as work:
        tell_of_bounces(work, desk.server)
        tell_of_bounces(work, desk.server)
    desk.deliver_outbox()
    assert len(desk.admin_mails) == 2
    told = text_of(desk.admin_mails[-1])
    assert "Bo" in told
    assert "Cy" in told
    desk.wait(days=2)
    with desk.store.work() as work:
        tell_of_bounces(work, desk.server)
    assert desk.deliver_outbox() == []


def test_two_accounts_that_share_an_address_send_no_mail_round(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, _ = desk.people
    desk.set(anna, second_address=bo.address)
    for _ in range(3):
        arrived = desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
        assert len(arrived) <= 4
        desk.let_pass(hours=25)
    assert desk.shunted() == []
    assert (desk.player(anna).id, desk.player(bo).id) == (1, 2)
    assert kinds(desk.reply(bo, "board", to="started")) == ["status"]
