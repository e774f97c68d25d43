"""What a player can do: every buy in full, every reserve and every gem set with the sensible returns."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from engine import Buy, Colour, Pass, Reserve, ReserveDeck, Take, View, legal_orders
from engine.gems import GOLD, INDEX, Tokens, plus, tokens_of

T = TypeVar("T", Take, Reserve, ReserveDeck)

_FEW_SETS = 15
_RETURNS_PER_CARD = 1


@dataclass(slots=True)
class Choices:
    """All that is offered, by what it is about; the first of several is the plainest."""

    buys: dict[str, list[Buy]] = field(default_factory=dict)
    reserves: dict[str, list[Reserve]] = field(default_factory=dict)
    decks: dict[int, list[ReserveDeck]] = field(default_factory=dict)
    takes: dict[tuple[Colour, ...], list[Take]] = field(default_factory=dict)
    passes: list[Pass] = field(default_factory=list)
    more_returns: bool = False
    """Whether there are more ways to return tokens than are offered."""

    def __bool__(self) -> bool:
        return bool(self.buys or self.reserves or self.decks or self.takes or self.passes)


def choices(view: View) -> Choices:
    """What the seat on turn is offered; nothing once the game is over."""
    found = Choices()
    for order in legal_orders(view):
        match order:
            case Buy(card):
                found.buys.setdefault(card, []).append(order)
            case Take(gems):
                found.takes.setdefault(gems, []).append(order)
            case Reserve(card):
                found.reserves.setdefault(card, []).append(order)
            case ReserveDeck(level):
                found.decks.setdefault(level, []).append(order)
            case Pass():
                found.passes.append(order)
    if view.turn is not None:
        _keep_sensible_returns(found, view.seats[view.turn].tokens)
    return found


def _keep_sensible_returns(found: Choices, tokens: Tokens) -> None:
    ways = 3 if len(found.takes) <= _FEW_SETS else 2
    for gems, takes in found.takes.items():
        found.more_returns |= _keep(takes, tokens, gems, ways)
    for cards in found.reserves.values():
        found.more_returns |= _keep(cards, tokens, (), _RETURNS_PER_CARD)
    for tops in found.decks.values():
        found.more_returns |= _keep(tops, tokens, (), _RETURNS_PER_CARD)


def _keep(orders: list[T], tokens: Tokens, taken: tuple[Colour, ...], ways: int) -> bool:
    """Drop all but the best ways to return, each with every noble that could come; say if any was dropped."""
    limit = ways * len({order.noble for order in orders})
    if len(orders) <= limit:
        return False
    held = plus(tokens, tokens_of(taken))
    orders.sort(key=lambda order: _regret(order.back, held, taken))
    del orders[limit:]
    return True


def _regret(back: Iterable[Colour], held: Tokens, taken: tuple[Colour, ...]) -> tuple[int, int, int]:
    """Gold is given back last, what was just taken but one, and big piles before small ones."""
    piles = list(held)
    gold = again = smallness = 0
    for colour in back:
        pile = INDEX[colour]
        gold += pile == GOLD
        again += colour in taken
        smallness -= piles[pile]
        piles[pile] -= 1
    return gold, again, smallness
