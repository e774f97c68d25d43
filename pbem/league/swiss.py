"""Swiss rounds at tables of two, three or four: like plays like, nobody meets twice while that can be avoided."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, groupby
from math import ceil

from pbem.league.dealing import Dealer, Tables, best_of
from pbem.league.rounds import Bout, Bye, Field, Round, meetings, seated, ticket
from pbem.league.standings import Scoring, TableRow, standings

_TRIES = 24
_FORBIDDEN, _REPEAT = 10**12, 10**9


@dataclass(frozen=True, slots=True)
class Swiss:
    """So many rounds; in each everyone who is there plays, but for those who rest because the tables don't come out."""

    seats: int
    rounds: int
    scoring: Scoring

    def next_round(self, group: Field, rounds: Sequence[Round]) -> Round | None:
        """None: all rounds are played, or too few are left for a table."""
        if len(rounds) >= self.rounds or len(group.here) < self.seats:
            return None
        table = swiss_table(group, rounds, self.scoring)
        order = [row.member for row in table if row.member not in group.gone] if rounds else list(group.here)
        resting = _resting(order, rounds, len(order) % self.seats)
        playing = [member for member in order if member not in resting]
        points = {row.member: row.points for row in table}
        tables = (_pairs if self.seats == 2 else _tables)(playing, points, group, rounds, self.seats)
        byes = tuple(Bye(member, len(tables)) for member in resting)
        return Round(tuple(map(Bout, seated(tables, group, rounds))), byes)


def swiss_table(group: Field, rounds: Sequence[Round], scoring: Scoring) -> tuple[TableRow, ...]:
    """Everyone in the group, whoever left too."""
    results = [bout.result for each in rounds for bout in each.bouts if bout.result]
    byes = Counter(member for each in rounds for member in each.resting)
    return standings(group.members, results, scoring, group.secret, group.penalties, byes)


def _resting(order: Sequence[int], rounds: Sequence[Round], count: int) -> list[int]:
    """The last of the table who rested least: nobody rests twice before everyone has once."""
    rested = Counter(member for each in rounds for member in each.resting)
    worst_first = list(reversed(order))
    return sorted(worst_first, key=lambda member: rested[member])[:count]


def _sliced(order: Sequence[int], points: dict[int, Fraction], seats: int) -> list[int]:
    """Of those with as many points the upper part meets the lower: four to a table are 1, 3, 5 and 7 of eight."""
    sliced: list[int] = []
    for _, level in groupby(order, key=lambda member: points[member]):
        members = list(level)
        tables = ceil(len(members) / seats)
        sliced += [member for table in range(tables) for member in members[table::tables]]
    return sliced


def _worth(points: dict[int, Fraction]) -> dict[int, int]:
    """Points as whole numbers, a step for every sum that somebody has."""
    steps = {each: number for number, each in enumerate(sorted(set(points.values())))}
    return {member: steps[each] for member, each in points.items()}


def _tables(
    playing: list[int], points: dict[int, Fraction], group: Field, rounds: Sequence[Round], seats: int
) -> Tables:
    """By the table and mended by swaps; if people would still meet again, from other beginnings too."""
    dealer = Dealer(meetings(rounds), group.apart, _worth(points))
    return best_of(_beginnings(playing, points, group, len(rounds), seats), dealer)


def _beginnings(
    playing: list[int], points: dict[int, Fraction], group: Field, number: int, seats: int
) -> Iterator[Tables]:
    yield _cut(_sliced(playing, points, seats), seats)
    for attempt in range(_TRIES):
        label = f"swiss {number + 1} {attempt}"
        drawn = sorted(playing, key=lambda member: (-points[member], ticket(group.secret, label, member)))
        yield _cut(drawn, seats)


def _cut(members: Sequence[int], seats: int) -> Tables:
    return [list(members[first : first + seats]) for first in range(0, len(members), seats)]


def _pairs(
    playing: list[int], points: dict[int, Fraction], group: Field, rounds: Sequence[Round], seats: int
) -> Tables:
    """The pairs that are together the least apart: no others have fewer repeats."""
    from networkx import Graph, min_weight_matching  # noqa: PLC0415 - slow to import, and needed only here

    met, worth = meetings(rounds), _worth(points)
    place = {member: number // seats for number, member in enumerate(_sliced(playing, points, seats))}
    graph = Graph()
    for one, other in combinations(sorted(playing), 2):
        hurdles = _FORBIDDEN * ((one, other) in group.apart) + _REPEAT * met[one, other]
        apart = (worth[one] - worth[other]) ** 2 * 1000 + abs(place[one] - place[other])
        graph.add_edge(one, other, weight=hurdles + apart)
    found = [sorted(each, key=playing.index) for each in min_weight_matching(graph)]
    return sorted(found, key=lambda each: playing.index(each[0]))
