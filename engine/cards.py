"""The 90 development cards and 10 nobles, read once from the data files.

There is one of each, so that they are compared by identity, which is fast; a copy or a pickle of one is the same one.
"""

import csv
from dataclasses import dataclass
from importlib.resources import files
from typing import cast

from engine.gems import GEMS, INDEX, Bonuses, Colour

LEVELS = (1, 2, 3)


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """A development card; `level` counts from 1, `cost` follows GEMS."""

    id: str
    level: int
    bonus: Colour
    points: int
    cost: Bonuses
    demands: tuple[tuple[int, int], ...]
    """The cost once more, as (colour, count) of the colours that are asked for."""
    bit: int
    """A bit of its own, so that many cards fit into one number."""

    def __reduce__(self) -> tuple[object, ...]:
        return card_of, (self.id,)


@dataclass(frozen=True, slots=True, eq=False)
class Noble:
    """A noble tile; `needs` are bonuses, in the order of GEMS."""

    id: str
    points: int
    needs: Bonuses

    def __reduce__(self) -> tuple[object, ...]:
        return noble_of, (self.id,)


def card_of(card_id: str) -> Card:
    """The card of this id."""
    return CARDS[card_id]


def noble_of(noble_id: str) -> Noble:
    """The noble of this id."""
    return NOBLES[noble_id]


def _rows(name: str) -> list[dict[str, str]]:
    with (files("engine") / "data" / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _counts(row: dict[str, str]) -> Bonuses:
    return cast(Bonuses, tuple(int(row[gem]) for gem in GEMS))


def _card(number: int, row: dict[str, str]) -> Card:
    cost = _counts(row)
    return Card(
        id=row["id"],
        level=int(row["level"]),
        bonus=GEMS[INDEX[row["bonus"]]],
        points=int(row["points"]),
        cost=cost,
        demands=tuple((colour, count) for colour, count in enumerate(cost) if count),
        bit=1 << number,
    )


CARDS: dict[str, Card] = {row["id"]: _card(number, row) for number, row in enumerate(_rows("cards.csv"))}
NOBLES: dict[str, Noble] = {
    row["id"]: Noble(row["id"], int(row["points"]), _counts(row)) for row in _rows("nobles.csv")
}
