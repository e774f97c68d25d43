"""Players that need no mail: pure functions from what their seat sees, and a random source, to an order."""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from engine.bots.greedy import greedy
from engine.bots.random import at_random
from engine.orders import Order
from engine.state import View

Bot: TypeAlias = Callable[[View, Random], Order]

BOTS: dict[str, Bot] = {"random": at_random, "greedy": greedy}
