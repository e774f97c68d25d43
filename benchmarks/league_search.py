"""Looks for fixtures that no others can beat, and writes data/designs.json: `python -m pbem.league.search`.

Base games that are moved on by one player at a time give everyone the same games and every seat equally often. What is
left to look for are base games in which the pairs meet evenly; the first, in order, that reach the bound are taken.
Where none do, single games are exchanged until the bound is reached.
"""

import json
from collections.abc import Iterator
from importlib.resources import files
from itertools import permutations, product
from math import exp
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeAlias

from pbem.league.fixtures import Fixture, count, developed, imbalance, least_imbalance

BLOCKS = {4: 1, 3: 2}
"""How many base games a design has at tables of so many: everyone plays four games, or six."""
SIZES = {4: range(4, 17), 3: range(3, 16), 2: range(2, 17)}
PUBLISHED = {(4, 7): ((3, 0, 5, 6),), (3, 7): ((0, 1, 3), (3, 1, 0)), (4, 13): ((0, 1, 3, 9),)}
_EXCHANGES = 200_000
_WARMTH = 3.0

Games: TypeAlias = tuple[Fixture, ...]


class Found(NamedTuple):
    """Base games, and how often each is played, moved on by one player each time."""

    blocks: Games
    steps: int


def search(players: int, seats: int) -> Found:
    """The base games for so many players at tables of so many."""
    if seats == 2:
        return Found(double_round_robin(players), players)
    bound = least_imbalance(players, seats, seats * BLOCKS[seats])
    for blocks in _candidates(players, seats):
        if imbalance(players, developed(blocks, players, players)) == bound:
            return Found(blocks, players)
    start = developed(next(_candidates(players, seats)), players, players)
    return Found(next(games for games in exchanged(players, start) if imbalance(players, games) == bound), 1)


def double_round_robin(players: int) -> Games:
    """Everyone meets everyone twice, once ahead and once behind."""
    return tuple((0, other) for other in range(1, players))


def exchanged(players: int, games: Games) -> Iterator[Games]:
    """Simulated annealing: fixtures that get more even as two players, or two seats of a game, change places."""
    random = Random(players)
    places = list(product(range(len(games)), range(len(games[0]))))
    cost = _cost(players, games)
    for exchange in range(_EXCHANGES):
        changed = _exchange(games, *random.sample(places, 2))
        if any(len(set(game)) < len(game) for game in changed):
            continue
        warmth = _WARMTH * (1 - exchange / _EXCHANGES)
        new_cost = _cost(players, changed)
        if new_cost <= cost or random.random() < exp((cost - new_cost) / warmth):
            games, cost = changed, new_cost
            yield games


def _candidates(players: int, seats: int) -> Iterator[Games]:
    """The published base games if there are any, then all that begin with player 0."""
    if published := PUBLISHED.get((seats, players)):
        yield published
    blocks = [(0, *others) for others in permutations(range(1, players), seats - 1)]
    yield from product(blocks, repeat=BLOCKS[seats])


def _exchange(games: Games, first: tuple[int, int], second: tuple[int, int]) -> Games:
    changed = [list(game) for game in games]
    (game, seat), (other_game, other_seat) = first, second
    changed[game][seat], changed[other_game][other_seat] = games[other_game][other_seat], games[game][seat]
    return tuple(map(tuple, changed))


def _cost(players: int, games: Games) -> int:
    """Sums of squares are least where the numbers are most alike."""
    counts = count(players, games)
    weighted = ((4, counts.meetings), (4, counts.seats), (1, counts.leads))
    return sum(weight * number * number for weight, numbers in weighted for number in numbers)


def text_of(designs: dict[int, dict[int, Found]]) -> str:
    """JSON with a design a line."""
    tables = []
    for seats, by_players in designs.items():
        lines = ",\n".join(f'    "{players}": {json.dumps(found._asdict())}' for players, found in by_players.items())
        tables.append(f'  "{seats}": {{\n{lines}\n  }}')
    return "{\n" + ",\n".join(tables) + "\n}\n"


if __name__ == "__main__":
    found = {seats: {players: search(players, seats) for players in sizes} for seats, sizes in SIZES.items()}
    Path(str(files("pbem.league"))).joinpath("data", "designs.json").write_text(text_of(found), encoding="utf-8")
