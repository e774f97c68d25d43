"""What a player may order: take gems, reserve, buy or pass.

An order is complete: it says which tokens go back above ten, which colours gold stands for, and which
noble comes where several would. Colours stand in canonical order, so equal orders are equal values.
"""

from dataclasses import dataclass
from typing import TypeAlias

from engine.gems import Colour


@dataclass(frozen=True, slots=True)
class Take:
    """Take different gems, or two of one colour."""

    gems: tuple[Colour, ...]
    back: tuple[Colour, ...] = ()
    noble: str | None = None


@dataclass(frozen=True, slots=True)
class Reserve:
    """Reserve a face-up card by its id."""

    card: str
    back: tuple[Colour, ...] = ()
    noble: str | None = None


@dataclass(frozen=True, slots=True)
class ReserveDeck:
    """Reserve the unseen top card of the deck of a level (1, 2 or 3)."""

    level: int
    back: tuple[Colour, ...] = ()
    noble: str | None = None


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy a card from the table or from one's own reserved ones; gold stands for the colours listed."""

    card: str
    gold: tuple[Colour, ...] = ()
    noble: str | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, allowed only when nothing else is possible."""

    noble: str | None = None


Order: TypeAlias = Take | Reserve | ReserveDeck | Buy | Pass
