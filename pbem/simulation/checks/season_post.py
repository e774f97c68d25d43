"""The mails of a league that nobody asked for: each goes once to whom it concerns, at its moment and at no other."""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from pbem.model import Kind
from pbem.simulation.checks.calm import Silence
from pbem.simulation.checks.seasons import drawn
from pbem.simulation.facts import Logged, Mail
from pbem.simulation.world import ADMIN

_WEEK = timedelta(weeks=1)
_NEWS, _TABLE = (Kind.LEAGUE,), (Kind.LEAGUE, Kind.STANDINGS)
_TOLD = {
    "announced": _NEWS,
    "check-in": _NEWS,
    "divisions": _NEWS,
    "called off": _NEWS,
    "overtime": _NEWS,
    "adjudicated": _NEWS,
    "provisional": _TABLE,
    "signed off": _TABLE,
}
"""Which mails a line of the log brings with it: to each reader at most one of each kind."""


class SeasonPost:
    """Counts by moment and kind what may come, and for each reader what must and what does."""

    def __init__(self, silence: Silence) -> None:
        self._silence = silence
        self._occasions: set[tuple[int, str, datetime]] = set()
        self._may: Counter[tuple[datetime, Kind]] = Counter()
        self._must: Counter[tuple[datetime, Kind, int]] = Counter()
        self._came: Counter[tuple[datetime, Kind, int]] = Counter()
        self._starts: dict[int, datetime] = {}
        self._asked: dict[int, list[int]] = {}
        self._drawn: dict[int, list[int]] = {}

    def logged(self, now: datetime, fact: Logged) -> None:
        self._read(fact)
        occasion = (fact.season_id, fact.event, now)
        if fact.event not in _TOLD or occasion in self._occasions:
            return
        self._occasions.add(occasion)
        readers = [each for each in self._concerned(fact) if not self._silence.stopped(each)]
        for kind in _TOLD[fact.event]:
            self._may[now, kind] += 1
            self._must.update((now, kind, reader) for reader in readers)

    def posted(self, now: datetime, mail: Mail) -> None:
        """The organiser's reports are another matter."""
        if mail.kind in _TABLE and mail.player_id and mail.recipient != ADMIN:
            self._came[now, mail.kind, mail.player_id] += 1

    def finish(self) -> Iterator[tuple[datetime, list[str]]]:
        """For each reader and moment, what does not fit."""
        for key in sorted(self._must.keys() | self._came.keys()):
            now, kind, reader = key
            most = self._may[now, kind] + (self._weeks(now) if kind is Kind.STANDINGS else 0)
            fits = self._must[key] <= self._came[key] <= most
            trouble = f"{self._came[key]} {kind} mails to player {reader}, not {self._must[key]} to {most}"
            yield now, [] if fits else [trouble]

    def _read(self, fact: Logged) -> None:
        match fact.event:
            case "announced":
                self._starts[fact.season_id] = datetime.fromisoformat(fact.entry["start"])
            case "check-in":
                self._asked[fact.season_id] = fact.entry["asked"]
            case "divisions":
                self._drawn[fact.season_id] = drawn(fact)

    def _concerned(self, fact: Logged) -> Iterable[int]:
        """Who has to hear of it, as far as the log tells."""
        asked, members = self._asked.get(fact.season_id, []), self._drawn.get(fact.season_id, [])
        match fact.event:
            case "check-in":
                return asked
            case "divisions" | "provisional" | "signed off":
                return members
        return ()

    def _weeks(self, now: datetime) -> int:
        """How many seasons have a round-up now."""
        return sum(now > start and (now - start) % _WEEK == timedelta() for start in self._starts.values())
