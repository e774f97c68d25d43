"""What a simulation came to: counts, and what did not fit."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from engine import Give, Pause, Resign, TakeBack, Timeout
from engine.orders import Buy, Pass, Reserve, ReserveDeck, Take
from pbem.model import Kind
from pbem.worlds.simulation.checks.watch import BrokenCheck
from pbem.worlds.simulation.facts import (
    Bounced,
    Fact,
    HandedOver,
    Heard,
    Logged,
    NaiveStanding,
    Posted,
    QuestionSeen,
    Started,
    Written,
    Wrote,
)

_SHOWN = 10
_ORDERS = (Take, Reserve, ReserveDeck, Buy, Pass)
_COUNTED = (
    "games",
    "turns",
    "mails in",
    "mails out",
    "reminders",
    "timeouts",
    "substitutes",
    "vacations",
    "bounces",
    "questions",
)


_OF_SEASONS = {
    "signed off": "seasons",
    "called off": "seasons called off",
    "finished": "league games",
    "left": "league withdrawals",
    "adjudicated": "league adjudications",
    "overtime": "seasons in overtime",
    "protest": "protests",
}
"""What a season's log says, and what it counts as."""


class CheckTally:
    """Counts what happens; one game's time is from its start to its last line."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.longest = timedelta()
        self._started: dict[int, datetime] = {}
        self._players: dict[int, tuple[int | None, ...]] = {}

    def note(self, now: datetime, fact: Fact) -> None:
        match fact:
            case Started():
                self._started[fact.game_id], self._players[fact.game_id] = now, fact.players
                self.counts["games"] += 1
            case NaiveStanding():
                self._stand(now, fact)
            case Written(entry=Timeout()):
                self.counts["timeouts"] += 1
            case Written(entry=Resign()):
                self.counts["resignations"] += 1
            case Written(entry=Pause(agreed)):
                self.counts["pauses by agreement" if agreed else "pauses"] += 1
            case Written(entry=Give()):
                self.counts["gifts"] += 1
            case Written(entry=TakeBack()):
                self.counts["moves taken back"] += 1
            case Written(entry=entry) if isinstance(entry, _ORDERS):
                self.counts["turns"] += 1
            case _:
                self._note_mail(fact)

    def _note_mail(self, fact: Fact) -> None:
        match fact:
            case Heard(wrote=wrote):
                self.counts["mails in"] += 1
                self.counts["stops"] += wrote is Wrote.STOP
            case Bounced():
                self.counts["bounces"] += 1
            case QuestionSeen():
                self.counts["questions"] += 1
            case Logged(event=event) if event in _OF_SEASONS:
                self.counts[_OF_SEASONS[event]] += 1
            case Posted():
                self.counts["mails out"] += 1
            case HandedOver(mail) if mail.kind in (Kind.REMINDER, Kind.DIGEST):
                self.counts["reminders"] += 1

    def _stand(self, now: datetime, fact: NaiveStanding) -> None:
        before = self._players[fact.game_id]
        self.counts["substitutes"] += sum(old != new for old, new in zip(before, fact.players, strict=True))
        self._players[fact.game_id] = fact.players
        if fact.over:
            self.longest = max(self.longest, now - self._started[fact.game_id])


@dataclass(slots=True)
class Report:
    """Of one shard, or of all of them."""

    counts: Counter[str] = field(default_factory=Counter)
    checks: Counter[str] = field(default_factory=Counter)
    failures: list[BrokenCheck] = field(default_factory=list)
    longest: timedelta = timedelta()

    def add(self, other: "Report") -> None:
        self.counts += other.counts
        self.checks += other.checks
        self.failures += other.failures
        self.longest = max(self.longest, other.longest)

    def as_dict(self) -> dict[str, object]:
        return {
            **dict(self.counts),
            "longest game in days": round(self.longest / timedelta(days=1), 1),
            "checks": dict(self.checks),
            "failures": [str(each) for each in self.failures],
        }

    def lines(self) -> Iterator[str]:
        """A table, then the first failures."""
        rows = [*sorted_counts(self.counts), ("longest game, days", f"{self.longest / timedelta(days=1):.1f}")]
        rows += [(f"checked: {name}", f"{count:,}") for name, count in sorted(self.checks.items())]
        yield from table([*rows, ("failures", f"{len(self.failures):,}")])
        yield from (f"  {each}" for each in self.failures[:_SHOWN])


def sorted_counts(counts: Counter[str]) -> list[tuple[str, str]]:
    """What everyone asks for first."""
    names = [*_COUNTED, *sorted(set(counts) - set(_COUNTED))]
    return [(name, f"{counts[name]:,}") for name in names]


def table(rows: Sequence[tuple[str, str]]) -> Iterator[str]:
    names, values = max(len(name) for name, _ in rows), max(len(value) for _, value in rows)
    return (f"{name:<{names}}  {value:>{values}}" for name, value in rows)


def total(reports: Iterable[Report]) -> Report:
    everything = Report()
    for report in reports:
        everything.add(report)
    return everything
