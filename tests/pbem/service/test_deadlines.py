"""Time at the table, by mail: clocks that start and stand, reminders, timeouts, and the way back."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage

import pytest

from engine import entry_text
from pbem.model import Terms, Vacation
from pbem.service.clocks import paused, resumed
from tests.e2e.people import Person, read, text_of, typed
from tests.pbem.office import NOON, Desk, kinds

# 34 hours in all: reminders after 17 and 22 hours, the last call after 34, grace until 40.
BRISK = Terms(free_hours=24, bank_hours=10, grace_hours=6)


def at(hours: float) -> datetime:
    return NOON + timedelta(hours=hours)


def times(desk: Desk, **time: float) -> list[tuple[float, str, str]]:
    """What arrives while time passes: after how many hours, what, to whom."""
    end, told = desk.now + timedelta(**time), []
    while desk.now < end:
        for mail in desk.let_pass(minutes=30):
            passed = (desk.now - NOON) / timedelta(hours=1)
            told.append((passed, str(mail["X-PBEM-Kind"]), mail["To"].addresses[0].display_name))
    return told


def bank(desk: Desk, seat: int) -> float:
    return desk.game().holders[seat].bank / 3600


def ledger(desk: Desk, number: int = 1) -> list[str]:
    with desk.store.work() as work:
        return [entry_text(line.entry) for line in work.ledger(number)]


def vacations(desk: Desk, person: Person) -> list[Vacation]:
    player = desk.player(person)
    with desk.store.work() as work:
        return work.vacations(player.id)


def test_the_clock_starts_when_the_turn_mail_was_handed_over(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    assert desk.game().clock.since is None
    desk.keep_time()
    assert desk.game().clock.since == NOON


def test_a_turn_mail_that_waits_for_the_relay_starts_no_clock(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    desk.keep_time()
    anna, bo, _ = desk.people
    desk.take_in(typed(anna.last("turn"), anna.sender, "take white blue green"))
    desk.wait(hours=50)
    desk.keep_time()
    assert desk.game().clock.since == desk.now
    assert kinds(bo.mails)[-1] == "turn"


def test_reminders_come_once_each_then_the_last_call_then_a_stand_in_plays(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    assert times(desk, hours=41) == [
        (17, "reminder", "Anna"),
        (22, "reminder", "Anna"),
        (34, "reminder", "Anna"),
        (40, "timeout", "Anna"),
        (40, "turn", "Bo"),
    ]
    assert desk.game().state.turn == 1


def test_every_mail_with_a_board_says_until_when(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    assert "22:00" in text_of(desk.people[0].last("turn"))


def test_the_bank_drains_after_the_free_hours_and_is_never_refilled(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, cy = desk.people
    desk.let_pass(hours=27)
    desk.reply(anna, "take white blue green")
    assert bank(desk, 0) == 7
    for person in (bo, cy):
        desk.keep_time()
        desk.reply(person, "take white red black")
    desk.let_pass(hours=24)
    assert bank(desk, 0) == 7
    desk.let_pass(hours=6)
    desk.reply(anna, "take white red black")
    assert bank(desk, 0) == 1
    assert [bank(desk, seat) for seat in (1, 2)] == [10, 10]


def test_the_turn_of_a_stand_in_is_marked_in_the_record_and_told_to_the_others(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    desk.let_pass(hours=41)
    assert ledger(desk)[0] == "timeout"
    assert "stand-in" in text_of(desk.people[1].last("turn"))


@pytest.mark.parametrize(
    ("declared", "lines"), [("pass", ["timeout skip"]), ("resign", ["resign 1"]), ("random", ["timeout"])]
)
def test_what_a_player_declared_goes_before_the_table_s_rule(desk: Desk, declared: str, lines: list[str]) -> None:
    desk.new_game(terms=replace(BRISK, on_timeout="bot"))
    desk.set(desk.people[0], stand_in=declared)
    desk.let_pass(hours=41)
    assert ledger(desk)[: len(lines)] == lines


def test_the_table_s_rule_holds_where_nothing_was_declared(desk: Desk) -> None:
    desk.new_game(terms=replace(BRISK, on_timeout="pass"))
    desk.let_pass(hours=41)
    assert ledger(desk) == ["timeout skip"]


def vanish(desk: Desk, others: list[Person], turns: int) -> None:
    """Anna lets her turns run out while the others go on."""
    for _ in range(turns):
        while desk.game().state.turn == 0:
            desk.let_pass(hours=10)
        for person in others:
            desk.keep_time()
            desk.hand_in(person.answer(person.last("turn")))


def test_after_three_turns_in_a_row_a_bot_has_the_seat(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, cy = desk.people
    vanish(desk, [bo, cy], 2)
    assert desk.game().holders[0].bot is None
    desk.let_pass(hours=50)
    assert desk.game().holders[0].bot == "greedy"
    assert "replace 1 greedy" in ledger(desk)
    assert anna.kinds().count("timeout") == 3


def test_whoever_vanished_can_come_back_while_a_bot_has_the_seat(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, cy = desk.people
    vanish(desk, [bo, cy], 2)
    desk.let_pass(hours=50)
    desk.reply(anna, "take red red else take white blue green", to="timeout")
    assert desk.game().holders[0].bot is None
    assert desk.game().holders[0].queued
    assert ledger(desk)[-1] == "replace 1 Anna"


def test_one_turn_in_time_forgives_those_that_were_missed(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, cy = desk.people
    vanish(desk, [bo, cy], 2)
    desk.keep_time()
    desk.hand_in(anna.answer(anna.last("turn")))
    assert desk.game().holders[0].missed == 0


def test_turns_in_time_and_timeouts_make_a_player_s_reliability(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, cy = desk.people
    assert desk.player(anna).reliability is None
    vanish(desk, [bo, cy], 1)
    desk.hand_in(anna.answer(anna.last("turn")))
    assert desk.player(anna).reliability == 50
    assert desk.player(bo).reliability == 100


# Quiet hours and digests


def test_a_reminder_at_night_waits_for_the_morning(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    desk.set(desk.people[0], quiet="04:00-09:00")  # 17 hours after noon is five in the morning.
    assert times(desk, hours=36) == [(21, "reminder", "Anna"), (22, "reminder", "Anna"), (34, "reminder", "Anna")]


def test_a_reminder_that_would_be_too_late_in_the_morning_comes_before_the_night(desk: Desk) -> None:
    desk.new_game(terms=replace(BRISK, free_hours=20, bank_hours=0))
    desk.set(desk.people[0], quiet="19:00-09:00")
    # Half the time is up at 22:00, all of it at 08:00; before 19:00 is the last time to say so.
    told = times(desk, hours=22)
    assert [(kind, name) for _, kind, name in told] == [("reminder", "Anna"), ("reminder", "Anna")]
    assert told[0][0] == 7
    assert told[1][0] == 21


def test_a_timekeeper_that_was_away_does_not_wake_anyone_either(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    desk.set(desk.people[0], quiet="22:00-08:00")
    desk.keep_time()
    desk.wait(hours=18)
    assert desk.keep_time() == []
    assert times(desk, hours=3)[0][0] == 20


def test_with_digest_one_mail_tells_of_all_games(desk: Desk) -> None:
    anna = desk.people[0]
    desk.new_game(terms=BRISK)
    desk.wait(hours=2)
    desk.new_game(terms=BRISK)
    desk.set(anna, digest=True)
    told = times(desk, hours=20)
    assert [kind for _, kind, _ in told] == ["digest"]
    assert "#1" in text_of(anna.last("digest"))
    assert "#2" in text_of(anna.last("digest"))


# When the clock stands


def test_a_question_stops_the_clock_until_it_is_answered(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.let_pass(hours=25)
    assert kinds(desk.reply(anna, "take b g r")) == ["refused"]
    desk.let_pass(hours=20)
    desk.reply(anna, "1", to="refused")
    assert desk.game().state.turn == 1
    assert bank(desk, 0) == 9


def test_a_question_stops_the_clock_for_a_day_at_most(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.let_pass(hours=1)
    desk.reply(anna, "take b g r")
    told = times(desk, hours=70)
    assert [hours for hours, kind, _ in told if kind == "timeout"] == [40 + 24]


def test_asking_for_questions_again_and_again_gains_no_more_than_a_day(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    for _ in range(8):
        desk.let_pass(hours=8)
        if desk.game().state.turn == 0:
            desk.reply(anna, "take b g r")
    desk.let_pass(hours=1)
    assert ledger(desk)[0] == "timeout"
    assert desk.now == at(65)


def test_weekends_do_not_count_where_that_was_agreed(desk: Desk) -> None:
    desk.now = datetime(2026, 11, 20, 12, tzinfo=UTC)  # A Friday.
    desk.new_game(terms=replace(BRISK, weekends_off=True))
    desk.let_pass(hours=48 + 12 + 21)
    desk.reply(desk.people[0], "take white blue green")
    assert bank(desk, 0) == 1


def test_a_vacation_stops_the_clock_and_the_others_can_see_it(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, _ = desk.people
    desk.let_pass(hours=2)
    assert kinds(desk.reply(anna, "vacation 2026-11-17 to 2026-11-20")) == ["status"]
    assert [kind for _, kind, _ in times(desk, hours=24 * 4)] == []
    desk.reply(bo, "board", to="started")
    assert "21" in text_of(bo.last("status"))
    assert "Anna" in text_of(bo.last("status"))
    desk.now = datetime(2026, 11, 21, 13, tzinfo=UTC)
    desk.keep_time()
    desk.reply(anna, "take white blue green")
    assert bank(desk, 0) == 9  # Twelve hours before, thirteen after.


@pytest.mark.parametrize(
    "words",
    [
        "vacation 20 December to 3 January",
        "ferie 20. december til 3. januar",
        "frí 20. desember til 3. janúar",
        "urlop od 20 grudnia do 3 stycznia",
        "חופשה 20.12 עד 3.1",
        "vacation 2026-12-20 to 2027-01-03",
    ],
)
def test_a_vacation_in_words_and_dates_of_the_five_languages(desk: Desk, words: str) -> None:
    desk.new_game(terms=BRISK)
    assert kinds(desk.reply(desk.people[0], words)) == ["status"]
    (away,) = vacations(desk, desk.people[0])
    assert (away.first, away.end) == (datetime(2026, 12, 20, tzinfo=UTC), datetime(2027, 1, 4, tzinfo=UTC))


def test_a_vacation_may_be_ended_early(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.reply(anna, "vacation until 2026-12-20")
    desk.let_pass(days=3)
    desk.reply(anna, "back", to="status")
    told = times(desk, hours=41)
    assert [(hours, kind) for hours, kind, _ in told][:1] == [(72 + 17, "reminder")]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("vacation 2026-11-01 to 2026-11-05", "past"),
        ("vacation 2026-12-05 to 2026-12-01", "past"),
        ("vacation 2026-12-01 to 2027-03-01", "31"),
    ],
)
def test_a_vacation_that_is_not_possible_changes_nothing(desk: Desk, words: str, reason: str) -> None:
    desk.office = replace(desk.office, house=replace(desk.office.house, vacation_days=31))
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    assert kinds(desk.reply(anna, words)) == ["refused"]
    assert reason in text_of(anna.last("refused"))
    assert vacations(desk, anna) == []


def test_the_days_of_a_year_are_limited_however_they_are_split(desk: Desk) -> None:
    desk.office = replace(desk.office, house=replace(desk.office.house, vacation_days=10))
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    assert kinds(desk.reply(anna, "vacation 2026-12-01 to 2026-12-06")) == ["status"]
    assert kinds(desk.reply(anna, "vacation 2026-12-05 to 2026-12-11")) == ["refused"]
    assert kinds(desk.reply(anna, "vacation 2026-12-05 to 2026-12-10")) == ["status"]


# When mail does not arrive


def bounced(mail: EmailMessage) -> bytes:
    """A delivery status notification for a mail of ours."""
    tag = str(mail["Reply-To"].addresses[0].addr_spec).partition("+")[2]
    return (
        "From: MAILER-DAEMON@people.example\r\n"
        f"To: splendor+b.{tag}\r\n"
        "Subject: Undelivered Mail Returned to Sender\r\nAuto-Submitted: auto-replied\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\nMIME-Version: 1.0\r\n\r\n'
        "--b\r\nContent-Type: text/plain\r\n\r\nNo such user.\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; people.example\r\n\r\n"
        "Final-Recipient: rfc822; someone\r\nAction: failed\r\nStatus: 5.1.1\r\n"
        "--b--\r\n"
    ).encode()


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


def test_a_second_address_is_tried(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.set(anna, second_address="anna@elsewhere.example")
    desk.let_pass(hours=5)
    arrived = desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
    assert ("turn", "anna@elsewhere.example") in [
        (mail["X-PBEM-Kind"], mail["To"].addresses[0].addr_spec) for mail in arrived
    ]
    desk.keep_time()
    assert desk.game().clock.since == desk.now
    desk.hand_in(typed(read(arrived[-1].as_bytes()), "anna@elsewhere.example", "take white blue green"))
    assert desk.game().state.turn == 1


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


# Settings of the one who moves, and of the others


def test_without_receipts_no_receipt_comes(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.set(anna, receipts=False)
    assert kinds(desk.reply(anna, "take white blue green")) == ["turn"]


def test_who_follows_hears_of_every_move_at_once(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, cy = desk.people
    for person in (bo, cy):
        desk.set(person, follow=True)
    desk.reply(anna, "take white blue green")
    assert bo.kinds() == ["started", "turn"]
    assert cy.kinds() == ["started", "moved"]
    assert "Anna" in text_of(cy.last("moved"))


def test_a_game_that_breaks_keeps_no_other_from_being_looked_at(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    desk.new_game(terms=BRISK)
    desk.keep_time()
    with desk.store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE ledger SET entry = 'rubbish'")
        connection.exec_driver_sql("UPDATE game SET words = '[\"\"]' WHERE id = 1")
    desk.let_pass(hours=18)
    assert "reminder" in desk.people[0].kinds()


def test_a_bot_may_take_its_time(desk: Desk) -> None:
    desk.new_game("greedy", terms=replace(BRISK, bot_minutes=20))
    for person in desk.people:
        desk.keep_time()
        desk.hand_in(person.answer(person.last("turn")))
    assert desk.let_pass(minutes=19) == []
    assert kinds(desk.let_pass(minutes=1)) == ["turn"]
    assert desk.game().state.turn == 0


def test_a_bot_that_thinks_in_a_game_that_is_paused_waits(desk: Desk) -> None:
    desk.new_game("greedy", terms=replace(BRISK, bot_minutes=20))
    for person in desk.people:
        desk.keep_time()
        desk.hand_in(person.answer(person.last("turn")))
    with desk.store.work() as work:
        game = work.game(1)
        assert game
        paused(work, game)
    assert desk.let_pass(hours=5) == []


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


def pause(desk: Desk, *, on: bool) -> None:
    with desk.store.work() as work:
        game = work.game(1)
        assert game
        (paused if on else resumed)(work, game)


def test_a_pause_takes_nothing_from_the_day_for_a_question(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.let_pass(hours=1)
    desk.reply(anna, "take b g r")
    desk.let_pass(hours=4)
    pause(desk, on=True)
    desk.let_pass(hours=100)
    pause(desk, on=False)
    told = times(desk, hours=70)
    assert [hours for hours, kind, _ in told if kind == "timeout"] == [40 + 24 + 100]


def test_a_pause_before_the_turn_mail_has_left_starts_no_clock(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    desk.keep_time()
    desk.take_in(typed(desk.people[0].last("turn"), desk.people[0].sender, "take white blue green"))
    pause(desk, on=True)
    desk.wait(hours=10)
    pause(desk, on=False)
    assert desk.game().clock.since is None
    desk.keep_time()
    assert desk.game().clock.since == desk.now


def test_talk_that_waits_for_the_morning_is_not_sent_to_someone_who_stopped(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, _ = desk.people
    desk.set(bo, quiet="11:00-18:00", talk=True)
    desk.reply(anna, "say hello")
    desk.reply(bo, "stop", to="started")
    assert [mail for mail in desk.let_pass(hours=10) if mail["To"].addresses[0].addr_spec == bo.address] == []


def test_who_comes_back_while_a_bot_thinks_is_on_turn(desk: Desk) -> None:
    desk.new_game(terms=replace(BRISK, bot_minutes=30))
    anna = desk.people[0]
    desk.reply(anna, "stop")
    arrived = desk.reply(anna, "back", to="status")
    assert kinds(arrived) == ["status", "turn"]
    assert desk.game().clock.since == desk.now
    assert desk.let_pass(hours=2) == []
