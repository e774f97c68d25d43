"""Points for places: how many each place is worth, and what those get who share one."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from engine import Adjudicate, State, winners

# How a game ends that is not over at the hard date: the stated rule, on nothing but the position.


def adjudicated(state: State) -> Adjudicate:
    """For whoever leads by the game's own ranking; of those who share the lead, for those with a turn less."""
    leaders = winners(state)
    waiting = tuple(seat for seat in leaders if seat in _still_to_move(state))
    return Adjudicate(waiting or leaders)


def _still_to_move(state: State) -> tuple[int, ...]:
    """The seats that have not had their turn in this round."""
    return state.seating[state.seating.index(state.turn) :] if state.turn is not None else ()


# How a game came out: who sat where, who finished it, and in which order.


Ranking: TypeAlias = tuple[tuple[int, ...], ...]
"""Seats from first to last; seats that share a place stand together."""


@dataclass(frozen=True, slots=True)
class SeatResult:
    """One seat at the end: whose it was from the start, and who finished it if that was somebody else.

    A bot that had the seat from the start has no member beside it.
    """

    member: int | None
    score: int = 0
    clock: timedelta = timedelta()
    """How much time its player used."""
    gone: datetime | None = None
    """When the member walked out, or was timed out for good."""
    substitute: int | None = None
    bot: str | None = None
    resigned: bool = False
    inherited: bool = False
    """Whether what a substitute plays counts for the member's place."""

    @property
    def scores(self) -> bool:
        """Whether the member's place gets what the seat came out at."""
        return not self.left or (self.inherited and self.substitute is not None and self.bot is None)

    @property
    def left(self) -> bool:
        """The member did not stay to the end."""
        replaced = self.substitute is not None or self.bot is not None
        return self.member is not None and (replaced or self.gone is not None)

    @property
    def finisher(self) -> int | None:
        """The player who held the seat at the end; None: nobody, or a bot."""
        if self.bot is not None:
            return None
        return self.substitute if self.left else self.member


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game; `ranking` is the game's own, bots and all."""

    game: int
    finished: datetime
    seats: tuple[SeatResult, ...]
    ranking: Ranking

    def inherited_from(self, members: Collection[int]) -> "Result":
        """The same game where what substitutes play for these members counts."""
        seats = tuple(replace(each, inherited=each.member in members) for each in self.seats)
        return replace(self, seats=seats) if seats != self.seats else self

    def seat_of(self, member: int) -> int | None:
        """Where a member sat, if they were at this table."""
        return next((seat for seat, each in enumerate(self.seats) if each.member == member), None)

    @property
    def places(self) -> Ranking:
        """The ranking that points follow: bots behind everybody else."""
        people = (tuple(seat for seat in group if self.seats[seat].bot is None) for group in self.ranking)
        bots = tuple(seat for seat, each in enumerate(self.seats) if each.bot is not None)
        return tuple(group for group in (*people, bots) if group)


_GLYPHS = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
    Fraction(1, 6): "⅙",
    Fraction(5, 6): "⅚",
}


@dataclass(frozen=True, slots=True)
class Scale:
    """What each place is worth; `drawn` is what both get who draw a game of two, where that is not half of all."""

    places: tuple[int, ...]
    drawn: int | None = None

    def share(self, first: int, sharers: int) -> Fraction:
        """What each of those gets who share the places from `first` (counted from 0) on."""
        if self.drawn is not None and self.is_draw(sharers):
            return Fraction(self.drawn)
        return Fraction(sum(self.places[first : first + sharers]), sharers)

    def is_draw(self, sharers: int) -> bool:
        """Nobody won or lost, and that has its own worth."""
        return self.drawn is not None and sharers == len(self.places)


SCALES: Mapping[int, Scale] = {4: Scale((10, 6, 3, 1)), 3: Scale((8, 4, 1)), 2: Scale((3, 0), drawn=1)}


def parse_scale(text: str, seats: int) -> Scale:
    """`10-6-3-1`: a number a place. At tables of two, three numbers are for a win, a draw and a loss: `3-1-0`."""
    numbers = tuple(int(part) for part in text.split("-"))
    if any(worse > better for better, worse in pairwise(numbers)):
        raise ValueError(f"a worse place is worth more: {text!r}")
    if seats == 2 and len(numbers) == 3:
        return Scale((numbers[0], numbers[2]), drawn=numbers[1])
    if len(numbers) != seats:
        raise ValueError(f"{seats} places need {seats} numbers: {text!r}")
    return Scale(numbers)


def game_points(result: Result, scale: Scale) -> dict[int, Fraction]:
    """What each member gets for a game; whoever left gets nothing, unless somebody inherits it."""
    points: dict[int, Fraction] = {}
    first = 0
    for group in result.places:
        for seat in group:
            each = result.seats[seat]
            if each.member is not None:
                points[each.member] = scale.share(first, len(group)) if each.scores else Fraction(0)
        first += len(group)
    return points


def shown(points: Fraction) -> str:
    """As people write it: `6½`, `3⅓`, and two decimals where no such sign exists."""
    if points < 0:
        return f"-{shown(-points)}"
    whole, rest = divmod(points, 1)
    if not rest:
        return str(whole)
    if glyph := _GLYPHS.get(rest):
        return f"{whole or ''}{glyph}"
    return f"{float(points):.2f}"
