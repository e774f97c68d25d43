"""The board as the player on turn sees it, with all that they may order."""

from functools import cached_property

from engine import CARDS, COLOURS, Buy, Card, View, legal_orders, price
from pbem.commands.resolve import HAND, card_places


class Situation:
    """The board as its player sees it, and all that they may order."""

    def __init__(self, board: View) -> None:
        assert board.turn is not None
        self.board = board
        self.me = board.seats[board.turn]
        self.legal = legal_orders(board)

    @cached_property
    def places(self) -> dict[str, int]:
        """Where every card lies that may be bought or reserved."""
        return card_places(self.board, self.board.turn)

    @cached_property
    def affordable(self) -> frozenset[str]:
        return frozenset(order.card for order in self.legal if isinstance(order, Buy))

    @cached_property
    def available(self) -> frozenset[str]:
        """The colours that the bank still has, without gold."""
        return frozenset(colour for colour, count in zip(COLOURS[:5], self.board.bank, strict=False) if count)

    def price(self, card: Card) -> tuple[int, ...]:
        """What is paid for it after the bonuses."""
        return tuple(price(card, self.me.bonuses))

    def how_many(self, card: Card) -> tuple[int, int]:
        """How many cards of its colour lie on the table, and in its row."""
        alike = [at for each, at in self.places.items() if CARDS[each].bonus == card.bonus and at // 10 < HAND]
        return len(alike), sum(at // 10 == self.places[card.id] // 10 for at in alike)

    def row(self, place: int) -> list[Card]:
        """The cards that lie in the same row."""
        there = sorted((at, card) for card, at in self.places.items() if at // 10 == place // 10)
        return [CARDS[card] for _, card in there]
