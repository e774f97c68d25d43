"""Quiet hours: how they are written, and when they are, also on the two nights a year with an hour more or less."""

from datetime import UTC, datetime

import pytest

from pbem.hours import parse_quiet, quiet_end, quiet_start

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
