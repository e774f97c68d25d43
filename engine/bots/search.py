"""A search of the orders to come: it looks further where they are promising, each seat choosing what is best for it.

What nobody can know is left out: no card is turned up, so that no order is liked for a lucky draw.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import exp, sqrt
from random import Random

from engine.bots.candidates import Actions
from engine.bots.choice import Scales, Weighed
from engine.bots.core import TURN, Flat
from engine.bots.core import flat as flat_of
from engine.bots.evaluation import TAUGHT, Network
from engine.bots.imagine import without_decks
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

    actions: Actions
    after: Flat
    promise: float
    totals: list[float]
    visits: int = 1
    node: "Node | None" = None

    def visit(self, chances: list[float]) -> None:
        self.visits += 1
        self.totals = [total + chance for total, chance in zip(self.totals, chances, strict=True)]


@dataclass(slots=True)
class Node:
    """A position that was thought of, and the orders that may follow; a game that is over has none."""

    flat: Flat
    chances: list[float]
    branches: list[Branch] = field(default_factory=list)
    visits: int = 1

    def most_promising(self) -> Branch:
        seat, reach = self.flat[TURN], _CURIOSITY * sqrt(self.visits)
        return max(self.branches, key=lambda each: (each.totals[seat] + reach * each.promise) / each.visits)


def thought(
    state: State, nodes: int, stop: Callable[[], bool] | None, _rng: Random
) -> list[tuple[Actions, int, float]]:
    """The orders that a search follows: how often, and the sum of the seat's chances in these visits."""
    position = flat_of(without_decks(state))
    branches = search(TAUGHT, position, nodes, stop)
    return [(branch.actions, branch.visits, branch.totals[position[TURN]]) for branch in branches]


def search(network: Network, flat: Flat, nodes: int, stop: Callable[[], bool] | None = None) -> list[Branch]:
    """The orders that the seat on turn should think of, after so many positions were looked at, or `stop` said yes."""
    scales = Scales(network)
    root = _node(scales, flat, [])
    for _ in range(nodes if len(root.branches) > 1 else 0):
        if stop and stop():
            break
        _look_further(scales, root)
    return root.branches


def _look_further(scales: Scales, node: Node) -> None:
    """Follow the most promising orders down to a position that is new, and tell all of them what is found there."""
    path = []
    while node.branches:
        branch = node.most_promising()
        node.visits += 1
        path.append(branch)
        if branch.node is None:
            node = branch.node = _node(scales, branch.after, branch.totals)
            break
        node = branch.node
    for branch in path:
        branch.visit(node.chances)


def _node(scales: Scales, flat: Flat, chances: list[float]) -> Node:
    """A position is worth what the best order makes of it; one in which the game is over, what is known already."""
    seat = flat[TURN]
    if seat < 0:
        return Node(flat, chances)
    best = sorted(scales.weighed(flat), key=lambda each: each.chances[seat], reverse=True)[:_WIDTH]
    return Node(flat, best[0].chances, _branches(best, seat))


def _branches(best: list[Weighed], seat: int) -> list[Branch]:
    odds = [exp(_TRUST * (each.chances[seat] - best[0].chances[seat])) for each in best]
    total = sum(odds)
    return [Branch(each.actions, each.after, odd / total, each.chances) for each, odd in zip(best, odds, strict=True)]
