"""Weighing orders: what each does to every seat's chances, the card that will be turned up unknown."""

from typing import NamedTuple

from engine.bots.candidates import candidates
from engine.bots.evaluation import Network, chances, outcome, strengths
from engine.bots.imagine import cards_on, without_decks
from engine.bots.prospects import prospects
from engine.orders import Order
from engine.rules import apply
from engine.state import State


class Weighed(NamedTuple):
    """An order with each seat's chance of winning after it."""

    order: Order
    chances: list[float]


def weighed(network: Network, state: State) -> list[Weighed]:
    """Each candidate of the seat on turn."""
    scales = _Scales(network, without_decks(state))
    return [Weighed(order, scales.weigh(order)) for order in candidates(scales.state)]


class _Scales:
    """Most orders leave the table as it is, so that the others' strengths need to be found only once."""

    def __init__(self, network: Network, state: State) -> None:
        self.network = network
        self.state = state
        self.unchanged: list[float] = []

    def weigh(self, order: Order) -> list[float]:
        after = apply(self.state, order).state
        return outcome(after) if after.over else chances(self._strengths(after))

    def _strengths(self, after: State) -> list[float]:
        cards, me = cards_on(after), self.state.turn
        assert me is not None
        if after.table is not self.state.table or after.nobles is not self.state.nobles:
            return strengths(self.network, after, cards)
        self.unchanged = self.unchanged or strengths(self.network, after, cards)
        mine = self.network.strength(prospects(after, me, cards))
        return [*self.unchanged[:me], mine, *self.unchanged[me + 1 :]]
