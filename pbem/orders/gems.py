"""Colours and counts in any order: `2 red`, `red x2`, `two reds`, `red red`, `one of each: red, blue, green`."""

from collections.abc import Iterable, Sequence
from itertools import islice, product
from typing import TypeAlias

from engine import COLOURS
from pbem.orders.commands import Gems
from pbem.orders.items import Item, is_count, is_gem

MOST_READINGS = 3
_MOST_TOKENS = 10

Pile: TypeAlias = tuple[int, tuple[str, ...]]


def gem_sets(items: Sequence[Item]) -> tuple[Gems, ...]:
    """Every set of gems that the items may mean: none if they make no sense, several where a letter is open."""
    piles = _counted_before(items) or _counted_after(items)
    if piles is None or not 0 < sum(count for count, _ in piles) <= _MOST_TOKENS:
        return ()
    choices = product(*(colours for count, colours in piles for _ in range(count)))
    distinct = dict.fromkeys(map(in_order, islice(choices, 1000)))
    return tuple(islice(distinct, MOST_READINGS))


def is_whole(gems: Gems) -> bool:
    """Three different gems or two of one colour: what a turn usually takes."""
    return (len(gems), len(set(gems))) in ((3, 3), (2, 1))


def in_order(colours: Iterable[str]) -> Gems:
    """Colours in canonical order."""
    wanted = list(colours)
    return tuple(colour for colour in COLOURS for _ in range(wanted.count(colour)))


def _counted_before(items: Sequence[Item]) -> list[Pile] | None:
    """A count belongs to the colour after it; one left over, or after `x`, to the colour before it."""
    piles: list[Pile] = []
    waiting: int | None = None
    total: int | None = None
    explicit = times = False
    for item in items:
        if is_gem(item):
            piles.append((waiting or 1, tuple(item.value.split())))
            explicit, waiting = waiting is not None, None
        elif is_count(item) and times and piles and not explicit:
            piles[-1], explicit = (int(item.value), piles[-1][1]), True
        elif is_count(item) and waiting in (None, 1):
            waiting = int(item.value)
        elif item.kind == "gems" and waiting is not None:
            total, waiting = waiting, None
        elif item.kind not in ("gems", "times"):
            return None
        times = item.kind == "times" and waiting is None
    named = any(item.kind == "gems" for item in items)
    return _settled(piles, waiting, total, explicit, named)


def _settled(piles: list[Pile], waiting: int | None, total: int | None, explicit: bool) -> list[Pile] | None:
    if waiting is not None and piles and not explicit:
        piles[-1] = (waiting, piles[-1][1])
    elif waiting not in (None, 1):
        return None
    if named and len(piles) == 1 and not explicit and waiting is None:
        # `two stones, red` counts them; `the red ones` does not.
        return None if total is None else [(total, piles[0][1])]
    agrees = total in (None, sum(count for count, _ in piles))
    return piles if agrees else None


def _counted_after(items: Sequence[Item]) -> list[Pile] | None:
    """Each count belongs to the colour before it: `red 2 blue 1`."""
    piles: list[Pile] = []
    for item in items:
        if is_gem(item):
            piles.append((1, tuple(item.value.split())))
        elif is_count(item) and piles:
            piles[-1] = (int(item.value), piles[-1][1])
        elif item.kind not in ("gems", "times"):
            return None
    return piles
