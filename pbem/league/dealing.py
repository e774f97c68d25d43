"""Who sits with whom: tables made of an order, mended by swaps where people have met before or must not meet."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TypeAlias

from pbem.league.rounds import pair

Tables: TypeAlias = list[list[int]]
_FORBIDDEN, _REPEAT = 10**12, 10**6
_SWEEPS = 12


@dataclass(slots=True)
class Dealer:
    """What makes one way of sitting together better than another."""

    met: Counter[tuple[int, int]] = field(default_factory=Counter)
    apart: Collection[tuple[int, int]] = ()
    worth: Mapping[int, int] = field(default_factory=dict)
    """Those who sit together should be worth about the same; nobody named: it does not matter."""
    _known: dict[tuple[int, int], int] = field(default_factory=dict)

    def cost(self, table: Sequence[int]) -> int:
        """Forbidden pairs count most, then repeats, then how far apart they are in what they are worth."""
        return sum(self._of_pair(one, other) for one, other in combinations(table, 2))

    def whole(self, tables: Tables) -> int:
        return sum(map(self.cost, tables))

    def mended(self, tables: Tables) -> Tables:
        """The tables after every swap that makes them better, the best swap of each member at a time."""
        tables = [list(table) for table in tables]
        for _ in range(_SWEEPS):
            swaps = [self._mend(tables, number, seat) for number, seat in self._troubled(tables)]
            if not any(swaps):
                return tables
        return tables

    def _of_pair(self, one: int, other: int) -> int:
        known = self._known.get((one, other))
        if known is None:
            ordered = pair(one, other)
            spread = (self.worth.get(one, 0) - self.worth.get(other, 0)) ** 2
            known = _FORBIDDEN * (ordered in self.apart) + _REPEAT * self.met[ordered] + spread
            self._known[one, other] = self._known[other, one] = known
        return known

    def _troubled(self, tables: Tables) -> Iterator[tuple[int, int]]:
        """Whoever sits with somebody whom they should not meet."""
        for number, table in enumerate(tables):
            for seat, member in enumerate(table):
                if max((self._of_pair(member, other) for other in table if other != member), default=0) >= _REPEAT:
                    yield number, seat

    def _mend(self, tables: Tables, number: int, seat: int) -> bool:
        """Swap somebody with whoever makes it best; False: nobody does."""
        best, swap = 0, None
        for other, table in enumerate(tables):
            for place in range(len(table)) if other != number else ():
                gain = self._gain(tables[number], seat, table, place)
                if gain < best:
                    best, swap = gain, (other, place)
        if swap is None:
            return False
        other, place = swap
        tables[number][seat], tables[other][place] = tables[other][place], tables[number][seat]
        return True

    def _gain(self, mine: Sequence[int], seat: int, theirs: Sequence[int], place: int) -> int:
        """How the cost changes by a swap; below nothing is better."""
        me, you = mine[seat], theirs[place]
        left = sum(self._of_pair(you, each) - self._of_pair(me, each) for each in mine if each != me)
        joined = sum(self._of_pair(me, each) - self._of_pair(you, each) for each in theirs if each != you)
        return left + joined


def best_of(tries: Iterable[Tables], dealer: Dealer) -> Tables:
    """The first without a repeat or a forbidden pair, else the best of them."""
    best: Tables = []
    for tables in tries:
        mended = dealer.mended(tables)
        if not best or dealer.whole(mended) < dealer.whole(best):
            best = mended
        if dealer.whole(best) < _REPEAT:
            break
    return best


def to_and_fro(members: Sequence[int], sizes: Sequence[int]) -> Tables:
    """The first members each at a table of their own, the next the other way round, until all seats are taken."""
    assert len(members) <= sum(sizes), "somebody has no seat"
    tables: Tables = [[] for _ in sizes]
    forth, rest = True, list(members)
    while rest:
        numbers = [number for number, size in enumerate(sizes) if len(tables[number]) < size]
        for number in numbers if forth else reversed(numbers):
            if rest:
                tables[number].append(rest.pop(0))
        forth = not forth
    return tables
