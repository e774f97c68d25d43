"""`pbem game`: start games, look at them, direct them."""

import secrets
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import click

from engine import EDITIONS, deal, entry_text, position, steps
from pbem.actions import directing
from pbem.actions.directing import bot_named, find_seat
from pbem.actions.games.play import start_game
from pbem.actions.games.seats import new_game, parse_seats, seat_players
from pbem.actions.games.views import names_by_line, record
from pbem.actions.request import Server
from pbem.cli.access import direct, done_at_once, game_numbered, player_called, visit
from pbem.cli.game_list import list_games
from pbem.cli.options import NUMBER, config_option, json_option, print_json, print_lines
from pbem.config import load_config
from pbem.errors import PbemError
from pbem.model import Game, LedgerLine
from pbem.notices import Notice
from pbem.posting import send
from pbem.server.assemble import make_server, open_store
from pbem.work import Work


@click.group()
def game() -> None:
    """Start games, look at them, direct them."""


@game.command("new")
@click.option("--seats", required=True, help='"Anna <anna@example.org> da, Jón <jon@example.org>, bot:greedy"')
@click.option("--edition", type=click.Choice(EDITIONS), help="Default: the configuration's.")
@click.option("--seating", type=click.Choice(["listed", "random"]), default="listed", show_default=True)
@config_option
@json_option
def new(seats: str, edition: str | None, seating: str, config_path: Path, as_json: bool) -> None:
    """Start a game without invitations; everyone gets the opening mail."""
    config = load_config(config_path)

    def act(work: Work, server: Server) -> Game:
        holders = seat_players(work, parse_seats(seats), config.server.language, config.server.timezone)
        order = _seating(len(holders), seating)
        start = new_game(holders, edition or config.play.edition, secrets.token_bytes(32), order)
        started, notices = start_game(work, start, server.house.terms)
        send(server, work, notices)
        return started

    with closing(open_store(config)) as store:
        server = make_server(config)
        started = done_at_once(store, lambda work: act(work, server))
    if as_json:
        print_json({"game": started.id, "commitment": started.start.commitment})
    else:
        click.echo(f"game {started.id} started")


def _seating(seats: int, how: str) -> tuple[int, ...]:
    order = list(range(seats))
    if how == "random":
        secrets.SystemRandom().shuffle(order)
    return tuple(order)


game.add_command(list_games)


@game.command("show")
@click.argument("number", type=NUMBER)
@config_option
@json_option
def show(number: int, config_path: Path, as_json: bool) -> None:
    """Where a game stands and what was ordered so far."""
    with visit(config_path) as work:
        found = game_numbered(work, number)
        lines, names = work.ledger(number), names_by_line(work, found)
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
    print_lines(f"{line.number + 1:4} {_who(names, line)}: {entry_text(line.entry)}" for line in lines)


@game.command("record")
@click.argument("number", type=NUMBER)
@config_option
@json_option
def print_record(number: int, config_path: Path, as_json: bool) -> None:
    """The record of a finished game, as the last mail carries it."""
    with visit(config_path) as work:
        found = game_numbered(work, number)
        if not found.state.over:
            raise PbemError(f"game {number} is not over: its record would give the secret away")
        text = record(work, found)
    if as_json:
        print_json({"game": number, "record": text})
    elif sys.stdout.isatty():
        print_lines(text.splitlines())
    else:
        click.echo(text, nl=False)


@game.command("replay")
@click.argument("number", type=NUMBER)
@config_option
@json_option
def replay(number: int, config_path: Path, as_json: bool) -> None:
    """A game line by line, with everyone's points; with --json every position."""
    with visit(config_path) as work:
        found = game_numbered(work, number)
        lines, names = work.ledger(number), names_by_line(work, found)
    dealt = deal(found.start.setup)
    positions = [dealt, *(step.state for step in steps(dealt, [line.entry for line in lines]))]
    if as_json:
        entries = ["", *(entry_text(line.entry) for line in lines)]
        print_json([{"entry": text, "position": position(each)} for text, each in zip(entries, positions, strict=True)])
        return
    for line, after in zip(lines, positions[1:], strict=True):
        points = " ".join(str(seat.points) for seat in after.seats)
        print_lines([f"{line.number + 1:4} {_who(names, line)}: {entry_text(line.entry)}  [{points}]"])


@game.command("pause")
@click.argument("number", type=NUMBER)
@config_option
@json_option
def pause(number: int, config_path: Path, as_json: bool) -> None:
    """Let a game rest: its clock stands."""

    def act(work: Work, _server: Server) -> list[Notice]:
        return directing.pause(work, game_numbered(work, number))

    direct(config_path, act, f"game {number} is paused", as_json)


@game.command("resume")
@click.argument("number", type=NUMBER)
@config_option
@json_option
def resume(number: int, config_path: Path, as_json: bool) -> None:
    """Let a paused game go on."""

    def act(work: Work, _server: Server) -> list[Notice]:
        return directing.resume(work, game_numbered(work, number))

    direct(config_path, act, f"game {number} goes on", as_json)


@game.command("adjudicate")
@click.argument("number", type=NUMBER)
@click.argument("winners", nargs=-1)
@config_option
@json_option
def adjudicate(number: int, winners: tuple[str, ...], config_path: Path, as_json: bool) -> None:
    """End a game: as it stands, or for the WINNERS named."""

    def act(work: Work, _server: Server) -> list[Notice]:
        found = game_numbered(work, number)
        return directing.adjudicate(work, found, [find_seat(found, name) for name in winners])

    direct(config_path, act, f"game {number} is over", as_json)


@game.command("extend")
@click.argument("number", type=NUMBER)
@click.argument("hours", type=click.IntRange(1, directing.LONGEST_EXTENSION))
@click.argument("name", required=False)
@config_option
@json_option
def extend(number: int, hours: int, name: str | None, config_path: Path, as_json: bool) -> None:
    """Give the seat on turn, or the one NAMED, more time."""

    def act(work: Work, _server: Server) -> list[Notice]:
        found = game_numbered(work, number)
        return directing.extend(work, found, find_seat(found, name) if name else None, hours)

    direct(config_path, act, f"game {number}: {hours} more hours", as_json)


@game.command("replace")
@click.argument("number", type=NUMBER)
@click.argument("name")
@click.argument("newcomer", metavar="BOT|ADDRESS|PLAYER")
@config_option
@json_option
def replace_holder(number: int, name: str, newcomer: str, config_path: Path, as_json: bool) -> None:
    """Give NAME's seat to a bot (`bot:greedy`) or to another player."""

    def act(work: Work, _server: Server) -> list[Notice]:
        found = game_numbered(work, number)
        seat = find_seat(found, name)
        if bot := bot_named(newcomer):
            return directing.replace_by_bot(work, found, seat, bot)
        return directing.replace_by_player(work, found, seat, player_called(work, newcomer))

    direct(config_path, act, f"game {number}: {newcomer} plays for {name}", as_json)


def _who(names: Sequence[Sequence[str]], line: LedgerLine) -> str:
    """The name that the seat had then."""
    return "" if line.seat is None else names[line.number][line.seat]
