"""A bot that looks ahead over its purchases: it gives the order after which its prospects are best."""

from random import Random

from engine.bots.choice import weighed
from engine.bots.evaluation import TAUGHT
from engine.bots.imagine import without_decks
from engine.bots.random import at_random
from engine.orders import Order
from engine.state import View

_LONG = 45
_RESTLESSNESS = 0.3


def steady(view: View, rng: Random) -> Order:
    """The order that it likes best; equal ones are told apart by luck."""
    return at_random(view, rng) if restless(view, rng) else ranked(view, rng)[0][0]


def restless(view: View, rng: Random) -> bool:
    """Good games are over long before; a random order now and then sees to it that no game stands still."""
    return view.round > _LONG and rng.random() < _RESTLESSNESS


def ranked(view: View, rng: Random) -> list[tuple[Order, float]]:
    """The orders worth a thought with the chance of winning after each, the best first."""
    assert view.turn is not None
    rated = [(order, chances[view.turn]) for order, chances in weighed(TAUGHT, without_decks(view))]
    rng.shuffle(rated)
    return sorted(rated, key=lambda each: each[1], reverse=True)
