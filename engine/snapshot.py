"""A state as JSON text and back: the cache that spares replaying a long ledger."""

import json
from typing import Any, cast

from engine.cards import CARDS, NOBLES
from engine.state import Decks, Reserved, Row, Seat, State, Table


def dump_state(state: State) -> str:
    """Write everything down, ids for cards and nobles."""
    data = state._asdict()
    data["table"] = [[card and card.id for card in row] for row in state.table]
    data["decks"] = [[card.id for card in deck] for deck in state.decks]
    data["nobles"] = [noble.id for noble in state.nobles]
    data["seats"] = [_dump_seat(seat) for seat in state.seats]
    return json.dumps(data, separators=(",", ":"))


def load_state(text: str) -> State:
    """The inverse of `dump_state`."""
    data: dict[str, Any] = json.loads(text)
    for name in ("seating", "bank", "awarded"):
        data[name] = tuple(data[name])
    data["table"] = cast(Table, tuple(_load_row(row) for row in data["table"]))
    data["decks"] = cast(Decks, tuple(tuple(CARDS[each] for each in deck) for deck in data["decks"]))
    data["nobles"] = tuple(NOBLES[each] for each in data["nobles"])
    data["seats"] = tuple(_load_seat(seat) for seat in data["seats"])
    return State(**data)


def _dump_seat(seat: Seat) -> dict[str, object]:
    data = seat._asdict()
    data["bought"] = [card.id for card in seat.bought]
    data["reserved"] = [[held.card and held.card.id, held.hidden] for held in seat.reserved]
    data["nobles"] = [noble.id for noble in seat.nobles]
    return data


def _load_row(row: list[str | None]) -> Row:
    return cast(Row, tuple(CARDS[each] if each else None for each in row))


def _load_seat(data: dict[str, Any]) -> Seat:
    for name in ("tokens", "bonuses"):
        data[name] = tuple(data[name])
    data["bought"] = tuple(CARDS[each] for each in data["bought"])
    data["reserved"] = tuple(Reserved(CARDS[each], CARDS[each].level, hidden) for each, hidden in data["reserved"])
    data["nobles"] = tuple(NOBLES[each] for each in data["nobles"])
    return Seat(**data)
