"""Rounds: who plays whom next. Every way of pairing is a value with one function, `next_round`."""

import hmac
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Protocol

from pbem.league.points import Result


@dataclass(frozen=True, slots=True)
class Bout:
    """A game of a round: its members in the order in which they sit, and how it came out, if it counts."""

    members: tuple[int, ...]
    result: Result | None = None
    void: bool = False
    """It is over, and does not count."""

    @property
    def is_open(self) -> bool:
        """Whether it is still played."""
        return self.result is None and not self.void


@dataclass(frozen=True, slots=True)
class Bye:
    """Somebody goes on without a game; `at` is their place among the tables of the round, counted from 0."""

    member: int
    at: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """Games that are played at the same time, and who rests meanwhile."""

    bouts: tuple[Bout, ...]
    byes: tuple[Bye, ...] = ()

    @property
    def resting(self) -> tuple[int, ...]:
        return tuple(each.member for each in self.byes)


@dataclass(frozen=True, slots=True)
class Field:
    """Who plays in a group, the best seed first, and what stands in the way of some games."""

    members: tuple[int, ...]
    secret: bytes = field(repr=False)
    gone: frozenset[int] = frozenset()
    """They get no more games."""
    apart: frozenset[tuple[int, int]] = frozenset()
    """Pairs that are not to meet, the lower number first."""
    penalties: Mapping[int, int] = field(default_factory=dict)

    @property
    def here(self) -> tuple[int, ...]:
        return tuple(each for each in self.members if each not in self.gone)


class Pairing(Protocol):
    """How the games of a group come about."""

    def next_round(self, group: Field, rounds: Sequence[Round]) -> Round | None:
        """What is played now that these rounds are over; None: the group is done."""
        ...


def pair(one: int, other: int) -> tuple[int, int]:
    """The lower number first."""
    return (one, other) if one < other else (other, one)


def meetings(rounds: Iterable[Round]) -> Counter[tuple[int, int]]:
    """How often each pair has met."""
    return Counter(pair(*each) for one in rounds for bout in one.bouts for each in combinations(bout.members, 2))


def ticket(secret: bytes, label: str, member: int) -> str:
    """A member's lot for this purpose: anyone who knows the secret can draw it again."""
    return hmac.digest(secret, f"pbem {label} 1\0{member}".encode(), "sha256").hex()


# Who sits where: whoever had the first seat often has another one this time.


@dataclass(slots=True)
class Seats:
    """How often everyone had each seat, and sat ahead of each other."""

    sat: Counter[tuple[int, int]] = field(default_factory=Counter)
    ahead: Counter[tuple[int, int]] = field(default_factory=Counter)

    def add(self, members: Sequence[int]) -> None:
        self.sat.update((member, seat) for seat, member in enumerate(members))
        self.ahead.update(combinations(members, 2))

    def unevenness(self, members: Sequence[int]) -> tuple[int, int]:
        """What this order would add to it: of the seats first, then of who sits ahead of whom."""
        seats = sum(2 * self.sat[member, seat] + 1 for seat, member in enumerate(members))
        order = sum(2 * (self.ahead[a, b] - self.ahead[b, a]) + 1 for a, b in combinations(members, 2))
        return seats, order


def seats_of(rounds: Iterable[Round]) -> Seats:
    """What these rounds came to."""
    seats = Seats()
    for bout in (bout for each in rounds for bout in each.bouts):
        seats.add(bout.members)
    return seats


def seated(tables: Iterable[Sequence[int]], group: Field, rounds: Sequence[Round]) -> Iterator[tuple[int, ...]]:
    """Every table in the order of play that makes seats most even; where several do, the lots decide."""
    seats, label = seats_of(rounds), f"seats {len(rounds) + 1}"
    for table in tables:
        drawn = sorted(table, key=lambda member: ticket(group.secret, label, member))
        order = min(permutations(drawn), key=seats.unevenness)
        seats.add(order)
        yield order
