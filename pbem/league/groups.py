"""Groups: who plays with whom in a stage, and who comes from one stage into the next."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from pbem.league.dealing import Dealer, best_of, to_and_fro
from pbem.league.rounds import ticket
from pbem.league.standings import TableRow


def seeded(
    members: Collection[int], ratings: Mapping[int, float], by_hand: Sequence[int], secret: bytes, *, by_lot: bool
) -> tuple[int, ...]:
    """The best first: whom a director named, then by rating or by lot; where ratings are equal the lot decides."""

    def merit(member: int) -> tuple[int, float, str]:
        named = by_hand.index(member) if member in by_hand else len(by_hand)
        return named, 0.0 if by_lot else -ratings.get(member, 0.0), ticket(secret, "seed", member)

    return tuple(sorted(members, key=merit))


def group_sizes(members: int, groups: int, size: int, allowed: Sequence[int]) -> tuple[int, ...]:
    """As equal as can be: so many groups, or as many as groups of this size need; more or fewer where they must be."""
    count = groups or ceil(members / size)
    count = max(1, ceil(members / max(allowed)), min(count, members // min(allowed)))
    small, larger = divmod(members, count)
    return (small + 1,) * larger + (small,) * (count - larger)


def grouped(
    order: Sequence[int], sizes: Sequence[int], apart: Collection[tuple[int, int]]
) -> tuple[tuple[int, ...], ...]:
    """To and fro, so that the groups are equally strong; those who must not meet are in different ones."""
    dealt = best_of([to_and_fro(order, sizes)], Dealer(apart=apart))
    return tuple(tuple(sorted(group, key=order.index)) for group in dealt)


@dataclass(frozen=True, slots=True)
class Best:
    """The best so many of each group; if those are fewer than `least`, the best of the next in each fill it up."""

    each: int = 1
    least: int = 0

    def chosen(self, tables: Sequence[Sequence[TableRow]], gone: Collection[int] = ()) -> tuple[int, ...]:
        """In the order of seeds for the next stage: all firsts, then all seconds; whoever is gone gives way."""
        here = [[row for row in table if row.member not in gone] for table in tables]
        ranks = range(max(map(len, here), default=0))
        ordered = [_by_merit([table[rank] for table in here if rank < len(table)]) for rank in ranks]
        sure = [row.member for rank in ordered[: self.each] for row in rank]
        following = [row.member for rank in ordered[self.each :] for row in rank]
        return (*sure, *following[: max(0, self.least - len(sure))])


def _by_merit(rows: list[TableRow]) -> list[TableRow]:
    """Groups may differ in size, so it is points a game that count, then wins a game, the share and the lot."""

    def merit(row: TableRow) -> tuple[Fraction, Fraction, Fraction, int]:
        games = max(1, row.games)
        return row.points / games, row.wins / games, row.share, -int(row.lot, 16)

    return sorted(rows, key=merit, reverse=True)
