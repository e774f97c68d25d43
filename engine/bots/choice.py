"""Weighing orders: what each does to every seat's chances, the card that will be turned up unknown."""

from typing import NamedTuple

from engine.bots.candidates import Actions, candidates
from engine.bots.core import BLOCK, DECKS, LAST_ROUND, POINTS, SEATS, TABLE, TILES, TURN, Flat, seats_of
from engine.bots.evaluation import Network, chances, judged, strength

_REMEMBERED = 1 << 16


class Weighed(NamedTuple):
    """An order with the position after it, and each seat's chance of winning there, in the order of play."""

    actions: Actions
    after: Flat
    chances: list[float]


class Scales:
    """Weighs orders; most change little, so that what a seat's strength is made of is looked at only once."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.known: dict[tuple[int, ...], float] = {}

    def weighed(self, flat: Flat) -> list[Weighed]:
        """Each candidate of the seat on turn."""
        return [Weighed(actions, after, self._chances(after)) for actions, after in candidates(flat)]

    def _chances(self, flat: Flat) -> list[float]:
        if flat[TURN] < 0:
            return judged(self.network, flat)
        return chances([self._strength(flat, place) for place in range(len(seats_of(flat)))])

    def _strength(self, flat: Flat, place: int) -> float:
        mine = SEATS + BLOCK * place
        rival = max([flat[seat + POINTS] for seat in seats_of(flat) if seat != mine])
        key = (
            place,
            flat[TURN],
            flat[LAST_ROUND],
            rival,
            *flat[TABLE:DECKS],
            *flat[TILES:SEATS],
            *flat[mine : mine + BLOCK],
        )
        if key not in self.known:
            if len(self.known) >= _REMEMBERED:
                self.known.clear()
            self.known[key] = strength(self.network, flat, place)
        return self.known[key]
