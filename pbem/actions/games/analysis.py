"""Looking back on a game that is over: how the lead changed, and the moves that cost most by `strong`'s estimate.

A move is judged by what its seat could see, and without the card that it turned up: bad luck is nobody's mistake.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import NamedTuple

from engine import (
    Adjudicate,
    Entry,
    Event,
    Order,
    Resign,
    Setup,
    State,
    Step,
    Timeout,
    deal,
    order_text,
    steps,
    view,
    winners,
)
from engine.bots import considered, estimate, ranked
from pbem.actions.games.views import veiled
from pbem.notices.games import Analysis, Lead, TurningPoint

_TOLD = 3
_WORTH_TELLING = 0.1
_LOOKED_AT, _THOUGHT_ABOUT = 10, 4
"""How many of the moves that look worst are compared with others, and how many of these are searched."""
_NODES = 24


class _Move(NamedTuple):
    """An order as it was given: the chance of winning before it and after it, at first sight."""

    state: State
    seat: int
    order: Order
    events: tuple[Event, ...]
    before: float
    after: float


class _Rated(NamedTuple):
    """A move beside the order that was better."""

    move: _Move
    better: Order
    kept: float
    fell: float

    @property
    def loss(self) -> float:
        return self.kept - self.fell


@lru_cache(maxsize=1 << 8)
def analysed(setup: Setup, entries: tuple[Entry, ...]) -> Analysis:
    """Look back on all entries of a finished game."""
    start = deal(setup)
    played = [Step(start, ()), *steps(start, entries)]
    lead = _lead([step.state for step in played])
    if isinstance(entries[-1], Resign | Adjudicate | Timeout):
        return Analysis(lead, cut_short=played[-1].events)
    return Analysis(lead, tuple(_turning_points(list(_moves(played, entries)))))


def _lead(states: Sequence[State]) -> Lead:
    """By points, as they stand at the end of each round."""
    rounds = [(now.round, _leader(after)) for now, after in pairwise(states) if after.round > now.round or after.over]
    leaders = [seat for _, seat in rounds if seat is not None]
    changes = sum(seat != following for seat, following in pairwise(leaders))
    last = rounds[-1][1]
    if last is None or winners(states[-1]) != (last,):
        return Lead(changes)
    return Lead(changes, last, max((number for number, seat in rounds if seat != last), default=0) + 1)


def _leader(state: State) -> int | None:
    """The seat that has more points than any other."""
    most = max(seat.points for seat in state.seats)
    first = [number for number, seat in enumerate(state.seats) if seat.points == most]
    return first[0] if len(first) == 1 else None


def _moves(played: Sequence[Step], entries: Sequence[Entry]) -> Iterator[_Move]:
    """Every order but those of stand-ins whose player had run out of time: these are nobody's mistakes."""
    for (before, step), entry, previous in zip(pairwise(played), entries, (None, *entries), strict=False):
        if not isinstance(entry, Order) or isinstance(previous, Timeout):
            continue
        seat = before.state.turn
        assert seat is not None
        after, _ = veiled(step, seat)
        chance = estimate(view(before.state, seat), seat)
        yield _Move(before.state, seat, entry, step.events, chance, estimate(after, seat))


def _turning_points(moves: list[_Move]) -> Iterator[TurningPoint]:
    """The dearest moves, in the order in which they were made."""
    worst = sorted(moves, key=lambda move: move.after - move.before)[:_LOOKED_AT]
    suspects = _dearest(map(_at_first_sight, worst))[:_THOUGHT_ABOUT]
    told = _dearest(map(_thought_through, suspects))[:_TOLD]
    for move, better, kept, fell in sorted(told, key=lambda rated: moves.index(rated.move)):
        yield TurningPoint(move.state.round, move.events, order_text(better), _per_cent(kept), _per_cent(fell))


def _dearest(rated: Iterable[_Rated]) -> list[_Rated]:
    """What is worth telling, the worst first."""
    return sorted((each for each in rated if each.loss >= _WORTH_TELLING), key=lambda each: -each.loss)


def _at_first_sight(move: _Move) -> _Rated:
    better, chance = ranked(view(move.state, move.seat), _luck(move))[0]
    return _Rated(move, better, chance, move.after)


def _thought_through(rated: _Rated) -> _Rated:
    """By a short search; an order that it did not find worth following stays as it looked."""
    move = rated.move
    opinions = considered(view(move.state, move.seat), _luck(move), _NODES)
    better, chance = opinions[0]
    return _Rated(move, better, chance, dict(opinions).get(move.order, move.after))


def _luck(move: _Move) -> Random:
    """The same for the same move, so that a game always reads the same."""
    return Random(f"{move.state.round} {move.seat}")  # noqa: S311


def _per_cent(chance: float) -> int:
    return round(100 * chance)
