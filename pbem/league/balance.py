"""How even fixtures are, by counting, and how even they could be at best."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

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
