"""Looking back on a game that is over: how the lead changed, and the moves that cost most by `strong`'s estimate.

A move is judged by what its seat could see, and without the card that it turned up: bad luck is nobody's mistake.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from engine import (
    Adjudicate,
    End,
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
    standing,
    steps,
    view,
    winners,
)
from engine.bots import estimate, estimates, ranked
from pbem.actions.games.hints import REASONS, opinions, reasons_by_name
from pbem.actions.games.views import replayed, veiled
from pbem.commands.resolve import places_seen
from pbem.notices.games import Analysis, Lead, TurningPoint
from pbem.thoughts import thoughtful

_WORTH_TELLING = 0.04
_TOLD = 3
"""Of each seat, at most."""
_LOOKED_AT, _THOUGHT_ABOUT = 9, 3
"""How many of a seat's moves that look worst are compared with others, and how many of these are searched."""


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


@thoughtful
def analysed(setup: Setup, entries: tuple[Entry, ...]) -> Analysis:
    """Look back on all entries of a finished game that were not taken back."""
    start, entries = deal(setup), tuple(standing(entries))
    played = [Step(start, ()), *steps(start, entries)]
    lead = _lead([step.state for step in played])
    if isinstance(entries[-1], Resign | Adjudicate | Timeout | End):
        return Analysis(lead, cut_short=played[-1].events)
    return Analysis(lead, tuple(_turning_points(list(_moves(played, entries)))))


@thoughtful
def chances_in(setup: Setup, entries: tuple[Entry, ...]) -> tuple[tuple[float, ...], ...]:
    """Each seat's chance of winning, in per cent, at the start and after each entry: by what everybody saw."""
    states = [deal(setup), *(step.state for step in replayed(setup, entries))]
    return tuple(tuple(100 * chance for chance in estimates(view(state, None))) for state in states)


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
    """Everybody's dearest moves, the dearest first."""
    told = [each for seat in range(len(moves[0].state.seats)) for each in _mistakes(moves, seat)] if moves else []
    for move, better, kept, fell in _dearest(told):
        chances = (_per_cent(kept), _per_cent(fell))
        places = places_seen(move.state, move.seat)
        why = reasons_by_name(view(move.state, move.seat), better)[:REASONS]
        yield TurningPoint(move.seat, move.state.round, move.events, order_text(better), *chances, why, places)


def _mistakes(moves: list[_Move], seat: int) -> list[_Rated]:
    worst = sorted((move for move in moves if move.seat == seat), key=lambda move: move.after - move.before)
    suspects = _dearest(map(_at_first_sight, worst[:_LOOKED_AT]))[:_THOUGHT_ABOUT]
    return _dearest(map(_thought_through, suspects))[:_TOLD]


def _dearest(rated: Iterable[_Rated]) -> list[_Rated]:
    """What is worth telling, the worst first."""
    return sorted((each for each in rated if each.loss >= _WORTH_TELLING), key=lambda each: -each.loss)


def _at_first_sight(move: _Move) -> _Rated:
    better, chance = ranked(view(move.state, move.seat), Random(_luck(move)))[0]  # noqa: S311
    return _Rated(move, better, chance, move.after)


def _thought_through(rated: _Rated) -> _Rated:
    """By a short search; an order that it did not find worth following is as bad as the worst that it followed."""
    move = rated.move
    found = opinions(view(move.state, move.seat), _luck(move))
    better, chance = found[0]
    chances = dict(found)
    return _Rated(move, better, chance, chances.get(move.order, min(chances.values())))


def _luck(move: _Move) -> str:
    """The same for the same move, so that a game always reads the same."""
    return f"{move.state.round} {move.seat}"


def _per_cent(chance: float) -> int:
    return round(100 * chance)
