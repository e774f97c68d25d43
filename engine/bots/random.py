"""The weakest bot: any legal order, each as likely."""

from random import Random

from engine.legal import legal_orders
from engine.orders import Order
from engine.state import View


def at_random(view: View, rng: Random) -> Order:
    """Choose without looking."""
    return rng.choice(legal_orders(view))
