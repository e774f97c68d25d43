"""How many divisions a pyramid has on each level, and of which size, for as many players as there are."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import ceil


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
class Plan:
    """The sizes of the divisions on each level, from the top."""

    levels: tuple[tuple[int, ...], ...]
    notes: tuple[Note, ...] = ()


def plan(players: int, shape: Shape) -> Plan:
    """Full levels from the top; what is left is the last level, or joins the one above it if that is too few."""
    totals: list[int] = []
    while (rest := players - sum(totals)) > 0:
        totals.append(min(rest, shape.size * shape.width(len(totals))))
    notes: tuple[Note, ...] = ()
    if len(totals) > 1 and totals[-1] < shape.smallest:
        totals, note = _fitted(totals, shape)
        notes = (note,)
    return Plan(tuple(shape.divisions(level, total) for level, total in enumerate(totals)), notes)


def _fitted(totals: list[int], shape: Shape) -> tuple[list[int], Note]:
    *upper, above, last = totals
    width = shape.width(len(upper))
    together, level = above + last, len(totals) - 1
    if ceil(together / width) <= shape.largest:
        return [*upper, together], Note(Fitting.MERGED, level, last)
    evened = together // (width + 1)
    return [*upper, together - evened, evened], Note(Fitting.EVENED, level, evened - last)
