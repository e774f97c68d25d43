"""The season clock: which part of a season it is, and when the next one begins. Nothing here reads the time."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from pbem.model import Terms


class Phase(StrEnum):
    """The parts of a season, in order."""

    ENTRIES = "entries"
    CHECK_IN = "check-in"
    RUNNING = "running"
    OVERTIME = "overtime"
    """The games that are left have a shorter clock."""
    ADJUDICATION = "adjudication"
    """The hard date has come: games that are left end by the stated rule."""
    PROVISIONAL = "provisional"
    """Every game is over, and protests are heard."""
    SIGN_OFF = "sign-off"
    """The director is to sign off."""
    SIGNED_OFF = "signed off"


@dataclass(frozen=True, slots=True)
class Timetable:
    """A season's dates, all of which follow from its start."""

    start: datetime
    weeks: int = 13
    check_in: timedelta = timedelta(days=3)
    """Before the start: who entered says that they are there."""
    overtime: timedelta = timedelta(weeks=2)
    protests: timedelta = timedelta(hours=72)
    rested: timedelta = timedelta()
    """By how much a pause moved all that comes after the start."""
    round_begins: datetime | None = None
    """When the games were laid down that are played now; None: at the start."""

    @property
    def check_in_opens(self) -> datetime:
        return self.start - self.check_in

    @property
    def overtime_begins(self) -> datetime:
        return (self.round_begins or self.start) + timedelta(weeks=self.weeks) + self.rested

    @property
    def hard_date(self) -> datetime:
        return self.overtime_begins + self.overtime


@dataclass(frozen=True, slots=True)
class Progress:
    """What has happened in a season that dates alone don't tell."""

    decided: datetime | None = None
    """When its last game ended."""
    signed_off: datetime | None = None


@dataclass(frozen=True, slots=True)
class Deadline:
    """When the next part begins, unless something happens before."""

    at: datetime
    phase: Phase


def phase(timetable: Timetable, progress: Progress, now: datetime) -> Phase:
    """The part of the season that it is now."""
    return [Phase.ENTRIES, *(each.phase for each in _dates(timetable, progress) if each.at <= now)][-1]


def next_deadline(timetable: Timetable, progress: Progress, now: datetime) -> Deadline | None:
    """The date to wait for; None once there is nothing to wait for but the director."""
    return next((each for each in _dates(timetable, progress) if each.at > now), None)


def in_overtime(terms: Terms, free_hours: float = 12, bank_hours: float = 24) -> Terms:
    """A game's terms from then on: never more time than it had."""
    return replace(terms, free_hours=min(terms.free_hours, free_hours), bank_hours=min(terms.bank_hours, bank_hours))


def _dates(timetable: Timetable, progress: Progress) -> list[Deadline]:
    """When each part begins; what has happened puts an end to what was planned for later."""
    dates = [
        Deadline(timetable.check_in_opens, Phase.CHECK_IN),
        Deadline(timetable.start, Phase.RUNNING),
        Deadline(timetable.overtime_begins, Phase.OVERTIME),
        Deadline(timetable.hard_date, Phase.ADJUDICATION),
    ]
    if decided := progress.decided:
        heard = Deadline(decided + timetable.protests, Phase.SIGN_OFF)
        dates = [*(each for each in dates if each.at < decided), Deadline(decided, Phase.PROVISIONAL), heard]
    if signed_off := progress.signed_off:
        dates = [*(each for each in dates if each.at < signed_off), Deadline(signed_off, Phase.SIGNED_OFF)]
    return dates
