"""States that a seat can imagine behind its view: one with the unknown left out, and ones that fill it in by chance."""

from itertools import chain
from random import Random
from typing import cast

from engine.cards import CARDS, LEVELS, Card
from engine.state import Decks, Position, Reserved, Seat, State, View

_ALL = {level: tuple(card for card in CARDS.values() if card.level == level) for level in LEVELS}
_NO_DECKS: Decks = ((), (), ())


def without_decks(position: Position) -> State:
    """Only what is seen: where a card leaves the table its place stays empty, and nobody can reserve unseen."""
    return _state(position, _NO_DECKS, position.seats)


def filled_in(view: View, rng: Random) -> State:
    """One of the states that look like this: the cards that were not seen are dealt anew."""
    stacks = {level: _shuffled(cards, rng) for level, cards in unseen(view).items()}
    seats = tuple(_with_hand(seat, stacks) for seat in view.seats)
    decks = tuple(tuple(stacks[level][:count]) for level, count in zip(LEVELS, view.decks, strict=True))
    return _state(view, cast(Decks, decks), seats)


def cards_on(position: Position) -> list[Card]:
    """The cards that lie face up."""
    return [card for row in position.table for card in row if card]


def unseen(view: View) -> dict[int, list[Card]]:
    """By level, the cards that lie in a deck or unknown in somebody's hand."""
    held = (held.card for seat in view.seats for held in seat.reserved)
    bought = chain.from_iterable(seat.bought for seat in view.seats)
    seen = {card.id for card in chain(*view.table, held, bought) if card}
    return {level: [card for card in _ALL[level] if card.id not in seen] for level in LEVELS}


def _shuffled(cards: list[Card], rng: Random) -> list[Card]:
    return rng.sample(cards, len(cards))


def _with_hand(seat: Seat, stacks: dict[int, list[Card]]) -> Seat:
    """A hidden card may be any that was not seen; it leaves the stack from which the deck is made."""
    if all(held.card for held in seat.reserved):
        return seat
    hand = tuple(held if held.card else Reserved(stacks[held.level].pop(), held.level, True) for held in seat.reserved)
    return seat._replace(reserved=hand)


def _state(position: Position, decks: Decks, seats: tuple[Seat, ...]) -> State:
    return State(
        position.edition,
        position.seating,
        position.bank,
        position.table,
        decks,
        position.nobles,
        seats,
        position.turn,
        position.round,
        position.passes,
        position.last_round,
        position.awarded,
    )
