"""Seasons as they go: who may be drawn, and who may sit at a league's table, from the log and what people wrote."""

from collections import defaultdict
from collections.abc import Iterator

from pbem.simulation.checks.calm import Silence
from pbem.simulation.facts import Logged, Standing, Withdrew


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

    def stand(self, fact: Standing) -> Iterator[str]:
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
