"""An opinion after some thought: the orders to come are thought through before one is given."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import TypeAlias

from engine.bots.candidates import Actions
from engine.bots.core import order_of
from engine.bots.imagine import filled_in
from engine.orders import Order
from engine.state import State, View

NODES, NODES_WITHOUT_NET = 200, 24
"""How many positions are looked at, unless it is said: what takes a fortieth of a second."""
_WORLDS = 3
"""If others hold cards that the seat can't see, their hands are imagined so many times."""
_TOO_MANY = 4

Stop: TypeAlias = Callable[[], bool] | None
Thought: TypeAlias = Callable[[State, int, Stop, Random], list[tuple[Actions, int, float]]]
"""From a state that was imagined to the orders worth a thought: visits, and the sum of the seat's chances in them."""


def considered(view: View, rng: Random, nodes: int | None = None, stop: Stop = None) -> list[tuple[Order, float]]:
    """The orders worth a thought with the chance of winning by each, those that were thought about most first.

    Once `stop` says yes, no further position is looked at.
    """
    assert view.turn is not None
    if nodes is None:
        nodes = NODES if uses_net(view) else NODES_WITHOUT_NET
    worlds = _WORLDS if any(held.card is None for seat in view.seats for held in seat.reserved) else 1
    visits: dict[Actions, int] = {}
    totals: dict[Actions, float] = {}
    for _ in range(worlds):
        for actions, often, total in _way_to_think(uses_net(view))(
            filled_in(view, rng), nodes // worlds or 1, stop, rng
        ):
            visits[actions] = visits.get(actions, 0) + often
            totals[actions] = totals.get(actions, 0.0) + total
    best_first = sorted(visits, key=lambda actions: (visits[actions], totals[actions]), reverse=True)
    return [(order_of(view, actions), totals[actions] / visits[actions]) for actions in best_first]


def has_net() -> bool:
    """Whether the net can be used: it needs numpy, an extra."""
    try:
        return find_spec("numpy") is not None
    except ValueError:  # It was forbidden: sys.modules holds None.
        return False


def uses_net(view: View) -> bool:
    """At a table of four it was no better than the search without it."""
    return len(view.seats) < _TOO_MANY and has_net()


@cache
def _way_to_think(net: bool) -> Thought:
    """With the net, or by level 6's judgement."""
    thought: Thought = import_module("engine.bots.puct" if net else "engine.bots.search").thought
    return thought
