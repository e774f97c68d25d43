"""A cup: the first of each table go on until one table is left. Byes and the draw follow the seeds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pbem.league.dealing import Dealer, best_of, to_and_fro
from pbem.league.points import SCALES
from pbem.league.rounds import Bout, Bye, Field, Round, meetings, seated
from pbem.league.standings import Decider, Scoring, TableRow, standings


@dataclass(frozen=True, slots=True)
class Match:
    """Those who sit together in a round, and all their games; without a game they go on as they are."""

    members: tuple[int, ...]
    bouts: tuple[Bout, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether a game of it is still played."""
        return any(each.is_open for each in self.bouts)


@dataclass(frozen=True, slots=True)
class Knockout:
    """`go_on` of a table go on; a match is the best of so many games."""

    seats: int
    scoring: Scoring
    go_on: int = 1
    best_of: int = 1
    replaced: bool = False
    """Whoever drops out gives way to the next at that table; otherwise those whom they would have met have a bye."""

    def next_round(self, group: Field, rounds: Sequence[Round]) -> Round | None:
        """None: the final is over, or nobody is left to play it."""
        if not rounds:
            return self._round(group, rounds, self._first(group))
        slots = self._survivors(group, rounds)
        if len(matches(rounds[-1])) == 1 or sum(each is not None for each in slots) < 2:
            return None
        # Where everyone of a table left, the next round has an odd one out, who has a bye.
        sizes = [self.seats] * -(-len(slots) // self.seats)
        places = to_and_fro(list(range(len(slots))), sizes)
        tables = [[member for place in table if (member := slots[place]) is not None] for table in places]
        if self.go_on > 1:
            tables = best_of([tables], Dealer(meetings(rounds), group.apart))
        return self._round(group, rounds, tables)

    def rounds_left(self, rounds: Sequence[Round]) -> int:
        """How many follow if nobody leaves."""
        played, left = matches(rounds[-1]), 0
        slots = sum(self.go_on if match.bouts else len(match.members) for match in played)
        tables = len(played)
        while tables > 1:
            tables, left = -(-slots // self.seats), left + 1
            slots = tables * self.go_on
        return left

    def further(self, group: Field, current: Round) -> tuple[Bout, ...]:
        """One game more for each match of two that is not decided; all games of the round are over."""
        return tuple(
            Bout(_turned(match.bouts[0].members, len(match.bouts)))
            for match in matches(current)
            if len(match.members) == 2 and len(match.bouts) < self.best_of and not self._decided(group, match)
        )

    def _decided(self, group: Field, match: Match) -> bool:
        """Whether the games that are left could change it; nobody who is gone can."""
        if not match.bouts or any(member in group.gone for member in match.members):
            return True
        rows = self.order(group, match)
        return abs(rows[0].wins - rows[1].wins) > self.best_of - len(match.bouts)

    def order(self, group: Field, match: Match) -> tuple[TableRow, ...]:
        """A match from first to last, by the tie-breaks that are printed."""
        results = [bout.result for bout in match.bouts if bout.result]
        usual = len(match.members) == len(self.scoring.scale.places) or len(match.members) not in SCALES
        scoring = self.scoring if usual else replace(self.scoring, scale=SCALES[len(match.members)])
        return standings(match.members, results, scoring, group.secret)

    def _first(self, group: Field) -> list[list[int]]:
        """All of them, or as many as it takes for full tables from the next round on; the best seeds rest."""
        members = list(group.here)
        if len(members) <= self.seats:
            return [members]
        full = self.seats
        while full * self.seats // self.go_on <= len(members):
            full = full * self.seats // self.go_on
        surplus = len(members) - full
        if not surplus:
            return self._dealt(group, members, [self.seats] * (full // self.seats))
        tables = -(-surplus // (self.seats - self.go_on))
        resting = full - tables * self.go_on
        small, larger = divmod(len(members) - resting, tables)
        sizes = [small] * (tables - larger) + [small + 1] * larger
        return [[each] for each in members[:resting]] + self._dealt(group, members[resting:], sizes)

    def _dealt(self, group: Field, members: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
        return best_of([to_and_fro(members, sizes)], Dealer(apart=group.apart))

    def _round(self, group: Field, rounds: Sequence[Round], tables: Sequence[Sequence[int]]) -> Round | None:
        """Tables with nobody to lose are byes; a round of byes alone is none, and leads on to the next."""
        few = 1 if len(tables) == 1 else self.go_on
        played = [table for table in tables if len(table) > few]
        byes = tuple(Bye(each, at) for at, table in enumerate(tables) for each in table if len(table) <= few)
        if not played:
            return self.next_round(group, [*rounds, Round((), byes)]) if len(tables) > 1 else None
        bouts = []
        for order in seated(played, group, rounds):
            bouts += [Bout(_turned(order, number)) for number in range(self._at_once(order))]
        return Round(tuple(bouts), byes)

    def _at_once(self, members: Sequence[int]) -> int:
        """Two begin with as many games as it takes to win; one more at a time follows where it is not decided."""
        return self.best_of // 2 + 1 if len(members) == 2 and self.best_of % 2 else self.best_of

    def _survivors(self, group: Field, rounds: Sequence[Round]) -> list[int | None]:
        """All firsts in the order of their tables, then all seconds; None where somebody dropped out."""
        opens = len(rounds) == 1 and bool(rounds[0].byes)
        going = []
        for match in matches(rounds[-1]):
            each = self._going_on(group, match)
            # In the first round a bye is one place; a table is as many as go on from it, whoever is still there.
            places = len(each) if opens and not match.bouts else self.go_on
            going.append([*each, *[None] * (places - len(each))])
        ranks = range(max(map(len, going)))
        return [each[rank] for rank in ranks for each in going if rank < len(each)]

    def _going_on(self, group: Field, match: Match) -> Sequence[int | None]:
        if not match.bouts:
            return [None if member in group.gone else member for member in match.members]
        order = [row.member for row in self.order(group, match)]
        if self.replaced:
            return [member for member in order if member not in group.gone][: self.go_on]
        return [None if member in group.gone else member for member in order[: self.go_on]]

    def table(self, group: Field, rounds: Sequence[Round]) -> tuple[TableRow, ...]:
        """Everyone by how far they came, then by the place at which it ended, then by seed; who left is behind."""
        results = [bout.result for each in rounds for bout in each.bouts if bout.result]
        whole = {row.member: row for row in standings(group.members, results, self.scoring, group.secret)}
        reached = dict.fromkeys(group.members, (0, 0))
        for number, each in enumerate(rounds, 1):
            for match in matches(each):
                reached |= {member: (-number, place) for place, member in enumerate(self._places(group, match), 1)}
        reached |= self._under_way(group, rounds)
        merits = {
            member: (*reached[member], seed + len(group.members) * (member in group.gone))
            for seed, member in enumerate(group.members)
        }
        order = sorted(group.members, key=merits.__getitem__)
        rows = [replace(whole[member], place=place, decided_by=None) for place, member in enumerate(order, 1)]
        return (*rows[:1], *(replace(row, decided_by=_decider(merits, *both)) for row, both in _below(rows, order)))

    def standing_order(self, count: int) -> list[int]:
        """The tables of a round so that those who lead to one table stand side by side."""
        if count <= 1 or self.go_on > 1:
            return list(range(count))
        tables = to_and_fro(list(range(count)), [self.seats] * -(-count // self.seats))
        return [each for table in self.standing_order(len(tables)) for each in tables[table]]

    def _under_way(self, group: Field, rounds: Sequence[Round]) -> dict[int, tuple[int, int]]:
        """As long as a match of the last round is played, its rivals are level; whoever got through is ahead."""
        last = matches(rounds[-1]) if rounds else []
        if not any(each.is_open for each in last):
            return {}
        level = {member: (-len(rounds), 0) for each in last if each.is_open for member in each.members}
        through = [self._places(group, each)[: self.go_on] for each in last if not each.is_open]
        return level | {member: (-len(rounds) - 1, 0) for each in through for member in each}

    def _places(self, group: Field, match: Match) -> list[int]:
        return [row.member for row in self.order(group, match)] if match.bouts else list(match.members)


def matches(played: Round) -> list[Match]:
    """The tables of a round in their order, byes among them."""
    games: dict[frozenset[int], list[Bout]] = {}
    for bout in played.bouts:
        games.setdefault(frozenset(bout.members), []).append(bout)
    found = [Match(bouts[0].members, tuple(bouts)) for bouts in games.values()]
    resting: dict[int, list[int]] = {}
    for bye in played.byes:
        resting.setdefault(bye.at, []).append(bye.member)
    for at, members in sorted(resting.items()):
        found.insert(at, Match(tuple(members)))
    return found


def _turned(members: tuple[int, ...], by: int) -> tuple[int, ...]:
    by %= len(members)
    return members[by:] + members[:by]


def _below(rows: Sequence[TableRow], order: Sequence[int]) -> Iterator[tuple[TableRow, tuple[int, int]]]:
    return zip(rows[1:], pairwise(order), strict=True)


def _decider(merits: Mapping[int, tuple[int, ...]], above: int, below: int) -> Decider | None:
    """None: the match of one of them is still played."""
    round_above, place_above, _ = merits[above]
    if not place_above and merits[below][0] == round_above and merits[below][1]:
        return None
    deciders = (Decider.ROUND, Decider.MATCH, Decider.SEED)
    differ = (one != other for one, other in zip(merits[above], merits[below], strict=True))
    return next(decider for decider, each in zip(deciders, differ, strict=True) if each)
