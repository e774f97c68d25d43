"""A bot that searches: it thinks through the orders to come before it gives its own."""

from random import Random

from engine.bots.evaluation import TAUGHT
from engine.bots.imagine import filled_in, without_decks
from engine.bots.random import at_random
from engine.bots.search import search
from engine.bots.steady import restless
from engine.orders import Order
from engine.state import View

NODES = 100
"""How many positions it looks at before a move."""
_WORLDS = 3
"""If others hold cards that it can't see, it imagines their hands so many times."""


def strong(view: View, rng: Random) -> Order:
    """The order that stood up best to thinking ahead."""
    return at_random(view, rng) if restless(view, rng) else considered(view, rng)[0][0]


def considered(view: View, rng: Random, nodes: int = NODES) -> list[tuple[Order, float]]:
    """The orders worth a thought with the chance of winning by each, those it thought about most first."""
    assert view.turn is not None
    worlds = _WORLDS if any(held.card is None for seat in view.seats for held in seat.reserved) else 1
    visits: dict[Order, int] = {}
    totals: dict[Order, float] = {}
    for _ in range(worlds):
        for branch in search(TAUGHT, without_decks(filled_in(view, rng)), nodes // worlds):
            visits[branch.order] = visits.get(branch.order, 0) + branch.visits
            totals[branch.order] = totals.get(branch.order, 0.0) + branch.totals[view.turn]
    best_first = sorted(visits, key=lambda order: (visits[order], totals[order]), reverse=True)
    return [(order, totals[order] / visits[order]) for order in best_first]
