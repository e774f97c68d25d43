"""The leagues of a club: season after season by mail, with all who like them, until the club's time is over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from random import Random

from pbem.simulation.entrant import Entrant
from pbem.simulation.facts import Wrote
from pbem.simulation.letters import Received
from pbem.simulation.life import Life
from pbem.simulation.organiser import Organiser
from pbem.simulation.shard import Shard
from pbem.simulation.world import START

_EVERYBODY_IS_KNOWN = 2
"""Days."""
_FROM_THE_START = 0.7
"""How many of those who like a league enter its first season; the others come to know of it later."""


@dataclass(frozen=True, slots=True)
class ClubLeague:
    """A league as its organiser wants it, and how many of the club like it."""

    name: str
    seats: int
    starts: int
    """The first season, after so many days."""
    liked: float
    options: Mapping[str, str] = field(default_factory=dict)


_PACE = {"weeks": "8", "overtime-days": "7", "break-days": "7"}
LEAGUES = (
    ClubLeague("Nordic", 4, 21, 0.3, {**_PACE, "widths": "1,2,4"}),
    ClubLeague("Duel", 2, 28, 0.15, {**_PACE, "widths": "1,1,2", "size": "4", "at-most": "4"}),
)
"""One with all games at once and one in which they are staggered."""


class ClubLeagues:
    """Puts leagues into a shard."""

    def __init__(self, shard: Shard, leagues: Sequence[ClubLeague], seed: str, days: int) -> None:
        self._world = shard.world
        self._leagues = leagues
        self._days = days
        self._luck = Random(f"{seed} leagues")  # noqa: S311
        director = shard.director
        self._organiser = Organiser(shard.world, partial(_direct, director))
        director.hear_of_league = self._organiser.receive
        until = START + timedelta(days=days)
        self._entrants = [
            Entrant(life, liked, Random(f"{seed} entrant {number}"), until)  # noqa: S311
            for number, life in enumerate(shard.lives)
            if (liked := tuple(each.name for each in leagues if self._luck.random() < each.liked))
        ]

    def begin(self) -> None:
        for league in self._leagues:
            start = START + timedelta(days=league.starts)
            founding = partial(self._organiser.found, league.name, league.seats, league.options, start)
            self._world.later(founding, days=_EVERYBODY_IS_KNOWN)
        for entrant in self._entrants:
            at_once = self._luck.random() < _FROM_THE_START
            first = min(league.starts for league in self._leagues if league.name in entrant.leagues)
            last = first - _EVERYBODY_IS_KNOWN if at_once else max(first, self._days)
            self._world.later(entrant.come, days=self._luck.uniform(_EVERYBODY_IS_KNOWN, last))


def _direct(director: Life, words: str, mail: Received) -> None:
    director.write(words, Wrote.ELSEWHERE, mail)
