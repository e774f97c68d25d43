"""Points for places: how many each place is worth, and what those get who share one."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from pbem.league.results import Result

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
    """What each member gets for a game; whoever left gets nothing, and what a substitute earns is nobody's."""
    points: dict[int, Fraction] = {}
    first = 0
    for group in result.places:
        for seat in group:
            each = result.seats[seat]
            if each.member is not None:
                points[each.member] = Fraction(0) if each.left else scale.share(first, len(group))
        first += len(group)
    return points


def shown(points: Fraction) -> str:
    """As people write it: `6½`, `3⅓`, and two decimals where no such sign exists."""
    whole, rest = divmod(points, 1)
    if not rest:
        return str(whole)
    if glyph := _GLYPHS.get(rest):
        return f"{whole or ''}{glyph}"
    return f"{float(points):.2f}"
