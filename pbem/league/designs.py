"""Fixtures as data: who plays whom on which seat, for a division of any size."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from pbem.league.balance import Fixture, Imbalance, imbalance


@dataclass(frozen=True, slots=True)
class Design:
    """A division's games, each with its players in the order in which they sit, and how uneven they are."""

    games: tuple[Fixture, ...]
    imbalance: Imbalance


@cache
def fixtures(players: int, seats: int) -> Design:
    """The games of a division of so many players, at tables of so many; ValueError if there are none."""
    if players not in sizes(seats):
        raise ValueError(f"no fixtures for {players} players at tables of {seats}")
    stored = _stored()[seats][players]
    games = developed(tuple(map(tuple, stored["blocks"])), players, stored["steps"])
    return Design(games, imbalance(players, games))


def sizes(seats: int) -> tuple[int, ...]:
    """The sizes of divisions that there are fixtures for."""
    return tuple(_stored().get(seats, ()))


def developed(blocks: tuple[Fixture, ...], players: int, steps: int) -> tuple[Fixture, ...]:
    """Every base game so many times, each time moved on by one player."""
    return tuple(tuple((player + step) % players for player in block) for block in blocks for step in range(steps))


@cache
def _stored() -> dict[int, dict[int, dict[str, Any]]]:
    text = (files("pbem.league") / "data" / "designs.json").read_text(encoding="utf-8")
    tables: dict[str, dict[str, dict[str, Any]]] = json.loads(text)
    return {int(seats): {int(players): each for players, each in by.items()} for seats, by in tables.items()}
