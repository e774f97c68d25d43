"""The naive clock: its answers are those that anyone would give with a calendar and a pencil."""

from datetime import UTC, date, datetime, timedelta

import pytest

from pbem.model import Terms
from pbem.worlds.simulation.checks.naive import NaiveTurn, Stand, is_quiet
from pbem.worlds.simulation.facts import Holiday

FRIDAY = datetime(2026, 3, 27, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def turn(
    *stands: Stand, holidays: tuple[Holiday, ...] = (), zone: str = "UTC", weekends_off: bool = False
) -> NaiveTurn:
    """A turn whose mail left on a Friday at noon."""
    terms = Terms(free_hours=24, bank_hours=10, grace_hours=6, weekends_off=weekends_off)
    return NaiveTurn(
        1, 0, 1, 0, terms, timedelta(hours=10), zone, list(holidays), timedelta(days=3), FRIDAY, list(stands)
    )


def after(hours: float) -> datetime:
    return FRIDAY + timedelta(hours=hours)


def test_time_counts_from_the_moment_at_which_the_turn_mail_left() -> None:
    assert turn().used(after(5)) == 5 * HOUR
    waiting = turn()
    waiting.handed_over = None
    assert waiting.used(after(5)) == timedelta()


def test_while_a_game_rests_no_time_counts() -> None:
    assert turn(Stand("pause", after(2), after(10))).used(after(12)) == 4 * HOUR
    assert turn(Stand("pause", after(2))).used(after(12)) == 2 * HOUR


def test_a_question_holds_the_clock_no_longer_than_it_may() -> None:
    assert turn(Stand("question", after(1), limit=after(25))).used(after(30)) == 6 * HOUR


def test_what_overlaps_is_not_taken_off_twice() -> None:
    assert turn(Stand("pause", after(2), after(6)), Stand("lost", after(4), after(8))).used(after(10)) == 4 * HOUR


@pytest.mark.parametrize(
    ("zone", "hours"),
    [
        ("UTC", 12 + 1),
        ("Europe/Copenhagen", 11 + 3),  # Summer time begins on that Sunday: the weekend has 47 hours.
        ("America/New_York", 16 + 0),  # It is still Sunday there.
    ],
)
def test_a_weekend_is_that_of_the_player(zone: str, hours: int) -> None:
    assert turn(zone=zone, weekends_off=True).used(after(12 + 48 + 1)) == hours * HOUR


def test_a_holiday_is_whole_days_of_the_player_s_own_time() -> None:
    away = Holiday(after(1), date(2026, 3, 28), date(2026, 3, 29))
    assert turn(holidays=(away,)).used(after(12 + 48 + 3)) == (12 + 3) * HOUR
    assert turn(holidays=(away,), zone="Europe/Copenhagen").used(after(12 + 48 + 3)) == (11 + 5) * HOUR


def test_a_holiday_counts_from_when_it_was_told_and_until_its_end_was() -> None:
    away = Holiday(after(3.25), date(2026, 3, 27), date(2026, 4, 9), back=after(30.5))
    assert turn(holidays=(away,)).used(after(40)) == (3.25 + 9.5) * HOUR


def test_the_moment_at_which_so_much_was_used_up_is_found() -> None:
    resting = turn(Stand("pause", after(2), after(10)))
    assert resting.moment(3 * HOUR, after(20)) == after(11)
    assert resting.moment(13 * HOUR, after(20)) is None


@pytest.mark.parametrize(
    ("hour", "quiet"), [(22, False), (23, True), (3, True), (5, True), (6, False), (12, False), (21, False)]
)
def test_quiet_hours_are_those_of_the_clock_on_the_wall(hour: int, quiet: bool) -> None:
    moment = datetime(2026, 7, 1, hour, tzinfo=UTC)
    assert is_quiet("00:30-08:00", "Europe/Copenhagen", moment) is quiet
    assert not is_quiet("", "Europe/Copenhagen", moment)


def test_quiet_hours_within_a_day() -> None:
    assert is_quiet("13:00-15:00", "UTC", datetime(2026, 7, 1, 13, tzinfo=UTC))
    assert not is_quiet("13:00-15:00", "UTC", datetime(2026, 7, 1, 15, tzinfo=UTC))
