"""Quiet hours: how they are written, and when they are, also on the two nights a year with an hour more or less."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pbem.model.time import parse_quiet, quiet_end, quiet_start

WARSAW, REYKJAVIK = "Europe/Warsaw", "Atlantic/Reykjavik"


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("written", "kept"),
    {
        "22-08": "22:00-08:00",
        "22:30 - 7": "22:30-07:00",
        "0-6": "00:00-06:00",
        "22–24": "22:00-00:00",
        "9.30 to 17.15": "09:30-17:15",
    }.items(),
)
def test_quiet_hours_as_people_write_them(written: str, kept: str) -> None:
    assert parse_quiet(written) == kept


@pytest.mark.parametrize("written", ["", "22", "22-", "late", "25-08", "22:60-08", "08-08", "0-24", "22-08-10"])
def test_what_is_no_span_of_time(written: str) -> None:
    assert parse_quiet(written) is None


@pytest.mark.parametrize("moment", ["2026-11-16T21:00", "2026-11-16T23:59", "2026-11-17T00:00", "2026-11-17T06:59"])
def test_a_night_is_quiet_from_one_day_to_the_next(moment: str) -> None:
    assert quiet_start("22:00-08:00", WARSAW, at(moment)) == at("2026-11-16T21:00")
    assert quiet_end("22:00-08:00", WARSAW, at(moment)) == at("2026-11-17T07:00")


@pytest.mark.parametrize("moment", ["2026-11-16T20:59", "2026-11-17T07:00", "2026-11-17T12:00"])
def test_the_day_is_not(moment: str) -> None:
    assert quiet_end("22:00-08:00", WARSAW, at(moment)) is None


def test_hours_within_one_day() -> None:
    assert quiet_end("13:00-14:30", REYKJAVIK, at("2026-11-16T13:00")) == at("2026-11-16T14:30")
    assert quiet_end("13:00-14:30", REYKJAVIK, at("2026-11-16T14:30")) is None


def test_no_quiet_hours_are_never() -> None:
    assert quiet_end("", WARSAW, at("2026-11-16T23:00")) is None


def test_the_night_on_which_summer_time_begins_is_an_hour_shorter() -> None:
    moment = at("2026-03-29T00:30")
    start, end = (each("22:00-08:00", WARSAW, moment) for each in (quiet_start, quiet_end))
    assert (start, end) == (at("2026-03-28T21:00"), at("2026-03-29T06:00"))


def test_the_night_on_which_summer_time_ends_is_an_hour_longer() -> None:
    moment = at("2026-10-25T00:30")
    start, end = (each("22:00-08:00", WARSAW, moment) for each in (quiet_start, quiet_end))
    assert (start, end) == (at("2026-10-24T20:00"), at("2026-10-25T07:00"))


# Weeks in which the clocks change: at night, at midnight, by half an hour, on a Friday, forward and back; or never.
CHANGES = {
    "Europe/Copenhagen": ("2026-03-27", "2026-10-23"),
    "Europe/Warsaw": ("2026-03-27", "2026-10-23"),
    "Atlantic/Reykjavik": ("2026-03-27", "2026-10-23"),
    "Asia/Jerusalem": ("2026-03-26", "2026-10-23"),
    "Australia/Lord_Howe": ("2026-04-03", "2026-10-02"),
    "America/Havana": ("2026-03-06", "2026-10-30"),
    "Atlantic/Azores": ("2026-03-27", "2026-10-23"),
    "Africa/Cairo": ("2026-04-22", "2026-10-28"),
}
weeks = st.sampled_from([(zone, at(f"{day}T00:00")) for zone, days in CHANGES.items() for day in days])
times_of_day = st.integers(0, 24 * 4 - 1).map(lambda quarters: f"{quarters // 4:02}:{quarters % 4 * 15:02}")


def the_kitchen_clock_says_quiet(first: str, last: str, zone: str, moment: datetime) -> bool:
    now = f"{moment.astimezone(ZoneInfo(zone)):%H:%M}"
    return first <= now < last if first < last else now >= first or now < last


@pytest.mark.parametrize(
    ("quiet", "zone", "moment"),
    [
        ("00:00-02:30", "Europe/Copenhagen", "2026-10-25T01:15"),  # It is 2:15 for the second time.
        ("00:30-07:00", "America/Havana", "2026-03-08T05:10"),  # After midnight comes 1:00.
        ("02:15-07:00", "Australia/Lord_Howe", "2026-10-03T15:35"),  # After 1:59 comes 2:30.
        ("00:00-01:30", "Asia/Jerusalem", "2026-10-24T23:15"),  # It is 1:15 for the second time.
    ],
)
def test_an_hour_that_is_skipped_or_comes_twice_wakes_nobody(quiet: str, zone: str, moment: str) -> None:
    assert quiet_end(quiet, zone, at(moment))


quiet_hours = st.tuples(times_of_day, st.integers(1, 22 * 4)).map(
    lambda span: (span[0], f"{at(f'2026-01-01T{span[0]}') + span[1] * timedelta(minutes=15):%H:%M}")
)


@given(weeks, quiet_hours, st.integers(0, 4 * 24 * 4))
def test_whoever_looks_at_the_kitchen_clock_is_never_woken(
    week: tuple[str, datetime], span: tuple[str, str], quarters: int
) -> None:
    (zone, start), (first, last) = week, span
    moment = start + quarters * timedelta(minutes=15)
    assume(the_kitchen_clock_says_quiet(first, last, zone, moment))
    quiet = f"{first}-{last}"
    end, begin = quiet_end(quiet, zone, moment), quiet_start(quiet, zone, moment)
    assert begin
    assert end
    assert begin <= moment < end
    assert not the_kitchen_clock_says_quiet(first, last, zone, end)
    assert not the_kitchen_clock_says_quiet(first, last, zone, begin - timedelta(minutes=1))
    assert end - begin <= timedelta(hours=25)
