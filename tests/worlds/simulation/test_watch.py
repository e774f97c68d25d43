"""The watch: whatever must never happen is told as soon as it does."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from engine import Pause, Replace, Resume, TakeBack, Timeout, parse_order
from pbem.model import Kind, Terms
from pbem.model.games import House
from pbem.worlds.simulation.checks.watch import Watch
from pbem.worlds.simulation.facts import (
    BackAsked,
    BackSettled,
    Bounced,
    Fact,
    HandedOver,
    Heard,
    Holiday,
    Logged,
    NaiveStanding,
    Posted,
    QuestionSeen,
    Returned,
    SeenMail,
    Started,
    Withdrew,
    Written,
    Wrote,
)
from pbem.worlds.simulation.people import Person, make_people

ELSEWHERE = "anna@elsewhere.example"
NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)
# 34 hours in all: reminders after 17 and 22 hours, the last call after 34, grace until 40.
BRISK = Terms(free_hours=24, bank_hours=10, grace_hours=6)
TURN = SeenMail(1, Kind.TURN, "anna@people.example", 1, 1, 0, None)
REMINDER = replace(TURN, id=2, kind=Kind.REMINDER)
ORDER = Written(1, parse_order("take white blue green"), 0, by_mail=True)
TIMEOUT = Written(1, Timeout(), 0, by_mail=False)


def anna() -> Person:
    (person,) = make_people("a test", 1)
    person.address = person.reached_at = TURN.recipient
    person.player_id, person.zone, person.quiet, person.digest = 1, "UTC", "", False
    return person


class Play:
    """Anna against a bot; her turn mail left at noon."""

    def __init__(self) -> None:
        self.anna = anna()
        self.watch = Watch("a test", {1: self.anna}, House(reminders=("50%", "12h")))
        self.at(0, Started(1, BRISK, (1, None)), Posted(TURN), HandedOver(TURN))

    def at(self, hours: float, *facts: Fact) -> None:
        for fact in facts:
            self.watch.note(NOON + timedelta(hours=hours), fact)

    def ends(self, hours: float, written: Written, bank: float) -> list[str]:
        """Her turn ends with so many hours in the bank; returns the checks that failed."""
        self.at(hours, written, NaiveStanding(1, False, (1, None), (round(bank * 3600), 36000)))
        return self.failed()

    def remind(self, *hours: float) -> None:
        for number, each in enumerate(hours):
            mail = replace(REMINDER, id=10 + number, recipient=self.anna.reached_at)
            self.at(each, Posted(mail), HandedOver(mail))

    def failed(self) -> list[str]:
        return [failure.check for failure in self.watch.failures]


def test_a_turn_that_took_what_the_bank_says_is_right() -> None:
    play = Play()
    play.remind(17, 22)
    assert play.ends(27, ORDER, 7) == []


@pytest.mark.parametrize("bank", [6, 7 + 1 / 3600, 10])
def test_a_bank_that_is_wrong_by_a_second_is_told(bank: float) -> None:
    play = Play()
    play.remind(17, 22)
    assert play.ends(27, ORDER, bank) == ["bank"]


def _holiday(play: Play) -> None:
    play.anna.holidays.append(Holiday(NOON + timedelta(hours=1), date(2026, 11, 17), date(2026, 11, 17)))


def _pause(play: Play) -> None:
    play.at(12, Written(1, Pause(), None, by_mail=True))
    play.at(36, Written(1, Resume(), None, by_mail=True))


def _question(play: Play) -> None:
    play.at(12, QuestionSeen(1, 1))
    play.at(40, Heard(1, 1, Wrote.AT_TABLE, 5))


def _asked_back(play: Play) -> None:
    play.at(12, BackAsked(1, 1))
    play.at(36, BackSettled(1))


def _bounce(play: Play) -> None:
    play.at(12, Bounced(1, second_address=False))
    play.at(36, Heard(1, 1, Wrote.ELSEWHERE, 5))


def _second_address(play: Play) -> None:
    play.anna.reached_at = ELSEWHERE
    again = replace(TURN, id=3, recipient=play.anna.reached_at)
    play.at(12, Bounced(1, second_address=True), Posted(again))
    play.at(36, HandedOver(again))


def test_where_two_addresses_are_used_each_gets_its_copy_and_none_is_one_too_many() -> None:
    play = Play()
    _second_address(play)
    both = [
        replace(REMINDER, id=10 + number, recipient=each) for number, each in enumerate((TURN.recipient, ELSEWHERE))
    ]
    for hours in (17 + 24, 22 + 24):
        play.at(hours, *map(Posted, both), *map(HandedOver, both))
    assert play.ends(27 + 24, ORDER, 7) == []


def test_a_turn_is_told_once_more_a_day_after_it_came_back_and_no_more() -> None:
    play = Play()
    play.anna.bounced_at = NOON
    play.at(1, Bounced(1, second_address=False))
    for hours, failed in ((20, ["one turn mail"]), (26, ["one turn mail"]), (27, ["one turn mail"] * 2)):
        play.at(hours, Posted(replace(TURN, id=3)))
        assert play.failed() == failed


@pytest.mark.parametrize("standing", [_holiday, _pause, _question, _asked_back, _bounce, _second_address])
def test_a_clock_that_ran_while_it_should_stand_is_told(standing: Callable[[Play], None]) -> None:
    for bank, failed in ((7, []), (0, ["bank"])):
        play = Play()
        standing(play)
        play.remind(17 + 24, 22 + 24)
        assert play.ends(27 + 24, ORDER, bank) == failed


@pytest.mark.parametrize("answered_in_pause", [True, False])
def test_a_pause_takes_nothing_from_the_day_for_a_question(answered_in_pause: bool) -> None:
    play = Play()
    play.at(1, QuestionSeen(1, 1))
    play.at(5, Written(1, Pause(), None, by_mail=True))
    if answered_in_pause:
        play.at(50, Heard(1, 1, Wrote.AT_TABLE, 5))
    play.at(105, Written(1, Resume(), None, by_mail=True))
    if answered_in_pause:
        play.at(105, QuestionSeen(1, 1))
    play.remind(17 + 124, 22 + 124, 34 + 124)
    assert play.ends(40 + 124, TIMEOUT, 0) == []


def test_a_question_that_was_answered_in_a_pause_does_not_hold_the_clock_after_it() -> None:
    play = Play()
    play.at(1, QuestionSeen(1, 1))
    play.at(5, Written(1, Pause(), None, by_mail=True))
    play.at(6, Heard(1, 1, Wrote.AT_TABLE, 5))
    play.at(25, Written(1, Resume(), None, by_mail=True))
    play.remind(17 + 24, 22 + 24, 34 + 24)
    assert play.ends(40 + 24, TIMEOUT, 0) == []


def test_a_turn_may_run_out_of_time_only_when_all_of_it_is_used() -> None:
    for hours, failed in ((40, []), (39, ["clock"]), (41, ["clock"])):
        play = Play()
        play.remind(17, 22, 34)
        assert play.ends(hours, TIMEOUT, 0) == failed


@pytest.mark.parametrize(("resumed_at", "failed"), [(90, []), (89, ["clock"])])
def test_a_pause_does_not_lengthen_the_wait_for_somebody_out_of_reach(resumed_at: float, failed: list[str]) -> None:
    play = Play()
    play.at(1, Bounced(1, second_address=False))
    play.at(60, Written(1, Pause(), None, by_mail=True))
    play.at(resumed_at, Written(1, Resume(), None, by_mail=True))
    assert play.ends(90, TIMEOUT, 10) == failed


def test_nobody_makes_their_own_clock_stand_by_asking_for_a_move_back() -> None:
    play = Play()
    play.at(12, BackAsked(1, 0))
    play.at(36, BackSettled(1))
    play.remind(17, 22)
    assert play.ends(27, ORDER, 7) == []


def test_a_turn_that_was_taken_back_costs_nothing() -> None:
    play = Play()
    play.at(30, Written(1, TakeBack(1, 1), None, by_mail=True))
    assert play.ends(30, Written(1, Pause(), None, by_mail=True), 10) == []


def test_a_reminder_comes_when_it_was_asked_for_and_only_then() -> None:
    for hours, failed in (((18, 22), []), ((17, 18, 22), ["reminders once"]), ((18, 19, 22), ["reminders once"])):
        play = Play()
        play.at(12, Heard(1, 1, Wrote.AT_TABLE, 5, later=NOON + timedelta(hours=18)))
        play.remind(*hours)
        assert play.ends(27, ORDER, 7) == failed, hours


def test_a_reminder_that_comes_twice_is_told() -> None:
    play = Play()
    play.remind(17, 18)
    assert play.failed() == ["reminders once"]


def test_a_reminder_before_its_time_is_told_unless_the_quiet_hours_begin() -> None:
    play = Play()
    play.remind(10)
    assert play.failed() == ["reminders once"]
    play = Play()
    play.anna.quiet = "22:01-08:00"
    play.remind(10)
    assert play.failed() == []


@pytest.mark.parametrize(("hours", "failed"), [(17, []), (18, ["reminders once"])])
def test_a_reminder_may_be_of_a_game_that_ends_in_the_same_moment(hours: float, failed: list[str]) -> None:
    play = Play()
    play.at(17, NaiveStanding(1, True, (1, None), (36000, 36000)))
    play.remind(hours)
    assert play.failed() == failed


def test_a_reminder_that_never_came_is_told() -> None:
    play = Play()
    play.remind(17)
    assert play.ends(27, ORDER, 7) == ["reminders sent"]


def test_a_reminder_within_the_quiet_hours_is_told() -> None:
    play = Play()
    play.anna.quiet = "04:00-09:00"
    play.remind(17)
    assert play.failed() == ["quiet hours"]


def test_after_stop_only_the_answer_to_it_may_come_until_they_write_again() -> None:
    play = Play()
    answer, news = (replace(TURN, id=each, kind=Kind.STATUS, cause=cause) for each, cause in ((5, 9), (6, 10)))
    play.at(1, Heard(1, 1, Wrote.STOP, 9), HandedOver(answer))
    assert play.failed() == []
    play.at(2, HandedOver(news))
    assert play.failed() == ["stop"]
    play.at(3, Heard(1, 1, Wrote.ELSEWHERE, 11), HandedOver(news))
    assert play.failed() == ["stop"]


def test_a_turn_that_is_told_twice_is_told() -> None:
    play = Play()
    play.at(1, Posted(replace(TURN, id=7)))
    assert play.failed() == ["one turn mail"]


def test_the_turn_of_who_came_back_to_it_counts_without_a_turn_mail() -> None:
    play = Play()
    standing = NaiveStanding(1, False, (1, None), (36000, 36000))
    play.at(1, Written(1, Replace(0, "greedy"), None, by_mail=False), standing)
    play.at(2, Written(1, Replace(0, "Anna"), None, by_mail=False), standing, Returned(1, 1, 0, 2))
    play.remind(19, 24)
    assert play.ends(29, ORDER, 7) == []


def log(event: str, **facts: object) -> Logged:
    return Logged(1, {"event": event, **facts})


def play_in_a_season(*players: int) -> Play:
    """Anna and others say that they are there, and are drawn into one division."""
    play = Play()
    play.at(0, log("announced", start=(NOON + timedelta(days=1)).isoformat()))
    play.at(1, *(log("entered", member=each) for each in players), log("check-in", asked=list(players)))
    for player in players:
        mail = replace(TURN, id=20 + player, kind=Kind.LEAGUE, game_id=None, player_id=player)
        play.at(1, Posted(mail))
        play.at(2, log("checked in", member=player))
    return play


def test_who_said_stop_must_not_be_drawn() -> None:
    for drawn, failed in (([2, 3], []), ([1, 2, 3], ["the right people"])):
        play = play_in_a_season(1, 2, 3)
        play.at(3, Heard(1, None, Wrote.STOP, 9), log("divisions", divisions=[[0, 0, drawn]]))
        assert play.failed() == failed


def test_who_withdrew_must_not_be_drawn_whatever_the_log_says() -> None:
    play = play_in_a_season(1, 2)
    play.at(3, Withdrew(1, 1), log("divisions", divisions=[[0, 0, [1, 2]]]))
    assert play.failed() == ["the right people"]


@pytest.mark.parametrize(
    ("players", "failed"),
    [((1, 2), []), ((1, None), []), ((9, 2), []), ((2, 1), ["the right people"] * 2), ((9, 9), ["the right people"])],
)
def test_a_seat_is_its_members_or_a_substitutes(players: tuple[int | None, ...], failed: list[str]) -> None:
    play = play_in_a_season(1, 2)
    play.at(3, log("divisions", divisions=[[0, 0, [1, 2]]]), log("fixtures", games=[[1, 0, 0, [1, 2]]]))
    play.at(3, Started(7, BRISK, players), log("started", fixture=1, game=7))
    play.at(4, NaiveStanding(7, False, players, (36000, 36000)))
    assert play.failed() == failed


def test_who_withdrew_must_not_have_their_seat() -> None:
    play = play_in_a_season(1, 2)
    play.at(3, log("divisions", divisions=[[0, 0, [1, 2]]]), log("fixtures", games=[[1, 0, 0, [1, 2]]]))
    play.at(3, Started(7, BRISK, (1, 2)), log("started", fixture=1, game=7), Withdrew(1, 1))
    play.at(4, NaiveStanding(7, False, (1, 2), (36000, 36000)))
    assert play.failed() == ["the right people"]


@pytest.mark.parametrize(("count", "failed"), [(0, 1), (1, 0), (2, 1)])
def test_each_is_told_once_that_the_season_begins(count: int, failed: int) -> None:
    play = play_in_a_season(1)
    play.at(3, log("divisions", divisions=[[0, 0, [1]]]))
    for number in range(count):
        play.at(3, Posted(replace(TURN, id=30 + number, kind=Kind.LEAGUE, game_id=None)))
    play.watch.finish()
    assert play.failed() == ["league mail once"] * failed


def test_league_mail_at_another_time_is_told_unless_a_week_is_over() -> None:
    table = replace(TURN, id=40, kind=Kind.STANDINGS, game_id=None)
    for hours, failed in ((24 + 7 * 24, []), (24 + 7 * 24 + 1, ["league mail once"])):
        play = play_in_a_season(1)
        play.at(hours, Posted(table))
        play.watch.finish()
        assert play.failed() == failed


def test_overtime_begins_the_turn_anew_with_less_time() -> None:
    for bank, failed in ((9, []), (6, ["bank"])):
        play = Play()
        play.remind(17)
        play.at(20, log("overtime", games=[1]))
        play.remind(20 + 10, 20 + 11)
        # From then on 22 hours: 12, and the bank of 10.
        assert play.ends(20 + 13, ORDER, bank) == failed


def test_overtime_while_a_question_is_open_asks_for_no_reminder_of_the_time_before() -> None:
    for reminders, failed in (((46,), []), ((), ["reminders sent"])):
        play = Play()
        play.at(16, QuestionSeen(1, 1))
        play.at(20, log("overtime", games=[1]))
        # 16 hours are used, of 22 from now on: what would have been due after 10 and 11 never was.
        play.remind(*reminders)
        assert play.ends(16 + 24 + 12, TIMEOUT, 0) == failed
