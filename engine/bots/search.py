"""A search of the orders to come: it looks further where they are promising, each seat choosing what is best for it.

What nobody can know is left out: no card is turned up, so that no order is liked for a lucky draw.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import exp, sqrt

from engine.bots.choice import Weighed, weighed
from engine.bots.evaluation import Network, outcome
from engine.orders import Order
from engine.rules import apply
from engine.state import State

_WIDTH = 10
"""So many of the orders that look best in a position are followed."""
_TRUST = 30.0
"""How much more often an order is followed that looks better at first sight."""
_CURIOSITY = 0.15
"""How readily the search turns from the order that is best so far to others."""


@dataclass(slots=True)
class Branch:
    """An order that was thought of; `totals` sums up each seat's chances over all visits."""

    order: Order
    promise: float
    totals: list[float]
    visits: int = 1
    node: "Node | None" = None

    def chance(self, seat: int) -> float:
        return self.totals[seat] / self.visits

    def visit(self, chances: list[float]) -> None:
        self.visits += 1
        self.totals = [total + chance for total, chance in zip(self.totals, chances, strict=True)]


@dataclass(slots=True)
class Node:
    """A position that was thought of, and the orders that may follow; a game that is over has none."""

    state: State
    chances: list[float]
    branches: list[Branch] = field(default_factory=list)
    visits: int = 1

    def most_promising(self) -> Branch:
        seat, reach = self.state.turn, _CURIOSITY * sqrt(self.visits)
        assert seat is not None
        return max(self.branches, key=lambda each: (each.totals[seat] + reach * each.promise) / each.visits)


def search(network: Network, state: State, nodes: int, stop: Callable[[], bool] | None = None) -> list[Branch]:
    """The orders that the seat on turn should think of, after so many positions were looked at, or `stop` said yes."""
    root = _node(network, state)
    for _ in range(nodes if len(root.branches) > 1 else 0):
        if stop and stop():
            break
        _look_further(network, root)
    return root.branches


def _look_further(network: Network, node: Node) -> None:
    """Follow the most promising orders down to a position that is new, and tell all of them what is found there."""
    path = []
    while node.branches:
        branch = node.most_promising()
        node.visits += 1
        path.append(branch)
        if branch.node is None:
            node = branch.node = _node(network, apply(node.state, branch.order).state)
            break
        node = branch.node
    for branch in path:
        branch.visit(node.chances)


def _node(network: Network, state: State) -> Node:
    seat = state.turn
    if seat is None:
        return Node(state, outcome(state))
    best = sorted(weighed(network, state), key=lambda each: each.chances[seat], reverse=True)[:_WIDTH]
    return Node(state, best[0].chances, _branches(best, seat))


def _branches(best: list[Weighed], seat: int) -> list[Branch]:
    odds = [exp(_TRUST * (each.chances[seat] - best[0].chances[seat])) for each in best]
    total = sum(odds)
    return [Branch(each.order, odd / total, each.chances) for each, odd in zip(best, odds, strict=True)]
