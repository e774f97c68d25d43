"""Turns under random schedules, by mail, against a count quarter by quarter that shares nothing with the server."""

from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.server.attendance import CLOCKS, Attendance
from pbem.worlds.simulation.checks.naive import is_quiet
from tests.support.brisk_games import BRISK, bank, ledger, pause
from tests.support.desk import Desk
from tests.support.people import Person

QUARTER = timedelta(minutes=15)
TERMS = replace(BRISK, weekends_off=True)
ALL_TIME, FREE = timedelta(hours=40), timedelta(hours=24)
# Days before the clocks change: forward, back, by half an hour, on a Friday, at midnight, on Sunday; or not at all.
EVES = [
    ("Europe/Copenhagen", datetime(2026, 3, 27, 9, tzinfo=UTC)),
    ("Europe/Warsaw", datetime(2026, 10, 23, 20, tzinfo=UTC)),
    ("Asia/Jerusalem", datetime(2026, 3, 26, 12, tzinfo=UTC)),
    ("Asia/Jerusalem", datetime(2026, 10, 23, 12, tzinfo=UTC)),
    ("Australia/Lord_Howe", datetime(2026, 4, 3, 6, tzinfo=UTC)),
    ("Australia/Lord_Howe", datetime(2026, 10, 2, 6, tzinfo=UTC)),
    ("America/Havana", datetime(2026, 3, 6, 12, tzinfo=UTC)),
    ("Atlantic/Reykjavik", datetime(2026, 12, 30, 12, tzinfo=UTC)),
]
WORDS = {"question": "take b g r", "hello": "say hello", "back": "back"}


@dataclass
class Pencil:
    """What somebody with a calendar and a pencil would say."""

    zone: str
    now: datetime
    used: timedelta = timedelta()
    for_questions: timedelta = timedelta(hours=24)
    asked: bool = False
    paused: bool = False
    away: set[date] = field(default_factory=set)

    @property
    def today(self) -> date:
        return self.now.astimezone(ZoneInfo(self.zone)).date()

    @property
    def weekend(self) -> tuple[int, int]:
        return (4, 5) if self.zone == "Asia/Jerusalem" else (5, 6)

    def happens(self, event: str) -> None:
        match event:
            case "question" if not self.paused and self.for_questions:
                self.asked = True
            case "hello":
                self.asked = False
            case "vacation":
                self.away |= {self.today, self.today + timedelta(days=1)}
            case "back" if self.today in self.away:
                self.away = set()
            case "pause" | "resume":
                self.paused = event == "pause"

    def quarter_passes(self) -> None:
        asked = self.asked and not self.paused
        stands = asked or self.paused or self.today in self.away or self.today.weekday() in self.weekend
        self.used += timedelta() if stands else QUARTER
        self.for_questions -= QUARTER if asked else timedelta()
        self.asked = self.asked and bool(self.for_questions)
        self.now += QUARTER

    @property
    def bank(self) -> float:
        return max(0, 10 - max(0, (self.used - FREE) / timedelta(hours=1)))


class Play:
    """The server and the pencil, side by side."""

    def __init__(self, folder: Path, zone: str, start: datetime, quiet: str) -> None:
        self.desk, self.pencil, self.quiet = Desk(folder), Pencil(zone, start), quiet
        self.desk.now = start
        self.desk.new_game(terms=TERMS)
        self.desk.set(self.anna, timezone=zone, quiet=quiet)
        self.desk.keep_time()

    @property
    def anna(self) -> Person:
        return self.desk.people[0]

    def happens(self, event: str, quarters: int) -> None:
        """Something, and then so much time passes; not after the turn has run out."""
        if self.pencil.used == ALL_TIME:
            return
        match event:
            case "pause" | "resume" if self.pencil.paused != (event == "pause"):
                pause(self.desk, on=event == "pause")
            case "vacation":
                today = self.pencil.today
                self.desk.reply(self.anna, f"vacation {today} to {today + timedelta(days=1)}")
            case _ if event in WORDS:
                self.desk.reply(self.anna, WORDS[event])
        self.pencil.happens(event)
        if event == "down":
            self._is_down(quarters)
        else:
            self._time_passes(quarters)

    def _is_down(self, quarters: int) -> None:
        self.desk.store.pulses.beat(CLOCKS, self.desk.now)
        self.desk.wait(minutes=15 * quarters)
        Attendance(self.desk.store, self.desk.store.pulses, lambda: self.desk.now, lambda _vitals: True).come()
        self.pencil.now = self.desk.now

    def _time_passes(self, quarters: int) -> None:
        passed = 0
        while passed < quarters and self.pencil.used < ALL_TIME:
            self.pencil.quarter_passes()
            passed += 1
        self.desk.let_pass(minutes=15 * passed - 1)
        assert ledger(self.desk) == []
        self.desk.let_pass(minutes=1)

    def ends(self) -> None:
        """It ran out when the pencil says so; else the bank has what the pencil says."""
        if self.pencil.used == ALL_TIME:
            assert ledger(self.desk)[0] == "timeout"
            return
        if self.pencil.paused:
            pause(self.desk, on=False)
        self.desk.reply(self.anna, "take white blue green")
        assert ledger(self.desk) == ["take white blue green"]
        assert bank(self.desk, 0) == self.pencil.bank

    def nobody_was_woken(self) -> None:
        """Nor reminded more often than there are reminders."""
        sent = [mail["Date"].datetime for mail in self.anna.mails if mail["X-PBEM-Kind"] == "reminder"]
        assert len(sent) <= 3
        assert [each for each in sent if is_quiet(self.quiet, self.pencil.zone, each)] == []


events = st.sampled_from(["question", "hello", "vacation", "back", "pause", "resume", "down"])
nights = st.sampled_from(["", "22:00-08:00", "00:00-02:30", "19:00-12:00"])


@settings(max_examples=40)
@given(st.sampled_from(EVES), nights, st.lists(st.tuples(events, st.integers(1, 160)), min_size=1, max_size=8))
def test_a_turn_takes_as_long_as_somebody_with_a_pencil_counts(
    eve: tuple[str, datetime], quiet: str, schedule: list[tuple[str, int]]
) -> None:
    with TemporaryDirectory() as folder:
        play = Play(Path(folder), *eve, quiet)
        for event, quarters in schedule:
            play.happens(event, quarters)
        play.ends()
        play.nobody_was_woken()
        play.desk.store.close()
