"""Time at the table, by mail: clocks that start and stand, reminders and timeouts."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from pbem.actions.games.clock import pause_clock
from pbem.actions.games.play import stand_in
from pbem.model.games import House
from tests.support.brisk_games import BRISK, at, bank, ledger, pause, times
from tests.support.desk import NOON, Desk, kinds
from tests.support.people import text_of, typed


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


def test_who_is_back_after_a_stop_has_time_from_when_the_turn_mail_left(desk: Desk) -> None:
    desk.new_game(terms=replace(BRISK, bot_minutes=30))
    anna = desk.people[0]
    desk.keep_time()
    desk.reply(anna, "stop")
    desk.take_in(typed(anna.last("status"), anna.sender, "board"))
    desk.wait(hours=3)
    assert desk.game().clock.since is None
    desk.keep_time()
    assert kinds(anna.mails)[-1] == "turn"
    assert desk.game().clock.since == desk.now


def test_who_is_back_from_a_vacation_has_time_from_when_the_turn_mail_left(desk: Desk) -> None:
    desk.new_game(terms=replace(BRISK, bot_minutes=30))
    anna, game = desk.people[0], desk.game()
    with desk.store.work() as work:
        stand_in(work, game, 0, "greedy")
    desk.take_in(typed(anna.last("turn"), anna.sender, "back"))
    desk.wait(hours=3)
    desk.keep_time()
    assert kinds(anna.mails)[-1] == "turn"
    assert desk.game().clock.since == desk.now


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


def test_by_default_the_first_reminder_comes_before_the_reserve_runs_and_another_says_that_it_does(desk: Desk) -> None:
    desk.server = replace(desk.server, house=House())
    desk.new_game()
    anna = desk.people[0]
    told = [(hours, kind) for hours, kind, _ in times(desk, hours=26)]
    assert told == [(18, "reminder"), (24, "reminder")]
    before, since = (str(mail["Subject"]) for mail in anna.mails if mail["X-PBEM-Kind"] == "reminder")
    assert before.startswith("6 hours left before your reserve · ")
    assert since.startswith("Your reserve is running · ")
    assert "your reserve is running: 5 days left" in text_of(anna.last("reminder"))


def test_every_mail_with_a_board_says_until_when(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    assert "move by Tue 12:00; after that your reserve is used (10 hours left)" in text_of(desk.people[0].last("turn"))


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
    assert "ran out of time; the computer played the turn" in " ".join(text_of(desk.people[1].last("turn")).split())


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


def test_whoever_moves_to_another_time_zone_amid_a_turn_has_the_weekend_of_their_new_place(desk: Desk) -> None:
    desk.now = friday = datetime(2026, 11, 20, 12, tzinfo=UTC)
    desk.new_game(terms=replace(BRISK, weekends_off=True, free_hours=6, bank_hours=0, grace_hours=0))
    anna = desk.people[0]
    desk.set(anna, timezone="Pacific/Kiritimati")  # It is Saturday there.
    desk.let_pass(hours=1)
    desk.reply(anna, "timezone Pacific/Honolulu")  # There it is Friday morning.
    assert kinds(desk.let_pass(hours=5.5)) == ["reminder"]
    assert kinds(desk.let_pass(hours=0.5))[0] == "timeout"
    assert desk.now - friday == timedelta(hours=7)


def test_whoever_changes_their_quiet_hours_amid_a_turn_is_reminded_outside_the_new_ones(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.set(anna, quiet="04:00-09:00")
    desk.let_pass(hours=16)
    desk.reply(anna, "quiet off")
    assert times(desk, hours=2) == [(17, "reminder", "Anna")]
    desk.reply(anna, "quiet 9-12")  # The second one was due at 10.
    assert times(desk, hours=8) == [(24, "reminder", "Anna")]


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


def test_a_bot_that_thinks_in_a_game_that_is_paused_waits(desk: Desk) -> None:
    desk.new_game("greedy", terms=replace(BRISK, bot_minutes=20))
    for person in desk.people:
        desk.keep_time()
        desk.hand_in(person.answer(person.last("turn")))
    with desk.store.work() as work:
        game = work.game(1)
        assert game
        pause_clock(work, game)
    assert desk.let_pass(hours=5) == []
