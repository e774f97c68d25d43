"""Two more looks at a division: who finished ahead of whom, and how the points grew."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from itertools import permutations

from pbem.league.points import Scale, game_points
from pbem.league.results import Result


@dataclass(frozen=True, slots=True)
class Cell:
    """One member against another: how often they finished ahead, level and behind."""

    ahead: int = 0
    level: int = 0
    behind: int = 0


@dataclass(frozen=True, slots=True)
class Moment:
    """Everyone's points once a game was over."""

    at: datetime
    points: Mapping[int, Fraction]


def crosstable(members: Sequence[int], results: Iterable[Result]) -> dict[int, dict[int, Cell]]:
    """A row for each member, with a cell for each of the others; games that one of the two left are not counted."""
    table = {one: {other: Cell() for other in members if other != one} for one in members}
    for result in results:
        places = {
            result.seats[seat].member: place
            for place, group in enumerate(result.places)
            for seat in group
            if not result.seats[seat].left
        }
        for one, other in permutations((member for member in members if member in places), 2):
            table[one][other] = _counted(table[one][other], places[one], places[other])
    return table


def points_over_time(members: Sequence[int], results: Iterable[Result], scale: Scale) -> tuple[Moment, ...]:
    """The points after every game, in the order in which the games ended."""
    totals = dict.fromkeys(members, Fraction(0))
    moments = []
    for result in sorted(results, key=lambda result: (result.finished, result.game)):
        gained = game_points(result, scale)
        totals = {member: total + gained.get(member, 0) for member, total in totals.items()}
        moments.append(Moment(result.finished, totals))
    return tuple(moments)


def _counted(cell: Cell, mine: int, theirs: int) -> Cell:
    return Cell(cell.ahead + (mine < theirs), cell.level + (mine == theirs), cell.behind + (mine > theirs))
