"""A division's table: points, then seven tie-breaks, each shown, the last of them a lot."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from itertools import combinations, permutations
from typing import TypeAlias

from pbem.league.fixtures import lot
from pbem.league.points import Result, Scale, game_points

# Two more looks at a division: who finished ahead of whom, and how the points grew.


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
            if result.seats[seat].scores
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


_NONE = Fraction(0)


class Decider(StrEnum):
    """What puts one row below another: the first that tells them apart."""

    ROUND = "round"
    """Of a cup: how far they came."""
    MATCH = "match"
    """Of a cup: their place at the table at which it ended for them."""
    SEED = "seed"
    RUNG = "rung"
    """Of a ladder."""
    POINTS = "points"
    OPPONENTS = "opponents"
    WINS = "wins"
    SECONDS = "seconds"
    THIRDS = "thirds"
    SHARE = "share"
    HEAD_TO_HEAD = "head to head"
    CLOCK = "clock"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class TableRow:
    """A member's line in the table. Whoever shares a place with another has half of it, and half of the next."""

    member: int
    place: int = 0
    games: int = 0
    points: Fraction = _NONE
    wins: Fraction = _NONE
    seconds: Fraction = _NONE
    thirds: Fraction = _NONE
    share: Fraction = _NONE
    """The mean of one's own score as a part of the winner's, from 0 to 1."""
    head_to_head: Fraction | None = None
    """Points against those who were still level; None where it was not needed."""
    clock: timedelta = timedelta()
    lot: str = ""
    penalty: int = 0
    """Points that a director took away; `points` are what is left."""
    byes: int = 0
    """Rounds that they rested; `points` has what these are worth."""
    opponents: Fraction = _NONE
    """The points of everyone whom they met, once for each meeting."""
    decided_by: Decider | None = None
    """What puts this row below the one above it; None for the first."""


Games: TypeAlias = list[tuple[Result, dict[int, Fraction]]]
"""Every game with each member's points in it."""
Criteria: TypeAlias = Sequence[tuple[Decider, Callable[[TableRow], Fraction]]]

CRITERIA: Criteria = (
    (Decider.POINTS, lambda row: row.points),
    (Decider.OPPONENTS, lambda row: row.opponents),
    (Decider.WINS, lambda row: row.wins),
    (Decider.SECONDS, lambda row: row.seconds),
    (Decider.THIRDS, lambda row: row.thirds),
    (Decider.SHARE, lambda row: row.share),
    (Decider.HEAD_TO_HEAD, lambda row: row.head_to_head or _NONE),
    (Decider.CLOCK, lambda row: -Fraction(row.clock // timedelta(microseconds=1))),
    (Decider.LOT, lambda row: -Fraction(int(row.lot, 16))),
)
"""The more, the better."""

LEAGUE_ORDER = tuple(decider for decider, _ in CRITERIA if decider is not Decider.OPPONENTS)
SWISS_ORDER = tuple(decider for decider, _ in CRITERIA)


@dataclass(frozen=True, slots=True)
class Scoring:
    """What games and byes are worth, and what decides where points are equal."""

    scale: Scale
    bye: Fraction = _NONE
    order: tuple[Decider, ...] = LEAGUE_ORDER

    @property
    def criteria(self) -> Criteria:
        return [(each, _MERITS[each]) for each in self.order]


_MERITS = dict(CRITERIA)


def standings(
    members: Sequence[int],
    results: Iterable[Result],
    scoring: Scoring,
    secret: bytes,
    penalties: Mapping[int, int] | None = None,
    byes: Mapping[int, int] | None = None,
) -> tuple[TableRow, ...]:
    """The table that follows from these results, byes and penalties, and from nothing else."""
    scale = scoring.scale
    games = [(result, game_points(result, scale)) for result in results]
    rows = [_row(member, _of(member, games), scale, lot(secret, member)) for member in members]
    rows = [_rested(row, (byes or {}).get(row.member, 0), scoring.bye) for row in rows]
    rows = [_penalised(row, (penalties or {}).get(row.member, 0)) for row in rows]
    if Decider.OPPONENTS in scoring.order:
        rows = _with_opponents(rows, games)

    def order(level: list[TableRow], criteria: Criteria) -> list[TableRow]:
        """Those who are level so far, told apart by the criteria that are left."""
        if len(level) == 1:
            return level
        (decider, merit), *rest = criteria
        if decider is Decider.HEAD_TO_HEAD:
            level = _against_each_other(level, games)
        by_merit = defaultdict(list)
        for row in level:
            by_merit[merit(row)].append(row)
        ordered: list[TableRow] = []
        for value in sorted(by_merit, reverse=True):
            first, *others = order(by_merit[value], rest)
            ordered += [replace(first, decided_by=decider) if ordered else first, *others]
        return ordered

    return tuple(replace(row, place=place) for place, row in enumerate(order(rows, scoring.criteria), 1))


def _rested(row: TableRow, byes: int, worth: Fraction) -> TableRow:
    return replace(row, points=row.points + byes * worth, byes=byes)


def _with_opponents(rows: list[TableRow], games: Games) -> list[TableRow]:
    """Whoever is in no table counts nothing."""
    points = {row.member: row.points for row in rows}
    met = {row.member: _NONE for row in rows}
    for _, here in games:
        for one, other in permutations(points.keys() & here.keys(), 2):
            met[one] += points[other]
    return [replace(row, opponents=met[row.member]) for row in rows]


def _penalised(row: TableRow, penalty: int) -> TableRow:
    return replace(row, points=row.points - penalty, penalty=penalty)


def _of(member: int, games: Games) -> Games:
    return [(result, points) for result, points in games if member in points]


def _row(member: int, games: Games, scale: Scale, drawn: str) -> TableRow:
    parts = [_parts(member, result, scale) for result, _ in games]
    wins, seconds, thirds = (sum((part[place] for part in parts), _NONE) for place in range(3))
    return TableRow(
        member,
        games=len(games),
        points=sum((points[member] for _, points in games), _NONE),
        wins=wins,
        seconds=seconds,
        thirds=thirds,
        share=sum((_share(member, result) for result, _ in games), _NONE) / max(1, len(games)),
        clock=sum((each.clock for result, _ in games for each in result.seats if each.member == member), timedelta()),
        lot=drawn,
    )


def _parts(member: int, result: Result, scale: Scale) -> tuple[Fraction, ...]:
    """How much of each place is the member's: a whole one, nothing, or a part of several where they are shared."""
    parts: list[Fraction] = []
    for group in result.places:
        mine = any(result.seats[seat].member == member and result.seats[seat].scores for seat in group)
        has_part = mine and not scale.is_draw(len(group))
        parts += [Fraction(has_part, len(group))] * len(group)
    return (*parts, _NONE)[:3]


def _share(member: int, result: Result) -> Fraction:
    """The member's score as a part of the winner's; never more than 1, which every winner has."""
    seat = result.seat_of(member)
    assert seat is not None
    if not result.seats[seat].scores:
        return _NONE
    winners = result.places[0]
    if seat in winners:
        return Fraction(1)
    best = max(result.seats[winner].score for winner in winners)
    return min(Fraction(1), Fraction(result.seats[seat].score, max(1, best)))


def _against_each_other(level: list[TableRow], games: Games) -> list[TableRow]:
    """For each of those who are level: the points from the games with every one of the others, added up."""
    totals = {row.member: _NONE for row in level}
    for _, points in games:
        for one, other in combinations(totals.keys() & points.keys(), 2):
            totals[one] += points[one]
            totals[other] += points[other]
    return [replace(row, head_to_head=totals[row.member]) for row in level]
