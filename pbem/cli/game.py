"""`pbem game`: start games and look at them."""

import secrets
from contextlib import closing
from pathlib import Path

import click

from engine import EDITIONS, entry_text, position
from pbem.bootstrap import make_office, open_store
from pbem.cli.options import config_option, json_option, print_json, print_lines, print_rows
from pbem.config import load_config
from pbem.errors import PbemError
from pbem.model import Game
from pbem.seats import parse_seats
from pbem.service.games import start_game
from pbem.service.lobby import new_game, seat_players
from pbem.service.sheets import record
from pbem.work import Work


@click.group()
def game() -> None:
    """Start games and look at them."""


@game.command("new")
@click.option("--seats", required=True, help='"Anna <anna@example.org> da, Jón <jon@example.org>, bot:greedy"')
@click.option("--edition", type=click.Choice(EDITIONS), help="Default: the configuration's.")
@click.option("--seating", type=click.Choice(["listed", "random"]), default="listed", show_default=True)
@config_option
@json_option
def new(seats: str, edition: str | None, seating: str, config_path: Path, as_json: bool) -> None:
    """Start a game without invitations; everyone gets the opening mail."""
    config = load_config(config_path)
    office = make_office(config)
    with closing(open_store(config)) as store, store.work() as work:
        holders = seat_players(work, parse_seats(seats), config.server.language, config.server.timezone)
        order = _seating(len(holders), seating)
        start = new_game(holders, edition or config.play.edition, secrets.token_bytes(32), order)
        started, notices = start_game(work, start)
        office.postroom.post(work, notices)
    if as_json:
        print_json({"game": started.id, "commitment": start.commitment})
    else:
        click.echo(f"game {started.id} started")


def _seating(seats: int, how: str) -> tuple[int, ...]:
    order = list(range(seats))
    if how == "random":
        secrets.SystemRandom().shuffle(order)
    return tuple(order)


@game.command("list")
@click.option("--all", "everything", is_flag=True, help="Finished games too.")
@config_option
@json_option
def list_games(everything: bool, config_path: Path, as_json: bool) -> None:
    """The games, one to a line."""
    with closing(open_store(load_config(config_path))) as store:
        print_rows(store.books.games(everything), as_json)


@game.command("show")
@click.argument("number", type=int)
@config_option
@json_option
def show(number: int, config_path: Path, as_json: bool) -> None:
    """Where a game stands and what was ordered so far."""
    with closing(open_store(load_config(config_path))) as store, store.work() as work:
        found = _find(work, number)
        lines = work.ledger(number)
    shown = {
        "game": found.id,
        "status": found.status.value,
        "seats": [holder.name for holder in found.holders],
        "position": position(found.state),
        "ledger": [entry_text(line.entry) for line in lines],
    }
    if as_json:
        print_json(shown)
        return
    seats = found.state.seats
    print_lines(f"{holder.name}: {seat.points} points" for holder, seat in zip(found.holders, seats, strict=True))
    print_lines(
        f"{line.number + 1:4} {'' if line.seat is None else found.holders[line.seat].name}: {entry_text(line.entry)}"
        for line in lines
    )


@game.command("record")
@click.argument("number", type=int)
@config_option
@json_option
def print_record(number: int, config_path: Path, as_json: bool) -> None:
    """The record of a finished game, as the last mail carries it."""
    with closing(open_store(load_config(config_path))) as store, store.work() as work:
        found = _find(work, number)
        if not found.state.over:
            raise PbemError(f"game {number} is not over: its record would give the secret away")
        text = record(work, found)
    if as_json:
        print_json({"game": number, "record": text})
    else:
        click.echo(text, nl=False)


def _find(work: Work, number: int) -> Game:
    found = work.game(number)
    if found is None:
        raise PbemError(f"there is no game {number}")
    return found
