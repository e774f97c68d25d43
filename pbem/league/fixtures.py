"""Fixtures: designs as data, drawn by lots that anyone can check, staggered; and how even they are."""

import hmac
import json
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any, TypeAlias

Fixture: TypeAlias = tuple[int, ...]
"""One game: the players' numbers, from 0, in the order in which they sit."""


@dataclass(frozen=True, slots=True, order=True)
class Imbalance:
    """Four differences; all are 0 where nobody is better off than anybody else."""

    games: int
    """Between the most and the fewest games of a player."""
    meetings: int
    """Between the most and the fewest games of a pair."""
    seats: int
    """Between the most and the fewest times that a player has a seat."""
    order: int
    """Between the times that one of a pair sits ahead of the other and the times that they sit behind."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What makes fixtures fair: each list is best where all its numbers are the same."""

    games: Collection[int]
    """Of each player."""
    meetings: Collection[int]
    """Of each pair."""
    seats: Collection[int]
    """Of each player on each seat."""
    leads: Collection[int]
    """Of each pair: how often one sits ahead of the other, less how often behind."""


def count(players: int, games: Sequence[Fixture]) -> Counts:
    seats = range(len(games[0]))
    pairs = list(combinations(range(players), 2))
    sat = Counter((player, seat) for game in games for seat, player in enumerate(game))
    ahead = Counter(pair for game in games for pair in combinations(game, 2))
    return Counts(
        games=[sum(sat[player, seat] for seat in seats) for player in range(players)],
        meetings=[ahead[a, b] + ahead[b, a] for a, b in pairs],
        seats=[sat[player, seat] for player in range(players) for seat in seats],
        leads=[ahead[a, b] - ahead[b, a] for a, b in pairs],
    )


def imbalance(players: int, games: Sequence[Fixture]) -> Imbalance:
    counts = count(players, games)
    order = max(map(abs, counts.leads))
    return Imbalance(_spread(counts.games), _spread(counts.meetings), _spread(counts.seats), order)


def least_imbalance(players: int, seats: int, games_each: int) -> Imbalance:
    """What no fixtures can beat: meetings that don't divide evenly differ by 1, and so do odd ones in their order."""
    meetings, uneven = divmod(games_each * (seats - 1), players - 1)
    order = 1 if uneven or meetings % 2 else 0
    return Imbalance(games=0, meetings=1 if uneven else 0, seats=1 if games_each % seats else 0, order=order)


def _spread(counts: Collection[int]) -> int:
    return max(counts) - min(counts)


# Fixtures as data: who plays whom on which seat, for a division of any size.


@dataclass(frozen=True, slots=True)
class Design:
    """A division's games, each with its players in the order in which they sit, and how uneven they are."""

    games: tuple[Fixture, ...]
    imbalance: Imbalance


@cache
def fixtures(players: int, seats: int) -> Design:
    """The games of a division of so many players, at tables of so many; ValueError if there are none."""
    if players not in sizes(seats):
        raise ValueError(f"no fixtures for {players} players at tables of {seats}")
    stored = _stored()[seats][players]
    games = developed(tuple(map(tuple, stored["blocks"])), players, stored["steps"])
    return Design(games, imbalance(players, games))


def sizes(seats: int) -> tuple[int, ...]:
    """The sizes of divisions that there are fixtures for."""
    return tuple(_stored().get(seats, ()))


def developed(blocks: tuple[Fixture, ...], players: int, steps: int) -> tuple[Fixture, ...]:
    """Every base game so many times, each time moved on by one player."""
    return tuple(tuple((player + step) % players for player in block) for block in blocks for step in range(steps))


@cache
def _stored() -> dict[int, dict[int, dict[str, Any]]]:
    text = (files("pbem.league") / "data" / "designs.json").read_text(encoding="utf-8")
    tables: dict[str, dict[str, dict[str, Any]]] = json.loads(text)
    return {int(seats): {int(players): each for players, each in by.items()} for seats, by in tables.items()}


# Lots that anyone can check: drawn from the season's secret, whose commitment is published at the start.


_LOT_LABEL = b"pbem lot 1\x00"
_DRAW_LABEL = b"pbem draw 1\x00"


def lot(secret: bytes, member: int) -> str:
    """The last tie-break: of two lots, the lower wins."""
    return _ticket(secret, _LOT_LABEL, member)


def drawn(secret: bytes, members: Iterable[int]) -> tuple[int, ...]:
    """The members in the order that gives them their numbers in the fixtures."""
    return tuple(sorted(members, key=lambda member: _ticket(secret, _DRAW_LABEL, member)))


def _ticket(secret: bytes, label: bytes, member: int) -> str:
    return hmac.digest(secret, label + str(member).encode(), "sha256").hex()


# Which games run at the same time, where nobody is to have more than so many.


def to_start(
    games: Sequence[Fixture], started: Collection[int], finished: Collection[int], at_most: int
) -> tuple[int, ...]:
    """The games that begin now, by their place in the fixtures; those that are finished count as started as well."""
    running = set(started) - set(finished)
    busy = Counter(player for game in running for player in games[game])
    starting: list[int] = []
    for number, game in enumerate(games):
        if number in started or number in finished or any(busy[player] >= at_most for player in game):
            continue
        busy.update(game)
        starting.append(number)
    return tuple(starting)
