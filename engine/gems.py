"""The six colours, and counts of tokens as plain tuples in that order."""

from collections.abc import Iterable
from functools import cache
from typing import Literal, TypeAlias, cast

Colour: TypeAlias = Literal["white", "blue", "green", "red", "black", "gold"]

# The canonical order of colours; everything that lists colours follows it.
COLOURS: tuple[Colour, ...] = ("white", "blue", "green", "red", "black", "gold")
GEMS: tuple[Colour, ...] = COLOURS[:5]
GOLD = 5
INDEX: dict[str, int] = {colour: index for index, colour in enumerate(COLOURS)}

Tokens: TypeAlias = tuple[int, int, int, int, int, int]
Bonuses: TypeAlias = tuple[int, int, int, int, int]

NO_TOKENS: Tokens = (0, 0, 0, 0, 0, 0)
NO_BONUSES: Bonuses = (0, 0, 0, 0, 0)


@cache
def tokens_of(colours: tuple[Colour, ...]) -> Tokens:
    """Count colours: ("red", "red", "gold") is (0, 0, 0, 2, 0, 1)."""
    counts = [0] * 6
    for colour in colours:
        counts[INDEX[colour]] += 1
    return cast(Tokens, tuple(counts))


def colours_of(tokens: Iterable[int]) -> tuple[Colour, ...]:
    """The inverse of `tokens_of`, in canonical order."""
    return tuple(colour for colour, count in zip(COLOURS, tokens, strict=False) for _ in range(count))


def plus(tokens: Tokens, more: Tokens) -> Tokens:
    """Add colour by colour."""
    w, u, g, r, k, o = tokens
    mw, mu, mg, mr, mk, mo = more
    return (w + mw, u + mu, g + mg, r + mr, k + mk, o + mo)


def minus(tokens: Tokens, fewer: Tokens) -> Tokens:
    """Subtract colour by colour."""
    w, u, g, r, k, o = tokens
    fw, fu, fg, fr, fk, fo = fewer
    return (w - fw, u - fu, g - fg, r - fr, k - fk, o - fo)


def by_colour(tokens: Iterable[int]) -> dict[str, int]:
    """Name the counts, as `position` and the facts of a refusal do."""
    return dict(zip(COLOURS, tokens, strict=False))
