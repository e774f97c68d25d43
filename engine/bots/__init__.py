"""Players that need no mail: pure functions from what their seat sees, and a random source, to an order.

Beside the levels in BOTS there are three ways to ask for an opinion: `ranked` (what `steady` likes, at once),
`considered` (what `strong` thinks of, after a search) and `estimate` (how likely a seat wins).
"""

from collections.abc import Callable
from random import Random
from typing import TypeAlias

from engine.bots.evaluation import estimate
from engine.bots.greedy import greedy
from engine.bots.random import at_random
from engine.bots.steady import ranked, steady
from engine.bots.strong import considered, strong
from engine.orders import Order
from engine.state import View

__all__ = ["BOTS", "Bot", "considered", "estimate", "ranked"]

Bot: TypeAlias = Callable[[View, Random], Order]

BOTS: dict[str, Bot] = {"random": at_random, "greedy": greedy, "steady": steady, "strong": strong}
"""From the weakest to the strongest."""
