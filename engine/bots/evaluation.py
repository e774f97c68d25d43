"""How good a position is for each seat: a small network over the prospects of the seats, taught by self-play."""

from collections.abc import Sequence
from math import exp
from operator import mul
from typing import NamedTuple

from engine.bots.core import BLOCK, RESIGNED, SEATS, TURN, Flat, best_seats, flat, seats_of
from engine.bots.prospects import prospects
from engine.bots.weights import OUT, SCALE, WEIGHTS
from engine.scoring import winners
from engine.state import Position


class Network(NamedTuple):
    """One hidden layer: `direct` weighs the prospects themselves, `out` the units made of them."""

    hidden: tuple[tuple[float, ...], ...]
    out: tuple[float, ...]
    direct: tuple[float, ...]

    def strength(self, prospects: Sequence[float]) -> float:
        """What a seat's prospects are worth: a lead of 1 over a rival means odds of e to 1."""
        total: float = sum(map(mul, self.direct, prospects))
        for weights, weight in zip(self.hidden, self.out, strict=True):
            unit = sum(map(mul, weights, prospects))
            if unit > 0:
                total += weight * unit
        return total


def _taught() -> Network:
    direct, *hidden = zip(*([weight / SCALE for weight in row] for row in WEIGHTS.values()), strict=True)
    return Network(tuple(hidden), tuple(weight / SCALE for weight in OUT), direct)


TAUGHT = _taught()
_RESIGNED = -100.0


def estimate(position: Position, seat: int) -> float:
    """How likely this seat wins, at first sight; of a view as of a state, for any seat."""
    return estimates(position)[seat]


def estimates(position: Position) -> list[float]:
    """The same for every seat."""
    if position.over:
        return outcome(position)
    in_order = judged(TAUGHT, flat(position))
    return [in_order[position.seating.index(seat)] for seat in range(len(position.seats))]


def judged(network: Network, flat: Flat) -> list[float]:
    """How likely each seat wins, in the order of play."""
    if flat[TURN] < 0:
        best = best_seats(flat)
        return [1 / len(best) if place in best else 0.0 for place in range(len(seats_of(flat)))]
    return chances([strength(network, flat, place) for place in range(len(seats_of(flat)))])


def strength(network: Network, flat: Flat, place: int) -> float:
    """Of the seat at this place in the order of play."""
    if flat[SEATS + BLOCK * place + RESIGNED]:
        return _RESIGNED
    return network.strength(prospects(flat, place))


def chances(strengths: Sequence[float]) -> list[float]:
    """How likely each seat wins, from how strong they are."""
    highest = max(strengths)
    odds = [exp(strength - highest) for strength in strengths]
    total = sum(odds)
    return [each / total for each in odds]


def outcome(position: Position) -> list[float]:
    """Once the game is over: 1 for the winner, or the winners' shares of it."""
    first = winners(position)
    return [1 / len(first) if seat in first else 0.0 for seat in range(len(position.seats))]
