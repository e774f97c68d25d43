"""Time: the one place that reads the clock, the quiet hours in which somebody wants no mail, the days of a weekend."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from typing import TypeAlias
from zoneinfo import ZoneInfo

from babel import Locale, UnknownLocaleError
from babel.core import get_global

# The one place that reads the time; everything else is handed it as a value.


Clock: TypeAlias = Callable[[], datetime]


def system_clock() -> datetime:
    """Now, in UTC."""
    return datetime.now(UTC)


_DASH = r"\s*(?:-|–|—|\bto\b)\s*"
_HOUR = r"(\d{1,2})(?:[:.](\d{2}))?"
_QUIET = re.compile(rf"{_HOUR}{_DASH}{_HOUR}")
_DAY = timedelta(days=1)


def parse_quiet(text: str) -> str | None:
    """`22-08` or `22:30 - 7` as 22:30-07:00; None if it can't be read or is no span of time."""
    match = _QUIET.fullmatch(text.strip())
    if not match:
        return None
    first_hour, first_minute, last_hour, last_minute = (int(group or 0) for group in match.groups())
    if max(first_hour, last_hour) > 24 or max(first_minute, last_minute) > 59:
        return None
    first, last = f"{first_hour % 24:02}:{first_minute:02}", f"{last_hour % 24:02}:{last_minute:02}"
    return f"{first}-{last}" if first != last else None


def quiet_end(quiet: str, timezone: str, moment: datetime) -> datetime | None:
    """When the quiet hours end that the moment is within; None if it is within none."""
    span = _span(quiet, timezone, moment)
    return span[1] if span else None


def quiet_start(quiet: str, timezone: str, moment: datetime) -> datetime | None:
    """When the quiet hours began that the moment is within; None if it is within none."""
    span = _span(quiet, timezone, moment)
    return span[0] if span else None


def local_time(day: date, clock: time, timezone: str) -> datetime:
    """The moment at which the wall clock shows this; one that it skips or shows twice is the earlier reading's."""
    return datetime.combine(day, clock, ZoneInfo(timezone)).astimezone(UTC)


_SATURDAY, _SUNDAY = 5, 6


@cache
def weekend(timezone: str) -> range:
    """The days of a weekend where this time zone is kept, 0 being Monday: Friday and Saturday in Israel."""
    known_as = get_global("zone_aliases").get(timezone, timezone)
    try:
        there = Locale.parse(f"und_{get_global('zone_territories').get(known_as, '001')}")
    except UnknownLocaleError:
        return range(_SATURDAY, _SUNDAY + 1)
    return range(there.weekend_start, there.weekend_end + 1)


def _span(quiet: str, timezone: str, moment: datetime) -> tuple[datetime, datetime] | None:
    if not quiet:
        return None
    first, last = (time.fromisoformat(part) for part in quiet.split("-"))
    today = moment.astimezone(ZoneInfo(timezone)).date()
    for day in (today - _DAY, today):
        # A time of day that the wall clock skips or shows twice has two readings: whichever keeps it quiet for longer.
        start = min(_readings(day, first, timezone))
        end = max(_readings(day if last > first else day + _DAY, last, timezone))
        if start <= moment < end:
            return start, end
    return None


def _readings(day: date, clock: time, timezone: str) -> tuple[datetime, datetime]:
    return local_time(day, clock, timezone), local_time(day, clock.replace(fold=1), timezone)
