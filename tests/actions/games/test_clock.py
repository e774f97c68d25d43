"""Clock arithmetic, compared with a count minute by minute."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.actions.games.counted_time import Calendar, Turn, considerate, reminder_points
from pbem.model import Player, Terms, TurnClock, Vacation
from pbem.model.time import weekend

START = datetime(2026, 3, 23, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
ZONES = ("UTC", "Europe/Warsaw", "Atlantic/Reykjavik", "Asia/Jerusalem", "America/Los_Angeles")

moments = st.integers(0, 21 * 24 * 4).map(lambda quarters: START + quarters * timedelta(minutes=15))
spans = st.tuples(moments, moments).map(sorted)


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    days = draw(st.lists(spans, max_size=3))
    vacations = tuple(Vacation(0, 1, first, end) for first, end in days if first < end)
    return Calendar(draw(st.sampled_from(ZONES)), vacations, draw(st.booleans()))


def stands(calendar: Calendar, moment: datetime) -> bool:
    free = moment.astimezone(ZoneInfo(calendar.timezone)).weekday() in weekend(calendar.timezone)
    return (calendar.weekends_off and free) or any(each.first <= moment < each.end for each in calendar.vacations)


def counted_by_hand(calendar: Calendar, start: datetime, end: datetime) -> timedelta:
    quarter = timedelta(minutes=15)
    total, moment = timedelta(), start
    while moment < end:
        total += timedelta() if stands(calendar, moment) else quarter
        moment += quarter
    return total


@pytest.mark.parametrize(
    ("zone", "start", "end"),
    [
        ("Europe/Warsaw", "2026-11-20T12:00", "2026-11-23T00:00"),
        ("Asia/Jerusalem", "2026-11-19T12:00", "2026-11-22T00:00"),
        ("Asia/Tel_Aviv", "2026-11-19T12:00", "2026-11-22T00:00"),
        ("UTC", "2026-11-20T12:00", "2026-11-23T00:00"),
    ],
)
def test_a_weekend_is_that_of_the_place_where_somebody_lives(zone: str, start: str, end: str) -> None:
    began, over = (datetime.fromisoformat(each).replace(tzinfo=ZoneInfo(zone)) for each in (start, end))
    assert Calendar(zone, weekends_off=True).after(began, timedelta(hours=12) + MINUTE) == over + MINUTE


@given(calendars(), spans)
def test_time_counts_unless_the_clock_stands(calendar: Calendar, span: list[datetime]) -> None:
    start, end = span
    assert calendar.counted(start, end) == counted_by_hand(calendar, start, end)


@given(calendars(), moments, st.integers(1, 200))
def test_the_end_of_a_time_is_where_it_has_counted(calendar: Calendar, start: datetime, quarters: int) -> None:
    time = quarters * timedelta(minutes=15)
    end = calendar.after(start, time)
    assert calendar.counted(start, end) == time
    assert calendar.counted(start, end - MINUTE) < time


@pytest.mark.parametrize(
    ("start", "hours", "end"),
    [
        ("2026-03-27T12:00", 36, "2026-03-31T00:00"),  # The clocks went forward on Sunday, which did not count.
        ("2026-10-23T12:00", 36, "2026-10-27T00:00"),  # And back.
        ("2026-03-27T12:00", 12, "2026-03-28T00:00"),
    ],
)
def test_weekends_are_those_of_the_wall_clock(start: str, hours: int, end: str) -> None:
    warsaw = ZoneInfo("Europe/Warsaw")
    local_start, local_end = (datetime.fromisoformat(each).replace(tzinfo=warsaw) for each in (start, end))
    assert Calendar("Europe/Warsaw", weekends_off=True).after(
        local_start.astimezone(UTC), timedelta(hours=hours)
    ) == local_end.astimezone(UTC)


@pytest.mark.parametrize(("first_day", "hours"), [("2026-03-28", 23), ("2026-10-24", 25)])
def test_a_day_on_which_the_clocks_change_counts_as_long_as_it_is(first_day: str, hours: int) -> None:
    warsaw = ZoneInfo("Europe/Warsaw")
    noon = datetime.fromisoformat(first_day).replace(hour=12, tzinfo=warsaw)
    assert Calendar("Europe/Warsaw").counted(
        noon.astimezone(UTC), (noon + timedelta(days=1)).astimezone(UTC)
    ) == timedelta(hours=hours)


def turn(clock: TurnClock, bank: float = 10, free: float = 24, vacations: tuple[Vacation, ...] = ()) -> Turn:
    return Turn(clock, Terms(free_hours=free, grace_hours=6), timedelta(hours=bank), Calendar("UTC", vacations))


def hours(number: float) -> timedelta:
    return timedelta(hours=number)


def test_the_bank_drains_only_after_the_free_time() -> None:
    running = turn(TurnClock(since=START))
    assert [running.bank_after(START + hours(each)) for each in (1, 24, 27, 34, 50)] == [
        hours(10),
        hours(10),
        hours(7),
        hours(0),
        hours(0),
    ]


def test_what_was_used_before_the_clock_stood_counts() -> None:
    resumed = turn(TurnClock(since=START, used=hours(20)))
    assert resumed.used(START + hours(3)) == hours(23)
    assert resumed.at(resumed.whole, START) == START + hours(14)


def test_a_clock_that_stands_uses_nothing() -> None:
    standing = turn(TurnClock(used=hours(20)))
    assert standing.used(START + hours(100)) == hours(20)


def test_reminders_are_shares_and_hours_of_the_time_left() -> None:
    assert reminder_points(("50%", "12h"), turn(TurnClock())) == [hours(17), hours(22), hours(34)]


def test_reminders_of_the_free_time_come_before_the_reserve_runs_and_when_it_begins_to() -> None:
    assert reminder_points(("free 6h", "free 0h"), turn(TurnClock())) == [hours(18), hours(24), hours(34)]
    assert reminder_points(("free 6h", "free 0h"), turn(TurnClock(), bank=0, free=8)) == [hours(2), hours(8)]


def test_a_reminder_that_would_come_at_once_is_left_out() -> None:
    assert reminder_points(("50%", "12h", "90h"), turn(TurnClock(), bank=0, free=8)) == [hours(4), hours(8)]


def quiet(hours: str) -> Player:
    return Player(1, "Anna", "anna@people.example", "en", "UTC", quiet=hours)


def test_a_reminder_waits_for_the_end_of_the_night() -> None:
    due, limit = START + hours(23), START + hours(40)
    assert considerate(due, limit, quiet("22:00-08:00")) == START + hours(32)


def test_a_reminder_that_would_then_be_too_late_goes_before_the_night() -> None:
    due, limit = START + hours(23), START + hours(31)
    assert considerate(due, limit, quiet("22:00-08:00")) == START + hours(22) - MINUTE


def test_a_reminder_by_day_goes_when_it_is_due() -> None:
    assert considerate(START + hours(12), START + hours(40), quiet("22:00-08:00")) == START + hours(12)
