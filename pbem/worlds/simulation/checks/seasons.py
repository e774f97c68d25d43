"""The mails of a league that nobody asked for: each goes once to whom it concerns, at its moment and at no other."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from pbem.model import Kind
from pbem.worlds.simulation.checks.calm import Silence
from pbem.worlds.simulation.facts import Logged, NaiveStanding, SeenMail, Withdrew
from pbem.worlds.simulation.world import ADMIN

# Seasons as they go: who may be drawn, and who may sit at a league's table, from the log and what people wrote.


class Seasons:
    """Who belongs at which table, and who left."""

    def __init__(self, silence: Silence) -> None:
        self._silence = silence
        self._withdrew: set[tuple[int, int]] = set()
        self._here: dict[int, set[int]] = defaultdict(set)
        """By season: who said that they come; from check-in on, that they are there."""
        self._fixtures: dict[tuple[int, int], list[int]] = {}
        self._tables: dict[int, tuple[int, list[int]]] = {}
        """By game: its season, and its members by seat."""

    def withdrew(self, fact: Withdrew) -> None:
        self._withdrew.add((fact.season_id, fact.player_id))

    def logged(self, fact: Logged) -> Iterator[str]:
        match fact.event:
            case "entered" | "checked in":
                self._here[fact.season_id].add(fact.entry["member"])
            case "withdrawn":
                self._here[fact.season_id].discard(fact.entry["member"])
            case "check-in":
                self._here[fact.season_id].clear()
            case "divisions":
                yield from self._drawn(fact)
            case _:
                yield from self._laid_down(fact)

    def _laid_down(self, fact: Logged) -> Iterator[str]:
        match fact.event:
            case "fixtures":
                for number, _, _, members in fact.entry["games"]:
                    self._fixtures[fact.season_id, number] = members
            case "started":
                game, members = fact.entry["game"], self._fixtures[fact.season_id, fact.entry["fixture"]]
                if game in self._tables:
                    yield f"game {game} is the game of two fixtures"
                self._tables[game] = fact.season_id, members

    def stand(self, fact: NaiveStanding) -> Iterator[str]:
        """Every seat is its member's, a substitute's or a bot's; whoever withdrew has none of theirs."""
        if fact.game_id not in self._tables:
            return
        season, members = self._tables[fact.game_id]
        people = [player for player in fact.players if player is not None]
        if len(set(people)) < len(people):
            yield f"game {fact.game_id}: somebody has two seats: {fact.players}"
        for member, player in zip(members, fact.players, strict=True):
            if player == member and (season, member) in self._withdrew:
                yield f"game {fact.game_id}: player {player} withdrew from season {season}, and has a seat"
            if player != member and player in members:
                yield f"game {fact.game_id}: player {player} has the seat of {member}"

    def _drawn(self, fact: Logged) -> Iterator[str]:
        """All who said that they are there, unless they said `stop` after it; nobody who wrote that they don't come."""
        plays, here = set(drawn(fact)), self._here[fact.season_id]
        expected = {each for each in here if not self._silence.stopped(each)}
        if plays != expected:
            yield f"season {fact.season_id}: {sorted(plays)} play, expected {sorted(expected)}"
        if withdrew := {each for each in plays if (fact.season_id, each) in self._withdrew}:
            yield f"season {fact.season_id}: {sorted(withdrew)} were drawn, and had withdrawn"


def drawn(fact: Logged) -> list[int]:
    """Everyone in the divisions that a line tells of."""
    return [member for _, _, members in fact.entry["divisions"] for member in members]


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

    def posted(self, now: datetime, mail: SeenMail) -> None:
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
