"""A game as its reader sees it, laid out for the templates: places, prices, who has what."""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, TypeVar

from engine import (
    Buy,
    Card,
    Colour,
    Noble,
    Order,
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
from engine.events import CardTurnedUp
from engine.gems import GOLD, INDEX, Bonuses, plus, tokens_of
from pbem.commands.resolve import HAND, NOBLES, first_place
from pbem.notices import GameView

# What a player can do: a way to buy each card and a few others, a way to reserve each, and the gem sets with the
# sensible returns.


T = TypeVar("T", Take, Reserve, ReserveDeck)

# A mail stays small enough to be seen at a glance: what is rare can be written, or chosen on the page.
_FEW_SETS, _MOST_SETS, _MOST_RETURNING_SETS = 5, 15, 8
_RETURNS_PER_CARD = 1
_PAYMENTS_PER_CARD, _MOST_PAYMENTS = 3, 4


class Other(Enum):
    """What an order that is not offered does differently from one that is."""

    RETURN = "return"
    PAYMENT = "payment"
    GEMS = "gems"
    NOBLE = "noble"


@dataclass(slots=True)
class Choices:
    """All that is offered, by what it is about; the first of several is the plainest."""

    buys: dict[str, list[Buy]] = field(default_factory=dict)
    reserves: dict[str, list[Reserve]] = field(default_factory=dict)
    decks: dict[int, list[ReserveDeck]] = field(default_factory=dict)
    takes: dict[tuple[Colour, ...], list[Take]] = field(default_factory=dict)
    passes: list[Pass] = field(default_factory=list)
    left_out: dict[Other, Order] = field(default_factory=dict)
    """Why there is more than is offered, with an example of each."""

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
        _keep_plain_payments(found)
    return found


def _keep_plain_payments(found: Choices) -> None:
    """The plainest way to buy each card, and a few others."""
    others = _MOST_PAYMENTS
    for buys in found.buys.values():
        kept = 1 + min(others, _PAYMENTS_PER_CARD - 1)
        _leave_out(found, buys, kept, Other.PAYMENT)
        others -= len(buys) - 1


def _keep_sensible_returns(found: Choices, tokens: Tokens) -> None:
    for gems, takes in found.takes.items():
        _plainest_first(takes, tokens, gems)
    _keep_sensible_sets(found, tokens)
    ways = 2 if len(found.takes) <= _FEW_SETS else 1
    for takes in found.takes.values():
        _leave_out(found, takes, ways, Other.RETURN)
    for cards in found.reserves.values():
        _plainest_first(cards, tokens, ())
        _leave_out(found, cards, _RETURNS_PER_CARD, Other.RETURN)
    for tops in found.decks.values():
        _plainest_first(tops, tokens, ())
        _leave_out(found, tops, _RETURNS_PER_CARD, Other.RETURN)


def _keep_sensible_sets(found: Choices, tokens: Tokens) -> None:
    """Sets that can be kept whole come first, large ones before small ones; then those that cost least to return."""

    def reluctance(gems: tuple[Colour, ...]) -> tuple[object, ...]:
        back, pair = found.takes[gems][0].back, len(set(gems)) < len(gems)
        if not back:
            return False, not pair, -len(gems)
        gold, again, smallness = _regret(back, plus(tokens, tokens_of(gems)), gems)
        return True, gold, again, smallness / len(back)

    sets = sorted(found.takes, key=reluctance)
    returning = [gems for gems in sets if found.takes[gems][0].back]
    for gems in dict.fromkeys((*sets[_MOST_SETS:], *returning[_MOST_RETURNING_SETS:])):
        found.left_out.setdefault(Other.GEMS, found.takes.pop(gems)[0])


def _plainest_first(orders: list[T], tokens: Tokens, taken: tuple[Colour, ...]) -> None:
    """Put the best ways to return first."""
    if len(orders) > 1:
        held = plus(tokens, tokens_of(taken))
        orders.sort(key=lambda order: _regret(order.back, held, taken))


def _leave_out(found: Choices, orders: list[T] | list[Buy], kept: int, other: Other) -> None:
    """Drop all but the first, and remember what the others were for."""
    nobles = {order.noble for order in orders[:kept]}
    for order in orders[kept:]:
        found.left_out.setdefault(other if order.noble in nobles else Other.NOBLE, order)
    del orders[kept:]


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
_TILES_IN_A_ROW = 4


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
    short: int = 0
    """How many tokens the reader is short of, gold counted."""
    new: bool = False
    """Whether it was turned up since the reader's last move."""


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

    @property
    def unsold(self) -> list[Tile]:
        """What can't be bought now."""
        return [tile for tile in self.tiles if tile and not tile.buys]


class ReserveButton(NamedTuple):
    """Something to reserve, by its place: a card, or the top of a deck with so many cards."""

    place: int
    order: Reserve | ReserveDeck
    deck: int | None = None


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
    def rest(self) -> list[list[Tile]]:
        """What lies on the table and can't be bought now, in rows, the lowest level first; few share a row."""
        rows: list[list[Tile]] = [[]]
        for level in reversed(self.levels):
            if len(rows[-1]) + len(level.unsold) > _TILES_IN_A_ROW:
                rows.append([])
            rows[-1] += level.unsold
        return rows if rows[0] else []

    @property
    def kept(self) -> list[Tile]:
        """What the reader has reserved and can't buy now."""
        return [tile for tile in self.hand if not tile.buys]

    @property
    def gems_to_take(self) -> list[Take]:
        """Every offered way to take gems: sets of different ones, then pairs."""
        return [order for sets in (self.different, self.pairs) for gems in sets for order in self.choices.takes[gems]]

    @property
    def reserves(self) -> list[Reserve | ReserveDeck]:
        """A way to reserve each card and the top of each deck."""
        return [orders[0] for group in (self.choices.reserves, self.choices.decks) for orders in group.values()]

    @property
    def must_return(self) -> bool:
        """Whether any set of gems is too much to hold."""
        return any(order.back for order in self.gems_to_take)

    @property
    def other_buys(self) -> list[tuple[Tile, Buy]]:
        """The ways to buy that are not the plainest of their card."""
        return [(tile, order) for tile in self.on_sale for order in tile.buys[1:]]

    @property
    def reserve_buttons(self) -> list[ReserveButton]:
        """The tops of the decks, and what can be bought but might be reserved: all that is no card of the rest."""
        decks = [ReserveButton(level.deck_place, order, level.deck) for level in self.levels for order in level.tops]
        return [
            *reversed(decks),
            *(ReserveButton(tile.place, tile.reserves[0]) for tile in self.on_sale if tile.reserves),
        ]

    @property
    def different(self) -> list[tuple[Colour, ...]]:
        """The sets of different gems that may be taken."""
        return [gems for gems in self.choices.takes if len(set(gems)) == len(gems)]

    @property
    def pairs(self) -> list[tuple[Colour, ...]]:
        """The colours of which two may be taken."""
        return [gems for gems in self.choices.takes if len(set(gems)) < len(gems)]


def board(game_view: GameView, offering: bool = True) -> Board:
    """Lay out a game view, with what its reader can do where that is offered; the highest level is on top."""
    view, mine = game_view.view, None if game_view.seat is None else game_view.view.seats[game_view.seat]
    offered = choices(view) if offering and game_view.my_turn else _NO_CHOICES
    turned_up = {event.card for event in game_view.news if isinstance(event, CardTurnedUp)}
    hand = tuple(_hand(mine, offered))
    nobles = enumerate(view.nobles, first_place(NOBLES))
    levels = tuple(_level(view, mine, offered, level, turned_up) for level in (3, 2, 1))
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


def _level(view: View, mine: Seat | None, offered: Choices, level: int, turned_up: Container[str]) -> Level:
    row = view.table[level - 1]
    places = enumerate(row, first_place(level))
    tiles = tuple(
        None if card is None else _tile(card, place, mine, offered)._replace(new=card.id in turned_up)
        for place, card in places
    )
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
    return Tile(place, card, pay, lacks, buyable, buys, reserves, max(0, sum(lacks) - mine.tokens[GOLD]))


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
