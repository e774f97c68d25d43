"""A game as its reader sees it, laid out for the templates: places, prices, who has what."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine import Card, Colour, Noble, Reserved, Seat, Tokens, View, missing, price, ranking
from engine.gems import GOLD, Bonuses
from engine.state import PLACES
from pbem.notices import Sheet
from pbem.render.choices import Choices, choices

_NO_CHOICES = Choices()


class Tile(NamedTuple):
    """A card at a place, and what it would cost the reader now."""

    place: int
    card: Card
    pay: Tokens
    """What is paid with as little gold as can be, or would be."""
    lacks: Bonuses
    buyable: bool


class Visitor(NamedTuple):
    """A noble at a place, and which bonuses the reader lacks."""

    place: int
    noble: Noble
    lacks: Bonuses


class Level(NamedTuple):
    """A row of the table and its deck."""

    level: int
    deck: int
    tiles: tuple[Tile | None, ...]

    @property
    def deck_place(self) -> int:
        return self.level * 10


class Player(NamedTuple):
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
    nobles: tuple[Visitor, ...]
    levels: tuple[Level, ...]
    hand: tuple[Tile, ...]
    players: tuple[Player, ...]
    choices: Choices

    @property
    def mine(self) -> Seat:
        return self.players[0].seat

    def place(self, card: str) -> int:
        """Where a card lies."""
        return next(tile.place for tile in self.tiles() if tile.card.id == card)

    def noble_place(self, noble: str) -> int:
        return next(visitor.place for visitor in self.nobles if visitor.noble.id == noble)

    def tiles(self) -> Iterator[Tile]:
        """All that the reader could buy one day, the hand first."""
        yield from self.hand
        for level in self.levels:
            yield from filter(None, level.tiles)

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

    def must_return(self, sets: list[tuple[Colour, ...]]) -> bool:
        """Whether any of these sets is too much to hold."""
        return any(order.back for gems in sets for order in self.choices.takes[gems])

    @property
    def on_sale(self) -> list[Tile]:
        """What the reader can buy now."""
        return [tile for tile in self.tiles() if tile.card.id in self.choices.buys]


def board(sheet: Sheet) -> Board:
    """Lay out a sheet; the highest level is on top, as on the table."""
    view, mine = sheet.view, sheet.view.seats[sheet.seat]
    return Board(
        view=view,
        nobles=tuple(
            Visitor(51 + number, noble, _lacks(noble, mine)) for number, noble in enumerate(view.nobles)
        ),
        levels=tuple(_level(view, mine, level) for level in (3, 2, 1)),
        hand=tuple(_hand(mine)),
        players=tuple(_players(sheet)),
        choices=choices(view) if sheet.my_turn else _NO_CHOICES,
    )


def _level(view: View, mine: Seat, level: int) -> Level:
    row = view.table[level - 1]
    tiles = tuple(card and _tile(card, level * 10 + column, mine) for column, card in enumerate(row, 1))
    return Level(level, view.decks[level - 1], tiles)


def _hand(mine: Seat) -> Iterator[Tile]:
    held: Reserved
    for place, held in enumerate(mine.reserved, 41):
        if held.card:
            yield _tile(held.card, place, mine)


def _tile(card: Card, place: int, mine: Seat) -> Tile:
    asked, lacks = price(card, mine.bonuses), missing(card, mine)
    buyable = sum(lacks) <= mine.tokens[GOLD]
    return Tile(place, card, _paid(asked, lacks) if buyable else (*asked, 0), lacks, buyable)


def _paid(asked: Bonuses, lacks: Bonuses) -> Tokens:
    w, u, g, r, k = (due - gold for due, gold in zip(asked, lacks, strict=True))
    return (w, u, g, r, k, sum(lacks))


def _lacks(noble: Noble, mine: Seat) -> Bonuses:
    w, u, g, r, k = (max(0, need - has) for need, has in zip(noble.needs, mine.bonuses, strict=True))
    return (w, u, g, r, k)


def _players(sheet: Sheet) -> Iterator[Player]:
    """The reader first, then in the order of play from there."""
    view = sheet.view
    ranks = {seat: sum(map(len, above)) + 1 for above, group in _groups(view) for seat in group}
    start = view.seating.index(sheet.seat)
    for seat in (*view.seating[start:], *view.seating[:start]):
        yield Player(sheet.names[seat], view.seats[seat], seat == sheet.seat, seat == view.turn, ranks[seat])


def _groups(view: View) -> Iterator[tuple[Sequence[tuple[int, ...]], tuple[int, ...]]]:
    order = ranking(view)
    for number, group in enumerate(order):
        yield order[:number], group
