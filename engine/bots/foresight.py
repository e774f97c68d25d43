"""What is likely to follow: each seat in turn gives the order that looks best to it, as far as the viewer can know."""

from operator import itemgetter

from engine.bots.choice import Scales
from engine.bots.core import TURN, flat, order_of
from engine.bots.evaluation import TAUGHT
from engine.bots.imagine import without_decks
from engine.orders import Order
from engine.rules import apply
from engine.state import Position


def foreseen(position: Position, count: int) -> list[tuple[int, Order]]:
    """So many orders to come, each with its seat; no card is turned up, and nobody plays one that is not known."""
    state, scales = without_decks(position), Scales(TAUGHT)
    found: list[tuple[int, Order]] = []
    while state.turn is not None and len(found) < count:
        seen = flat(state)
        rated = [(each.chances[seen[TURN]], each.actions) for each in scales.weighed(seen)]
        order = order_of(state, max(rated, key=itemgetter(0))[1])
        found.append((state.turn, order))
        state = apply(state, order).state
    return found
