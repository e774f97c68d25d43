"""From one season to the next: who goes up, who goes down, and where those belong who come new or come back."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import cycle
from math import ceil
from statistics import median

# How many divisions a pyramid has on each level, and of which size, for as many players as there are.


class Fitting(StrEnum):
    """What was done because the players did not fill the last level."""

    MERGED = "merged"
    """So few were left for this level that they joined the one above."""
    EVENED = "evened"
    """So few were left for this level that others from above came to join them."""


@dataclass(frozen=True, slots=True)
class Note:
    """To be told to everyone: `players` were moved at a level, counted from 0."""

    fitting: Fitting
    level: int
    players: int


@dataclass(frozen=True, slots=True)
class Shape:
    """A pyramid's measures: divisions of `size`, at least `smallest` and at most `largest` where it does not fit."""

    widths: Sequence[int] = (1, 2, 4, 8)
    """How many divisions the levels have, from the top; further ones have twice as many each."""
    size: int = 7
    smallest: int = 5
    largest: int = 10

    def width(self, level: int) -> int:
        beyond = level - len(self.widths) + 1
        return self.widths[level] if beyond <= 0 else self.widths[-1] << beyond

    def divisions(self, level: int, players: int) -> tuple[int, ...]:
        """The sizes of a level's divisions, as equal as can be."""
        count = min(self.width(level), max(1, round(players / self.size)))
        small, larger = divmod(players, count)
        return (small + 1,) * larger + (small,) * (count - larger)


@dataclass(frozen=True, slots=True)
class LevelPlan:
    """The sizes of the divisions on each level, from the top."""

    levels: tuple[tuple[int, ...], ...]
    notes: tuple[Note, ...] = ()


def plan(players: int, shape: Shape) -> LevelPlan:
    """Full levels from the top; what is left is the last level, or joins the one above it if that is too few."""
    totals: list[int] = []
    while (rest := players - sum(totals)) > 0:
        totals.append(min(rest, shape.size * shape.width(len(totals))))
    notes: tuple[Note, ...] = ()
    if len(totals) > 1 and totals[-1] < shape.smallest:
        totals, note = _fitted(totals, shape)
        notes = (note,)
    return LevelPlan(tuple(shape.divisions(level, total) for level, total in enumerate(totals)), notes)


def _fitted(totals: list[int], shape: Shape) -> tuple[list[int], Note]:
    *upper, above, last = totals
    width = shape.width(len(upper))
    together, level = above + last, len(totals) - 1
    if ceil(together / width) <= shape.largest:
        return [*upper, together], Note(Fitting.MERGED, level, last)
    evened = together // (width + 1)
    return [*upper, together - evened, evened], Note(Fitting.EVENED, level, evened - last)


class PlaceClaim(StrEnum):
    """Why somebody belongs on a level."""

    SEEDED = "seeded"
    """A director said so."""
    PROMOTED = "promoted"
    STAYS = "stays"
    RETURNS = "returns"
    RELEGATED = "relegated"
    NEW = "new"
    LEFT = "left"


_KEEPS_PLACE = (
    PlaceClaim.SEEDED,
    PlaceClaim.PROMOTED,
    PlaceClaim.RETURNS,
    PlaceClaim.RELEGATED,
    PlaceClaim.STAYS,
    PlaceClaim.NEW,
    PlaceClaim.LEFT,
)
"""Where a level is too full, the last of these go down, and of those the lowest in the table."""
_YIELDS = (PlaceClaim.NEW, PlaceClaim.LEFT)
"""They make room even for those who were pushed down from the level above."""
_MOVES_UP = (
    PlaceClaim.SEEDED,
    PlaceClaim.RELEGATED,
    PlaceClaim.STAYS,
    PlaceClaim.RETURNS,
    PlaceClaim.NEW,
    PlaceClaim.PROMOTED,
    PlaceClaim.LEFT,
)
"""Where a level has room, the first of these come up: those who were to leave it are spared before all others."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The numbers are per division; where they don't match, `_MOVES_UP` and `_KEEPS_PLACE` say who gives way."""

    shape: Shape = field(default_factory=Shape)
    promoted: int = 1
    relegated: int = 2
    level_is_kept: int = 2
    """For so many seasons of absence; after them the rating decides."""
    newcomers_by_rating: bool = False
    """Otherwise they begin at the bottom."""
    seeds: Sequence[Sequence[int]] = ()
    """Who begins on which level, from the top and the strongest first, whatever else they could claim."""
    apart: Sequence[tuple[int, int]] = ()
    """Pairs that are put into different divisions where their level has several."""


@dataclass(frozen=True, slots=True)
class Final:
    """A division at the end of a season: its members from first to last, and those of them who left."""

    level: int
    members: tuple[int, ...]
    left: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class Absence:
    """The level that somebody would have, and how many seasons they have missed."""

    level: int
    seasons: int = 1


@dataclass(frozen=True, slots=True)
class Placement:
    """Where somebody goes: `level` is what they can claim, and after `next_season` what they get."""

    member: int
    claim: PlaceClaim
    level: int
    before: int | None = None
    """The level that they played on; None if they did not play."""
    place: int = 0


@dataclass(frozen=True, slots=True)
class Division:
    """A division of the new season; both numbers count from 0."""

    level: int
    number: int
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NextSeason:
    """The divisions, how everyone came there, who is missed, and what was done to make it fit."""

    divisions: tuple[Division, ...]
    placements: tuple[Placement, ...]
    absent: Mapping[int, Absence]
    notes: tuple[Note, ...]


def next_season(
    finals: Sequence[Final],
    entrants: Collection[int],
    absent: Mapping[int, Absence],
    ratings: Mapping[int, float],
    rules: Rules,
    settled: Collection[int] | None = None,
) -> NextSeason:
    """The new season's divisions; who has no rating counts as 0, and only those who are `settled` are placed by it."""
    planned = plan(len(entrants), rules.shape)
    claims = [claim for final in finals for claim in _claims(final, finals, entrants, rules)]
    claims = [_seeded(claim, rules) for claim in claims]
    arrivals = sorted(set(entrants) - {claim.member for claim in claims})
    trusted = ratings if settled is None else {each: rating for each, rating in ratings.items() if each in settled}
    joining = [_seeded(_arrival(member, finals, absent, trusted, rules), rules) for member in arrivals]
    placed = _placed([claim for claim in claims if claim.member in entrants] + joining, planned, ratings)
    away = {
        member: replace(each, seasons=each.seasons + 1) for member, each in absent.items() if member not in entrants
    }
    away |= {claim.member: Absence(claim.level) for claim in claims if claim.member not in entrants}
    return NextSeason(tuple(_divisions(placed, planned, ratings, rules.apart)), placed, away, planned.notes)


def _claims(final: Final, finals: Sequence[Final], entrants: Collection[int], rules: Rules) -> Iterator[Placement]:
    """What the table gives its members; the places of those who left, or don't come back, are given up first."""
    bottom = max(each.level for each in finals)
    stay = [member for member in final.members if member not in final.left and member in entrants]
    up = stay[: rules.promoted] if final.level > 0 else []
    to_fall = rules.relegated - (len(final.members) - len(stay)) if final.level < bottom else 0
    down = stay[max(len(up), len(stay) - max(0, to_fall)) :]
    for place, member in enumerate(final.members, 1):
        if member in final.left:
            yield Placement(member, PlaceClaim.LEFT, final.level + 1, final.level, place)
        elif member in up:
            yield Placement(member, PlaceClaim.PROMOTED, final.level - 1, final.level, place)
        elif member in down:
            yield Placement(member, PlaceClaim.RELEGATED, final.level + 1, final.level, place)
        else:
            yield Placement(member, PlaceClaim.STAYS, final.level, final.level, place)


def movements(finals: Sequence[Final], rules: Rules) -> dict[int, PlaceClaim]:
    """Who goes up, down or stays by these tables, if everyone plays on who has not left."""
    everyone = [member for final in finals for member in final.members]
    return {each.member: each.claim for final in finals for each in _claims(final, finals, everyone, rules)}


def _seeded(claim: Placement, rules: Rules) -> Placement:
    """What a director settled comes before what the table gave."""
    for level, members in enumerate(rules.seeds):
        if claim.member in members:
            return replace(claim, claim=PlaceClaim.SEEDED, level=level, place=list(members).index(claim.member))
    return claim


def _arrival(
    member: int, finals: Sequence[Final], absent: Mapping[int, Absence], ratings: Mapping[int, float], rules: Rules
) -> Placement:
    """Somebody who did not play: back on their level if they were not away for long, else where they belong."""
    absence = absent.get(member)
    if absence and absence.seasons <= rules.level_is_kept:
        return Placement(member, PlaceClaim.RETURNS, absence.level)
    bottom = max((final.level for final in finals), default=0)
    if member not in ratings or not (absence or rules.newcomers_by_rating):
        return Placement(member, PlaceClaim.NEW, bottom)
    for level in range(bottom):
        members = [each for final in finals if final.level == level for each in final.members]
        if members and ratings[member] >= median(ratings.get(each, 0.0) for each in members):
            return Placement(member, PlaceClaim.NEW, level)
    return Placement(member, PlaceClaim.NEW, bottom)


def _placed(claims: list[Placement], planned: LevelPlan, ratings: Mapping[int, float]) -> tuple[Placement, ...]:
    """Fill the levels from the top: too many claims push the weakest down, too few bring the strongest up."""

    def keeps(each: Placement) -> tuple[object, ...]:
        return (each.claim in _YIELDS, each.level, _KEEPS_PLACE.index(each.claim), *merit(each))

    def moves_up(each: Placement) -> tuple[object, ...]:
        return (each.level, _MOVES_UP.index(each.claim), *merit(each))

    def merit(each: Placement) -> tuple[int, float, int]:
        return (each.place, -ratings.get(each.member, 0.0), each.member)

    placed: list[Placement] = []
    for level, sizes in enumerate(planned.levels):
        here = sorted((each for each in claims if each.level <= level), key=keeps)
        below = sorted((each for each in claims if each.level > level), key=moves_up)
        capacity = sum(sizes)
        placed += [replace(each, level=level) for each in (here + below)[:capacity]]
        claims = (here + below)[capacity:]
    return tuple(placed)


def _divisions(
    placed: Sequence[Placement], planned: LevelPlan, ratings: Mapping[int, float], apart: Sequence[tuple[int, int]]
) -> Iterator[Division]:
    """Each level is dealt out by seed and rating, to and fro, so that its divisions are equally strong."""
    seeded = {each.member: each.place for each in placed if each.claim is PlaceClaim.SEEDED}
    for level, sizes in enumerate(planned.levels):
        members = [each.member for each in placed if each.level == level]
        members.sort(key=lambda member: (seeded.get(member, len(placed)), -ratings.get(member, 0.0), member))
        dealt: list[list[int]] = [[] for _ in sizes]
        numbers = cycle([*range(len(sizes)), *reversed(range(len(sizes)))])
        for member in members:
            number = next(number for number in numbers if len(dealt[number]) < sizes[number])
            if any(_may_not_meet(member, other, apart) for other in dealt[number]):
                number = _elsewhere(member, number, dealt, sizes, apart)
            dealt[number].append(member)
        for number, division in enumerate(dealt):
            yield Division(level, number, tuple(division))


def _elsewhere(
    member: int, number: int, dealt: list[list[int]], sizes: Sequence[int], apart: Sequence[tuple[int, int]]
) -> int:
    """A division with room and nobody whom the member may not meet; where there is none, the one they were dealt to."""
    for other, division in enumerate(dealt):
        if len(division) < sizes[other] and not any(_may_not_meet(member, each, apart) for each in division):
            return other
    return number


def _may_not_meet(one: int, other: int, apart: Sequence[tuple[int, int]]) -> bool:
    return (min(one, other), max(one, other)) in apart
