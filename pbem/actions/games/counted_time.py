"""Clock arithmetic, pure: time that counts, time that does not, and what is due when."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from heapq import merge
from itertools import count
from zoneinfo import ZoneInfo

from pbem.model import Player, Terms, TurnClock, Vacation
from pbem.model.time import local_time, quiet_end, quiet_start, weekend

_MINUTE = timedelta(minutes=1)
NOTHING = timedelta()


@dataclass(frozen=True, slots=True)
class Calendar:
    """When a player's clocks stand: on vacation and, where that was agreed, at weekends."""

    timezone: str
    vacations: tuple[Vacation, ...] = ()
    weekends_off: bool = False

    def counted(self, start: datetime, end: datetime) -> timedelta:
        """How much of the time between two moments counts."""
        total, moment = NOTHING, start
        for first, last in self._off_after(start):
            if first >= end:
                break
            total += max(NOTHING, first - moment)
            moment = max(moment, last)
        return total + max(NOTHING, end - moment)

    def after(self, start: datetime, counted: timedelta) -> datetime:
        """The moment at which this much time has counted since `start`."""
        moment, left = start, counted
        for first, last in self._off_after(start):
            if left <= first - moment:
                break
            left -= max(NOTHING, first - moment)
            moment = max(moment, last)
        return moment + left

    def _off_after(self, moment: datetime) -> Iterator[tuple[datetime, datetime]]:
        vacations = sorted((each.first, each.end) for each in self.vacations if each.end > moment)
        return merge(vacations, self._weekends(moment)) if self.weekends_off else iter(vacations)

    def _weekends(self, moment: datetime) -> Iterator[tuple[datetime, datetime]]:
        """Those of the place and time where the player lives, from the week of this moment on."""
        today, days = moment.astimezone(ZoneInfo(self.timezone)).date(), weekend(self.timezone)
        monday = today - timedelta(days=today.weekday())
        for week in count():
            first, end = (monday + timedelta(weeks=week, days=day) for day in (days.start, days.stop))
            yield local_time(first, time(), self.timezone), local_time(end, time(), self.timezone)


@dataclass(frozen=True, slots=True)
class Turn:
    """The seat on turn: its clock, what it may use, and when its clock stands."""

    clock: TurnClock
    terms: Terms
    bank: timedelta
    calendar: Calendar
    half_time: bool = False

    @property
    def free(self) -> timedelta:
        return timedelta(hours=self.terms.free_hours) / (2 if self.half_time else 1)

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
        return self.clock.used + (self.calendar.counted(since, now) if since and since < now else NOTHING)

    def bank_after(self, now: datetime) -> timedelta:
        """What is left of the bank if the turn ends now."""
        return max(NOTHING, self.bank - max(NOTHING, self.used(now) - self.free))

    def at(self, used: timedelta, now: datetime) -> datetime:
        """When so much will have been used; a clock that stands is taken to start now."""
        return self.calendar.after(self.clock.since or self.clock.shown_at or now, max(NOTHING, used - self.clock.used))


def away_until(vacations: Sequence[Vacation], moment: datetime) -> datetime | None:
    """When the vacation ends that the moment is within."""
    return next((each.end for each in vacations if each.first <= moment < each.end), None)


def reminder_points(reminders: Sequence[str], turn: Turn) -> list[timedelta]:
    """How much of the turn is used when each reminder is due, the last call at the end of all time included."""
    points = {_used_at(each, turn) for each in reminders}
    return [*sorted(point for point in points if NOTHING < point < turn.whole), turn.whole]


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


def _used_at(reminder: str, turn: Turn) -> timedelta:
    """How much time is used at a reminder: `free 6h` before the free time ends, `50%` or `12h` before all does."""
    if reminder.startswith("free "):
        return turn.free - timedelta(hours=int(reminder[5:-1]))
    if reminder.endswith("%"):
        return turn.whole - turn.whole * int(reminder[:-1]) / 100
    return turn.whole - timedelta(hours=int(reminder[:-1]))
