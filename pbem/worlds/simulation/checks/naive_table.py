"""A deliberately naive table: every rule of docs/leagues.md once more, from the records, one game after the other.

It shares nothing with pbem/league: no results, no rows, no deciders; only places, sums and one sort.
"""

import hashlib
import hmac
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

_POINTS: Mapping[int, Sequence[int]] = {4: (10, 6, 3, 1), 3: (8, 4, 1), 2: (3, 0)}
_DRAWN = 1


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat when its game was over."""

    member: int
    score: int
    seconds: int
    bot: bool
    left: bool
    """Whether somebody or something else finished it."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game; `order` is the game's own, from first to last, seats that share a place together."""

    chairs: Sequence[Chair]
    order: Sequence[Sequence[int]]

    @property
    def groups(self) -> list[list[int]]:
        """As points are given: bots share what is left behind all people."""
        people = [[seat for seat in group if not self.chairs[seat].bot] for group in self.order]
        bots = [seat for seat, chair in enumerate(self.chairs) if chair.bot]
        return [group for group in (*people, bots) if group]


class NaiveAccount:
    """What a member has."""

    def __init__(self) -> None:
        self.points = Fraction(0)
        self.places = [Fraction(0)] * 4
        self.shares: list[Fraction] = []
        self.seconds = 0

    @property
    def merit(self) -> tuple[Fraction, ...]:
        """All that counts before people are compared with each other alone."""
        mean = sum(self.shares, Fraction(0)) / max(1, len(self.shares))
        return self.points, self.places[0], self.places[1], self.places[2], mean


def table(members: Sequence[int], games: Sequence[Played], secret: bytes) -> list[tuple[int, Fraction]]:
    """The members from first to last, each with their points."""
    accounts = {member: NaiveAccount() for member in members}
    for game in games:
        _count(game, accounts)

    def merit(member: int) -> tuple[Fraction, ...]:
        return accounts[member].merit

    order: list[int] = []
    for _, level in groupby(sorted(members, key=merit, reverse=True), key=merit):
        order += _among_themselves(list(level), games, accounts, secret)
    return [(member, accounts[member].points) for member in order]


def _count(game: Played, accounts: Mapping[int, NaiveAccount]) -> None:
    points, winners, place = dict(_points(game)), game.groups[0], 0
    best = max(game.chairs[seat].score for seat in winners)
    for group in game.groups:
        for seat in group:
            chair, account = game.chairs[seat], accounts[game.chairs[seat].member]
            account.points += points[seat]
            account.seconds += chair.seconds
            account.shares.append(_share(chair, seat in winners, best))
            if not chair.left and not _is_draw(game, group):
                for each in range(place, place + len(group)):
                    account.places[each] += Fraction(1, len(group))
        place += len(group)


def _share(chair: Chair, won: bool, best: int) -> Fraction:
    if chair.left:
        return Fraction(0)
    return Fraction(1) if won else min(Fraction(1), Fraction(chair.score, max(1, best)))


def _points(game: Played) -> Iterator[tuple[int, Fraction]]:
    worth = list(_POINTS[len(game.chairs)])
    for group in game.groups:
        mine, worth = worth[: len(group)], worth[len(group) :]
        each = Fraction(_DRAWN) if _is_draw(game, group) else Fraction(sum(mine), len(group))
        for seat in group:
            yield seat, Fraction(0) if game.chairs[seat].left else each


def _is_draw(game: Played, group: Sequence[int]) -> bool:
    return len(game.chairs) == len(group) == 2


def _among_themselves(
    level: list[int], games: Sequence[Played], accounts: Mapping[int, NaiveAccount], secret: bytes
) -> list[int]:
    """Points from games with each of the others, then the least time, then the lot."""
    against: dict[int, Fraction] = defaultdict(Fraction)
    for game in games:
        points = {game.chairs[seat].member: each for seat, each in _points(game)}
        here = [member for member in level if member in points]
        for member in here:
            against[member] += points[member] * (len(here) - 1)
    return sorted(level, key=lambda each: (-against[each], accounts[each].seconds, _lot(secret, each)))


def _lot(secret: bytes, member: int) -> str:
    return hmac.new(secret, b"pbem lot 1\0" + str(member).encode(), hashlib.sha256).hexdigest()
