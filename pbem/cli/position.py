"""The position that a record ends in, as one seat sees it: what `pbem mail read --record` reads against."""

import json
from pathlib import Path
from typing import Any

import click

from engine import EngineError, InvalidRecord, Setup, State, View, parse_order, parse_record, replay, view


def seen_by(path: Path, seat: int | None) -> View:
    """The last position, for seat N (from 1) as if it were on turn, or for the one that is."""
    state = _state(path)
    if seat is None:
        seat = state.turn
    elif not 1 <= seat <= len(state.seats):
        raise click.ClickException(f"{path}: there are {len(state.seats)} seats, and no seat {seat}")
    else:
        seat -= 1
    if seat is None:
        raise click.ClickException(f"{path}: the game is over, so nobody is on turn; name a seat")
    return view(state, seat)._replace(turn=seat)


def _state(path: Path) -> State:
    text = path.read_text(encoding="utf-8", errors="replace")
    try:
        if text.lstrip().startswith("{"):
            return _from_json(json.loads(text))
        record = parse_record(text)
        return replay(record.setup, record.entries)
    except InvalidRecord as error:
        raise click.ClickException(f"{path}: {error}") from error
    except (EngineError, ValueError, TypeError, KeyError) as error:
        raise click.ClickException(f"{path}: no record: {error}") from error


def _from_json(facts: dict[str, Any]) -> State:
    setup = Setup(seats=facts["seats"], edition=facts["edition"], seed=facts["seed"].encode())
    return replay(setup, map(parse_order, facts["orders"]))
