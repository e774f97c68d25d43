"""An opinion after some thought: the orders to come are thought through before one is given."""

from collections.abc import Callable
from random import Random

from engine.bots.evaluation import TAUGHT
from engine.bots.imagine import filled_in, without_decks
from engine.bots.search import search
from engine.orders import Order
from engine.state import View

NODES = 100
"""How many positions are looked at, unless it is said."""
_WORLDS = 3
"""If others hold cards that the seat can't see, their hands are imagined so many times."""


def considered(
    view: View, rng: Random, nodes: int = NODES, stop: Callable[[], bool] | None = None
) -> list[tuple[Order, float]]:
    """The orders worth a thought with the chance of winning by each, those that were thought about most first.

    Once `stop` says yes, no further position is looked at.
    """
    assert view.turn is not None
    worlds = _WORLDS if any(held.card is None for seat in view.seats for held in seat.reserved) else 1
    visits: dict[Order, int] = {}
    totals: dict[Order, float] = {}
    for _ in range(worlds):
        for branch in search(TAUGHT, without_decks(filled_in(view, rng)), nodes // worlds or 1, stop):
            visits[branch.order] = visits.get(branch.order, 0) + branch.visits
            totals[branch.order] = totals.get(branch.order, 0.0) + branch.totals[view.turn]
    best_first = sorted(visits, key=lambda order: (visits[order], totals[order]), reverse=True)
    return [(order, totals[order] / visits[order]) for order in best_first]
