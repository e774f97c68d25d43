"""A position to speak about: tests/orders/position.json, as the seat on turn sees it."""

from pbem.cli.position import seen_by
from tests.support.paths import TESTS

POSITION = TESTS / "orders" / "position.json"
BOARD = seen_by(POSITION, None)
"""Bank: 4 white, 1 blue, 5 green, 3 red, 2 black. The player has 2 blue, 1 red, 1 black, 1 gold, and 1g5 in hand."""
