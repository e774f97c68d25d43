"""The rules in motion: `apply` plays one order and tells what happened."""

from typing import NamedTuple, cast

from engine.cards import CARDS, NOBLES, Card
from engine.check import check
from engine.events import (
    CardBought,
    CardReserved,
    CardTurnedUp,
    Event,
    NobleCame,
    Passed,
    TokensReturned,
    TokensTaken,
)
from engine.gems import GOLD, Colour, minus, plus, tokens_of
from engine.nobles import with_bonus
from engine.orders import Buy, Order, Pass, Reserve, ReserveDeck, Take
from engine.price import payment, price
from engine.state import Decks, Reserved, Row, Seat, State, Table
from engine.turns import announce, next_turn

_ONE_GOLD = tokens_of(("gold",))


class Step(NamedTuple):
    """The position after something happened, and what happened."""

    state: State
    events: tuple[Event, ...]


def apply(state: State, order: Order) -> Step:
    """Play an order for the seat on turn; IllegalOrder if it is not legal. `state` itself stays as it is."""
    noble = check(state, order)
    turn = _Turn(state)
    match order:
        case Take(gems, back):
            turn.take(gems)
            turn.give_back(back)
        case Reserve(card, back):
            turn.reserve(CARDS[card])
            turn.give_back(back)
        case ReserveDeck(level, back):
            turn.reserve_unseen(level)
            turn.give_back(back)
        case Buy(card, gold):
            turn.buy(CARDS[card], gold)
        case Pass():
            turn.skip()
    if noble:
        turn.receive(noble)
    return turn.end()


class _Turn:
    """A workbench for one turn, thrown away once the new state is made: states themselves never change."""

    def __init__(self, state: State) -> None:
        assert state.turn is not None
        self.before = state
        self.seat = state.turn
        self.bank, self.table, self.decks, self.nobles = state.bank, state.table, state.decks, state.nobles
        mine = state.seats[state.turn]
        self.tokens, self.bonuses, self.points, self.bought, self.reserved, self.own_nobles, _ = mine
        self.passes = 0
        self.events: list[Event] = []

    def take(self, gems: tuple[Colour, ...]) -> None:
        taken = tokens_of(gems)
        self.bank = minus(self.bank, taken)
        self.tokens = plus(self.tokens, taken)
        self.events.append(TokensTaken(self.seat, gems))

    def give_back(self, back: tuple[Colour, ...]) -> None:
        if not back:
            return
        returned = tokens_of(back)
        self.bank = plus(self.bank, returned)
        self.tokens = minus(self.tokens, returned)
        self.events.append(TokensReturned(self.seat, back))

    def reserve(self, card: Card) -> None:
        self._take_in_hand(card, hidden=False)
        self._refill(card)

    def reserve_unseen(self, level: int) -> None:
        self._take_in_hand(self._draw(level), hidden=True)

    def buy(self, card: Card, gold: tuple[Colour, ...]) -> None:
        paid = payment(price(card, self.bonuses), tokens_of(gold))
        self.tokens = minus(self.tokens, paid)
        self.bank = plus(self.bank, paid)
        self.bought = (*self.bought, card)
        self.bonuses = with_bonus(self.bonuses, card.bonus)
        self.points += card.points
        others = tuple(held for held in self.reserved if held.card != card)
        from_hand = len(others) < len(self.reserved)
        self.events.append(CardBought(self.seat, card.id, paid, gold, from_hand))
        if from_hand:
            self.reserved = others
        else:
            self._refill(card)

    def skip(self) -> None:
        self.passes = self.before.passes + 1
        self.events.append(Passed(self.seat))

    def receive(self, noble: str) -> None:
        self.own_nobles = (*self.own_nobles, NOBLES[noble])
        self.nobles = tuple(each for each in self.nobles if each.id != noble)
        self.points += NOBLES[noble].points
        self.events.append(NobleCame(self.seat, noble))

    def end(self) -> Step:
        """Make the new state, all at once, as every turn ends here."""
        before, seat = self.before, self.seat
        mine = Seat(self.tokens, self.bonuses, self.points, self.bought, self.reserved, self.own_nobles)
        seats = (*before.seats[:seat], mine, *before.seats[seat + 1 :])
        turn, number, last_round = next_turn(before, seats, self.passes)
        after = State(
            before.edition,
            before.seating,
            self.bank,
            self.table,
            self.decks,
            self.nobles,
            seats,
            turn,
            number,
            self.passes,
            last_round,
        )
        announce(before, after, self.events)
        return Step(after, tuple(self.events))

    def _take_in_hand(self, card: Card, hidden: bool) -> None:
        gains_gold = self.bank[GOLD] > 0
        if gains_gold:
            self.bank = minus(self.bank, _ONE_GOLD)
            self.tokens = plus(self.tokens, _ONE_GOLD)
        self.reserved = (*self.reserved, Reserved(card, card.level, hidden))
        self.events.append(CardReserved(self.seat, card.id, card.level, hidden, gains_gold))

    def _draw(self, level: int) -> Card:
        deck = self.decks[level - 1]
        self.decks = cast(Decks, _with(self.decks, level - 1, deck[1:]))
        return deck[0]

    def _refill(self, card: Card) -> None:
        """A card left the table: turn up the next of its level, or leave the place empty."""
        row = self.table[card.level - 1]
        column = row.index(card)
        following = self._draw(card.level) if self.decks[card.level - 1] else None
        self.table = cast(Table, _with(self.table, card.level - 1, cast(Row, _with(row, column, following))))
        if following:
            self.events.append(CardTurnedUp(card.level, column, following.id))


def _with(items: tuple[object, ...], index: int, item: object) -> tuple[object, ...]:
    return (*items[:index], item, *items[index + 1 :])
