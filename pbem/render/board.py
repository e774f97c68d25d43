"""A game as its reader sees it, laid out for the templates: places, prices, who has what."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from engine import (
    Buy,
    Card,
    Colour,
    Noble,
    Pass,
    Reserve,
    ReserveDeck,
    Seat,
    Take,
    Tokens,
    View,
    legal_orders,
    missing,
    price,
    ranking,
)
from engine.gems import GOLD, INDEX, Bonuses, plus, tokens_of
from engine.state import PLACES
from pbem.commands.resolve import HAND, NOBLES, first_place
from pbem.notices import GameView

# What a player can do: every buy in full, every reserve and every gem set with the sensible returns.


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


_NO_CHOICES = Choices()


class Tile(NamedTuple):
    """A card at a place, and what it would cost the reader now; nothing of that for somebody who looks on."""

    place: int
    card: Card
    pay: Tokens | None
    """What is paid with as little gold as can be, or would be."""
    lacks: Bonuses | None
    buyable: bool
    buys: Sequence[Buy]
    """The ways to buy it now, the plainest first."""
    reserves: Sequence[Reserve]


class VisitingNoble(NamedTuple):
    """A noble at a place, and which bonuses the reader lacks."""

    place: int
    noble: Noble
    lacks: Bonuses | None


class Level(NamedTuple):
    """A row of the table and its deck."""

    level: int
    deck: int
    tiles: tuple[Tile | None, ...]
    tops: Sequence[ReserveDeck]
    """The ways to reserve the top card of the deck now."""

    @property
    def deck_place(self) -> int:
        return self.level * 10


class ShownPlayer(NamedTuple):
    """A seat, as the list of players shows it."""

    name: str
    seat: Seat
    mine: bool
    on_turn: bool
    rank: int
    """From 1; those who share a place have the same."""


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on and around the table."""

    view: View
    looks_on: bool
    """Whether the reader has no seat."""
    nobles: tuple[VisitingNoble, ...]
    levels: tuple[Level, ...]
    hand: tuple[Tile, ...]
    tiles: tuple[Tile, ...]
    """All that the reader could buy one day, the hand first."""
    players: tuple[ShownPlayer, ...]
    choices: Choices
    on_sale: tuple[Tile, ...]
    """What the reader can buy now, the hand first."""

    @property
    def mine(self) -> Seat:
        assert not self.looks_on
        return self.players[0].seat

    def noble_place(self, noble: str) -> int:
        return next(visitor.place for visitor in self.nobles if visitor.noble.id == noble)

    @property
    def hand_row(self) -> tuple[Tile | None, ...]:
        """The hand in the width of the table."""
        return (*self.hand, *(None,) * (PLACES - len(self.hand)))

    @property
    def different(self) -> list[tuple[Colour, ...]]:
        """The sets of different gems that may be taken."""
        return [gems for gems in self.choices.takes if len(set(gems)) == len(gems)]

    @property
    def pairs(self) -> list[tuple[Colour, ...]]:
        """The colours of which two may be taken."""
        return [gems for gems in self.choices.takes if len(set(gems)) < len(gems)]

    def orders(self, sets: list[tuple[Colour, ...]]) -> list[list[Take]]:
        """How each of these sets may be taken."""
        return [self.choices.takes[gems] for gems in sets]

    @property
    def reserves(self) -> list[list[Reserve] | list[ReserveDeck]]:
        """How each card and each deck may be reserved."""
        return [*self.choices.reserves.values(), *self.choices.decks.values()]

    def must_return(self, sets: list[tuple[Colour, ...]]) -> bool:
        """Whether any of these sets is too much to hold."""
        return any(order.back for orders in self.orders(sets) for order in orders)


def board(game_view: GameView, offering: bool = True) -> Board:
    """Lay out a game view, with what its reader can do where that is offered; the highest level is on top."""
    view, mine = game_view.view, None if game_view.seat is None else game_view.view.seats[game_view.seat]
    offered = choices(view) if offering and game_view.my_turn else _NO_CHOICES
    hand = tuple(_hand(mine, offered))
    nobles = enumerate(view.nobles, first_place(NOBLES))
    levels = tuple(_level(view, mine, offered, level) for level in (3, 2, 1))
    tiles = (*hand, *(tile for level in levels for tile in level.tiles if tile))
    return Board(
        view=view,
        looks_on=mine is None,
        nobles=tuple(VisitingNoble(place, noble, _lacks(noble, mine)) for place, noble in nobles),
        levels=levels,
        hand=hand,
        tiles=tiles,
        players=players(game_view),
        choices=offered,
        on_sale=tuple(tile for tile in tiles if tile.buys),
    )


def _level(view: View, mine: Seat | None, offered: Choices, level: int) -> Level:
    row = view.table[level - 1]
    places = enumerate(row, first_place(level))
    tiles = tuple(None if card is None else _tile(card, place, mine, offered) for place, card in places)
    return Level(level, view.decks[level - 1], tiles, offered.decks.get(level, ()))


def _hand(mine: Seat | None, offered: Choices) -> Iterator[Tile]:
    for place, held in enumerate(mine.reserved if mine else (), first_place(HAND)):
        if held.card:
            yield _tile(held.card, place, mine, offered)


def _tile(card: Card, place: int, mine: Seat | None, offered: Choices) -> Tile:
    if mine is None:
        return Tile(place, card, None, None, buyable=False, buys=(), reserves=())
    asked, lacks = price(card, mine.bonuses), missing(card, mine)
    buyable = sum(lacks) <= mine.tokens[GOLD]
    pay = _paid(asked, lacks) if buyable else (*asked, 0)
    buys, reserves = offered.buys.get(card.id, ()), offered.reserves.get(card.id, ())
    return Tile(place, card, pay, lacks, buyable, buys, reserves)


def _paid(asked: Bonuses, lacks: Bonuses) -> Tokens:
    w, u, g, r, k = (due - gold for due, gold in zip(asked, lacks, strict=True))
    return (w, u, g, r, k, sum(lacks))


def _lacks(noble: Noble, mine: Seat | None) -> Bonuses | None:
    if mine is None:
        return None
    w, u, g, r, k = (max(0, need - has) for need, has in zip(noble.needs, mine.bonuses, strict=True))
    return (w, u, g, r, k)


def players(game_view: GameView) -> tuple[ShownPlayer, ...]:
    """The reader first, then in the order of play from there; for somebody who looks on, in the order of play."""
    view = game_view.view
    ranks, start = _ranks(view), 0 if game_view.seat is None else view.seating.index(game_view.seat)
    return tuple(
        ShownPlayer(game_view.names[seat], view.seats[seat], seat == game_view.seat, seat == view.turn, ranks[seat])
        for seat in (*view.seating[start:], *view.seating[:start])
    )


def _ranks(view: View) -> dict[int, int]:
    """Each seat's place; those who share one leave the next ones empty."""
    ranks: dict[int, int] = {}
    for group in ranking(view):
        ranks |= dict.fromkeys(group, len(ranks) + 1)
    return ranks
