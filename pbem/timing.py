"""Clock arithmetic, pure: time that counts, time that does not, and what is due when."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from heapq import merge
from itertools import count
from zoneinfo import ZoneInfo

from pbem.hours import local_time, quiet_end, quiet_start
from pbem.model import Player, Terms, TurnClock, Vacation

_SATURDAY = 5
_MINUTE = timedelta(minutes=1)
_NOTHING = timedelta()


@dataclass(frozen=True, slots=True)
class Calendar:
    """When a player's clocks stand: on vacation and, where that was agreed, at weekends."""

    timezone: str
    vacations: tuple[Vacation, ...] = ()
    weekends_off: bool = False

    def counted(self, start: datetime, end: datetime) -> timedelta:
        """How much of the time between two moments counts."""
        total, moment = _NOTHING, start
        for first, last in self._off_after(start):
            if first >= end:
                break
            total += max(_NOTHING, first - moment)
            moment = max(moment, last)
        return total + max(_NOTHING, end - moment)

    def after(self, start: datetime, counted: timedelta) -> datetime:
        """The moment at which this much time has counted since `start`."""
        moment, left = start, counted
        for first, last in self._off_after(start):
            if left <= first - moment:
                break
            left -= max(_NOTHING, first - moment)
            moment = max(moment, last)
        return moment + left

    def _off_after(self, moment: datetime) -> Iterator[tuple[datetime, datetime]]:
        vacations = sorted((each.first, each.end) for each in self.vacations if each.end > moment)
        return merge(vacations, self._weekends(moment)) if self.weekends_off else iter(vacations)

    def _weekends(self, moment: datetime) -> Iterator[tuple[datetime, datetime]]:
        """Saturdays and Sundays of the player's own time, from the week of this moment on."""
        today = moment.astimezone(ZoneInfo(self.timezone)).date()
        saturday = today + timedelta(days=_SATURDAY - today.weekday())
        for week in count():
            first, monday = saturday + timedelta(weeks=week), saturday + timedelta(weeks=week, days=2)
            yield local_time(first, time(), self.timezone), local_time(monday, time(), self.timezone)


@dataclass(frozen=True, slots=True)
class Turn:
    """The seat on turn: its clock, what it may use, and when its clock stands."""

    clock: TurnClock
    terms: Terms
    bank: timedelta
    calendar: Calendar

    @property
    def free(self) -> timedelta:
        return timedelta(hours=self.terms.free_hours)

    @property
    def whole(self) -> timedelta:
        """All the time of the turn, grace excepted."""
        return self.free + self.bank

    @property
    def whole_with_grace(self) -> timedelta:
        return self.whole + timedelta(hours=self.terms.grace_hours)

    def used(self, now: datetime) -> timedelta:
        """How much time has counted so far."""
        since = self.clock.since
        return self.clock.used + (self.calendar.counted(since, now) if since and since < now else _NOTHING)

    def bank_after(self, now: datetime) -> timedelta:
        """What is left of the bank if the turn ends now."""
        return max(_NOTHING, self.bank - max(_NOTHING, self.used(now) - self.free))

    def at(self, used: timedelta, now: datetime) -> datetime:
        """When so much will have been used; a clock that stands is taken to start now."""
        return self.calendar.after(self.clock.since or now, max(_NOTHING, used - self.clock.used))


def away_until(vacations: Sequence[Vacation], moment: datetime) -> datetime | None:
    """When the vacation ends that the moment is within."""
    return next((each.end for each in vacations if each.first <= moment < each.end), None)


def reminder_points(reminders: Sequence[str], turn: Turn) -> list[timedelta]:
    """How much of the turn is used when each reminder is due, the last call at the end of all time included."""
    points = {turn.whole - _left(each, turn.whole) for each in reminders}
    return [*sorted(point for point in points if _NOTHING < point < turn.whole), turn.whole]


def considerate(moment: datetime, limit: datetime, player: Player) -> datetime | None:
    """When a reminder may go out that is due at `moment` and of no use from `limit` on.

    Within quiet hours it waits for their end; where that is too late it goes just before them. None: neither will do.
    """
    end = quiet_end(player.quiet, player.timezone, moment)
    if end is None:
        return moment
    if end < limit:
        return end
    start = quiet_start(player.quiet, player.timezone, moment)
    assert start
    before = start - _MINUTE
    return before if quiet_end(player.quiet, player.timezone, before) is None else None


def _left(reminder: str, whole: timedelta) -> timedelta:
    """How much time is left at a reminder such as `50%` or `12h`."""
    if reminder.endswith("%"):
        return whole * int(reminder[:-1]) / 100
    return timedelta(hours=int(reminder[:-1]))
