"""A deliberately naive clock: it goes through a turn piece by piece and asks of each whether it counts.

It shares nothing with pbem/actions/games/clock.py: no calendar, no interval arithmetic, only local dates and weekdays
and which of these are free where.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from pbem.model import Terms
from pbem.model.time import weekend
from pbem.worlds.simulation.facts import Holiday

QUESTIONS = timedelta(hours=24)
# Every time zone in use is a whole number of quarters from UTC: no day begins within one.
_QUARTER = timedelta(minutes=15)
_NOTHING = timedelta()


@dataclass(slots=True)
class Stand:
    """From `start` on the clock stood; `limit` is when that must end by itself."""

    why: str
    start: datetime
    end: datetime | None = None
    limit: datetime | None = None

    def over(self, moment: datetime) -> bool:
        return any(each is not None and each <= moment for each in (self.end, self.limit))

    @property
    def edges(self) -> list[datetime]:
        return [each for each in (self.start, self.end, self.limit) if each]


@dataclass(slots=True)
class NaiveTurn:
    """Somebody's turn, and all that was seen of it."""

    game_id: int
    seat: int
    player_id: int
    number: int
    terms: Terms
    bank: timedelta
    zone: str
    holidays: list[Holiday]
    patience: timedelta
    """How much longer the game waits because mail comes back."""
    handed_over: datetime | None = None
    stands: list[Stand] = field(default_factory=list)
    questions_left: timedelta = QUESTIONS
    reminders: list[datetime] = field(default_factory=list)
    points_told: int = 0
    later: datetime | None = None
    """When its player wants to be reminded, and not before."""
    later_told: bool = False
    hurried_at: datetime | None = None
    """Since when there is less time, while the clock stood."""

    @property
    def free(self) -> timedelta:
        return timedelta(hours=self.terms.free_hours)

    @property
    def whole(self) -> timedelta:
        return self.free + self.bank

    @property
    def whole_with_grace(self) -> timedelta:
        return self.whole + timedelta(hours=self.terms.grace_hours)

    def stands_at(self, moment: datetime) -> bool:
        """Whether something other than the calendar keeps the clock from running."""
        return self.handed_over is None or any(not stand.over(moment) for stand in self.stands)

    def open_stand(self, why: str) -> Stand | None:
        return next((each for each in self.stands if each.why == why and each.end is None), None)

    def used(self, until: datetime) -> timedelta:
        """How much time has counted."""
        return sum((last - first for first, last in self._counted(until)), _NOTHING)

    def moment(self, used: timedelta, until: datetime) -> datetime | None:
        """When so much had counted, if that was before `until`."""
        total = _NOTHING
        for first, last in self._counted(until):
            if total + (last - first) >= used:
                return first + (used - total)
            total += last - first
        return None

    def waited(self, since: datetime, until: datetime) -> timedelta:
        """How much of this time was neither a holiday nor a weekend off."""
        pieces = pairwise(sorted({since, until, *_quarters(since, until)}))
        return sum((last - first for first, last in pieces if not self._off(first + (last - first) / 2)), _NOTHING)

    def _counted(self, until: datetime) -> Iterator[tuple[datetime, datetime]]:
        for first, last in pairwise(self._edges(until)):
            if self._counts(first + (last - first) / 2):
                yield first, last

    def _edges(self, until: datetime) -> list[datetime]:
        start = self.handed_over
        if start is None or start >= until:
            return []
        said = (each for holiday in self.holidays for each in (holiday.said, holiday.back) if each)
        stood = (edge for stand in self.stands for edge in stand.edges)
        inside = {each for each in (*said, *stood) if start < each < until}
        quarters = _quarters(start, until) if self.holidays or self.terms.weekends_off else ()
        return sorted({start, until, *inside, *quarters})

    def _counts(self, moment: datetime) -> bool:
        stands = any(stand.start <= moment and not stand.over(moment) for stand in self.stands)
        return not stands and not self._off(moment)

    def _off(self, moment: datetime) -> bool:
        if not self.holidays and not self.terms.weekends_off:
            return False
        day = moment.astimezone(ZoneInfo(self.zone)).date()
        if self.terms.weekends_off and day.weekday() in weekend(self.zone):
            return True
        return any(
            each.said <= moment and each.first <= day <= each.last and (each.back is None or moment < each.back)
            for each in self.holidays
        )


def _quarters(start: datetime, until: datetime) -> Iterator[datetime]:
    moment = start.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    while moment < until:
        if moment > start:
            yield moment
        moment += _QUARTER


def hurried(terms: Terms) -> Terms:
    """What a league's overtime leaves of the time for a turn (docs/leagues.md)."""
    return replace(terms, free_hours=min(12, terms.free_hours), bank_hours=min(24, terms.bank_hours))


def is_quiet(quiet: str, zone: str, moment: datetime) -> bool:
    """What a look at the kitchen clock says."""
    if not quiet:
        return False
    first, last = quiet.split("-")
    now = f"{moment.astimezone(ZoneInfo(zone)):%H:%M}"
    return first <= now < last if first < last else now >= first or now < last
