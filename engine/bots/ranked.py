"""An opinion at once: the orders by the prospects of the seat on turn after each."""

from random import Random

from engine.bots.choice import Scales
from engine.bots.core import TURN, flat, order_of
from engine.bots.evaluation import TAUGHT
from engine.bots.imagine import without_decks
from engine.orders import Order
from engine.state import View


def ranked(view: View, rng: Random) -> list[tuple[Order, float]]:
    """The orders worth a thought with the chance of winning after each, the best first; equal ones as luck has it."""
    position = flat(without_decks(view))
    weighed = Scales(TAUGHT).weighed(position)
    rated = [(order_of(view, each.actions), each.chances[position[TURN]]) for each in weighed]
    rng.shuffle(rated)
    return sorted(rated, key=lambda each: each[1], reverse=True)
