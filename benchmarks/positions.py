"""Positions from the middle of games: a few hundred of them serve for any number of games in a database."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import count, islice
from random import Random

from engine import DEFAULT_EDITION, Setup, State, apply, deal, dump_state, order_text, seed_from, view
from engine.bots import BOTS

_SEATS = (2, 2, 2, 3, 4)
_FEWEST, _MOST = 4, 40
"""How many orders were played."""


@dataclass(frozen=True, slots=True)
class Position:
    """A game that bots played for a while, and the order that comes next; the game goes on after it."""

    secret: bytes
    seats: int
    entries: tuple[str, ...]
    movers: tuple[int, ...]
    """Who gave each order."""
    turn: int
    snapshot: str
    order: str

    @property
    def length(self) -> int:
        return len(self.entries)


@cache
def positions(number: int) -> tuple[Position, ...]:
    """The first so many, the same in every run."""
    return tuple(islice(_positions(), number))


def _positions() -> Iterator[Position]:
    for game in count():
        if position := _played(Random(f"position {game}"), _SEATS[game % len(_SEATS)]):
            yield position


def _played(luck: Random, seats: int) -> Position | None:
    """None where the game is over too soon."""
    secret = luck.randbytes(32)
    state = deal(Setup(seats=seats, edition=DEFAULT_EDITION, seed=seed_from(secret, ("",) * seats)))
    before, orders, movers = state, list[str](), list[int]()
    for _ in range(luck.randint(_FEWEST, _MOST) + 1):
        if state.turn is None:
            return None
        before = state
        movers.append(state.turn)
        state, order = _step(state, luck)
        orders.append(order)
    if state.over:
        return None
    *entries, following = orders
    return Position(secret, seats, tuple(entries), tuple(movers[:-1]), movers[-1], dump_state(before), following)


def _step(state: State, luck: Random) -> tuple[State, str]:
    assert state.turn is not None
    order = BOTS["greedy"](view(state, state.turn), luck)
    return apply(state, order).state, order_text(order)
