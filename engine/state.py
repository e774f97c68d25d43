"""A position: what lies on the table and in front of each seat. Nothing here is ever changed in place."""

from typing import NamedTuple, TypeAlias

from engine.cards import Card, Noble
from engine.gems import Bonuses, Tokens

PLACES = 4
HAND_LIMIT = 3
TOKEN_LIMIT = 10
WINNING_POINTS = 15

Row: TypeAlias = tuple[Card | None, Card | None, Card | None, Card | None]
Table: TypeAlias = tuple[Row, Row, Row]
Decks: TypeAlias = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]


class Reserved(NamedTuple):
    """A card in a hand. In a view, `card` is None where the viewer may not know it."""

    card: Card | None
    level: int
    hidden: bool


class Seat(NamedTuple):
    """All that lies in front of one player."""

    tokens: Tokens
    bonuses: Bonuses
    points: int = 0
    bought: tuple[Card, ...] = ()
    reserved: tuple[Reserved, ...] = ()
    nobles: tuple[Noble, ...] = ()
    resigned: bool = False


class State(NamedTuple):
    """The whole position, as a referee sees it; `turn` is None once the game is over."""

    edition: str
    seating: tuple[int, ...]
    bank: Tokens
    table: Table
    decks: Decks
    nobles: tuple[Noble, ...]
    seats: tuple[Seat, ...]
    turn: int | None
    round: int = 1
    passes: int = 0
    """How many seats in a row had to pass."""
    last_round: bool = False
    awarded: tuple[int, ...] = ()
    """The seats that a director named as winners."""

    @property
    def over(self) -> bool:
        return self.turn is None


class View(NamedTuple):
    """A State as `viewer` (None: a spectator) may know it: decks are only counted, unseen cards are None.

    It has the fields of a State, so `legal_orders` and `check` read either.
    """

    viewer: int | None
    edition: str
    seating: tuple[int, ...]
    bank: Tokens
    table: Table
    decks: tuple[int, int, int]
    nobles: tuple[Noble, ...]
    seats: tuple[Seat, ...]
    turn: int | None
    round: int
    passes: int
    last_round: bool
    awarded: tuple[int, ...]

    @property
    def over(self) -> bool:
        return self.turn is None


Position: TypeAlias = State | View


def may_take_fewer(edition: str) -> bool:
    """The editions' one difference: since 2021 a player may take fewer gems than could be had."""
    return edition == "2021"
