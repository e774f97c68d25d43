"""The 90 development cards and 10 nobles, read once from the data files."""

import csv
from importlib.resources import files
from typing import NamedTuple, cast

from engine.gems import GEMS, INDEX, Bonuses, Colour

LEVELS = (1, 2, 3)


class Card(NamedTuple):
    """A development card; `level` counts from 1, `cost` follows GEMS."""

    id: str
    level: int
    bonus: Colour
    points: int
    cost: Bonuses
    demands: tuple[tuple[int, int], ...]
    """The cost once more, as (colour, count), the highest first: what rules most cards out is looked at first."""


class Noble(NamedTuple):
    """A noble tile; `needs` are bonuses, in the order of GEMS."""

    id: str
    points: int
    needs: Bonuses


def _rows(name: str) -> list[dict[str, str]]:
    with (files("engine") / "data" / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _counts(row: dict[str, str]) -> Bonuses:
    return cast(Bonuses, tuple(int(row[gem]) for gem in GEMS))


def _card(row: dict[str, str]) -> Card:
    cost = _counts(row)
    demands = sorted(((colour, count) for colour, count in enumerate(cost) if count), key=lambda each: -each[1])
    return Card(row["id"], int(row["level"]), GEMS[INDEX[row["bonus"]]], int(row["points"]), cost, tuple(demands))


CARDS: dict[str, Card] = {row["id"]: _card(row) for row in _rows("cards.csv")}
NOBLES: dict[str, Noble] = {
    row["id"]: Noble(row["id"], int(row["points"]), _counts(row)) for row in _rows("nobles.csv")
}
