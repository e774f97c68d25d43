"""Colours and counts in any order: `2 red`, `red x2`, `two reds`, `red red`, `3 gems: red, blue, green`."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from typing import TypeAlias

from engine import COLOURS
from pbem.orders.commands import Gems
from pbem.orders.items import Item, is_count, is_gem

MOST_READINGS = 3
_MOST_TOKENS = 10
_MOST_CHOICES = 64

# A list of gems is matched as a word: G a colour, N a count, X "times", M "gems".
_TOTAL = re.compile("NM")
_COUNT_FIRST = re.compile("GX+N|NX*G|G")
_COUNT_LAST = re.compile("GX*NX*|G")

Pile: TypeAlias = tuple[int, tuple[str, ...]]


def gem_sets(items: Sequence[Item]) -> tuple[Gems, ...]:
    """Every set of gems that the items may mean: none if they make no sense, several where that is open."""
    total, listed = _without_total(items)
    told = [gems for piles in _ways(listed) for gems in _sets(piles)]
    if total is None and len(listed) == len(items):
        fitting = told
    else:
        # `3 gems: red, blue, green` must add up, `two gems: red` counts its colour, `the red gems` are not counted.
        counted = [gems * (total or 0) if len(gems) == 1 and not _has_counts(listed) else gems for gems in told]
        fitting = [gems for gems in counted if gems and total in (None, len(gems))]
    return tuple(islice(dict.fromkeys(fitting), MOST_READINGS))


def _sets(piles: Sequence[Pile]) -> Iterator[Gems]:
    if 0 < sum(count for count, _ in piles) <= _MOST_TOKENS:
        choices = product(*(colours for count, colours in piles for _ in range(count)))
        yield from map(in_order, islice(choices, _MOST_CHOICES))


def is_whole(gems: Gems) -> bool:
    """Three different gems or two of one colour: what a turn usually takes."""
    return (len(gems), len(set(gems))) in ((3, 3), (2, 1))


def in_order(colours: Iterable[str]) -> Gems:
    """Colours in canonical order."""
    wanted = list(colours)
    return tuple(colour for colour in COLOURS for _ in range(wanted.count(colour)))


def _has_counts(items: Iterable[Item]) -> bool:
    return any(map(is_count, items))


def _code(item: Item) -> str:
    if is_count(item):
        return "N"
    return "G" if is_gem(item) else {"times": "X", "gems": "M"}.get(item.kind, "?")


def _word(items: Iterable[Item]) -> str:
    return "".join(map(_code, items))


def _without_total(items: Sequence[Item]) -> tuple[int | None, list[Item]]:
    """Take off `3 gems`, and the word for gems wherever it stands."""
    total = _TOTAL.search(_word(items))
    start = total.start() if total else len(items)
    listed = [item for index, item in enumerate(items) if item.kind != "gems" and index != start]
    return int(items[start].value) if total else None, listed


def _ways(items: list[Item]) -> Iterator[list[Pile]]:
    """Each colour with its count, in each of the two ways that uses up every item."""
    if all(item.value == "1" for item in items if is_count(item)):
        items = [item for item in items if not is_count(item)]
    word = _word(items)
    for grammar in (_COUNT_FIRST, _COUNT_LAST):
        matches = [*grammar.finditer(word)]
        if "".join(match[0] for match in matches) == word:
            yield [_pile(items[match.start() : match.end()]) for match in matches]


def _pile(unit: Sequence[Item]) -> Pile:
    colours = next(tuple(item.value.split()) for item in unit if is_gem(item))
    return next((int(item.value) for item in unit if is_count(item)), 1), colours
