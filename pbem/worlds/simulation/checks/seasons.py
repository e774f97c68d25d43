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
_POST = (Kind.LEAGUE, Kind.STANDINGS)
_TOLD = ("announced", "check-in", "divisions", "called off", "overtime", "adjudicated", "provisional", "signed off")
"""The lines of the log that bring a mail with them: to each reader at most one, with the table in it."""


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
        self._opened: dict[int, datetime] = {}
        self._answered: dict[tuple[int, int], datetime] = {}
        self._reminded: set[tuple[int, int]] = set()
        self._drawn: dict[int, list[int]] = {}

    def logged(self, now: datetime, fact: Logged) -> None:
        self._read(now, fact)
        occasion = (fact.season_id, fact.event, now)
        if fact.event not in _TOLD or occasion in self._occasions:
            return
        self._occasions.add(occasion)
        readers = [each for each in self._concerned(fact) if not self._silence.stopped(each)]
        self._may[now, Kind.LEAGUE] += 1
        self._must.update((now, Kind.LEAGUE, reader) for reader in readers)

    def posted(self, now: datetime, mail: SeenMail) -> None:
        """The organiser's reports are another matter."""
        if mail.kind in _POST and mail.player_id and mail.recipient != ADMIN:
            self._came[now, mail.kind, mail.player_id] += 1

    def finish(self) -> Iterator[tuple[datetime, list[str]]]:
        """For each reader and moment, what does not fit."""
        for key in sorted(self._must.keys() | self._came.keys()):
            now, kind, reader = key
            most = self._may[now, kind]
            most += self._weeks(now) if kind is Kind.STANDINGS else self._reminder(now, reader)
            fits = self._must[key] <= self._came[key] <= most
            trouble = f"{self._came[key]} {kind} mails to player {reader}, not {self._must[key]} to {most}"
            yield now, [] if fits else [trouble]

    def _reminder(self, now: datetime, reader: int) -> int:
        """Whoever is asked to check in, and says nothing, is reminded once before the start."""
        for season, opened in self._opened.items():
            once = (season, reader)
            silent_until = self._answered.get(once, self._starts[season])
            if opened < now < silent_until and reader in self._asked[season] and once not in self._reminded:
                self._reminded.add(once)
                return 1
        return 0

    def _read(self, now: datetime, fact: Logged) -> None:
        match fact.event:
            case "announced":
                self._starts[fact.season_id] = datetime.fromisoformat(fact.entry["start"])
            case "check-in":
                self._asked[fact.season_id] = fact.entry["asked"]
                self._opened[fact.season_id] = now
            case "checked in":
                self._answered[fact.season_id, fact.entry["member"]] = now
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
