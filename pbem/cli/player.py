"""`pbem player`: who plays here, and what an operator may do about it."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import click

from pbem.actions import directing
from pbem.actions.people.privacy import forget
from pbem.actions.request import Refused, Server
from pbem.cli.access import books, direct, done_at_once, explained, player_called, visit
from pbem.cli.options import config_option, json_option, print_json, print_lines, print_rows, yes_option
from pbem.config import load_config
from pbem.errors import PbemError
from pbem.league.rating import Rating
from pbem.model import Player
from pbem.notices import Notice
from pbem.server.assemble import open_store
from pbem.store.store import SqlStore
from pbem.work import ReadWork, Work

_who = click.argument("who", metavar="NUMBER|ADDRESS|NAME")


@click.group()
def player() -> None:
    """Look at players, ban them, forget them, void their tags."""


@player.command("list")
@config_option
@json_option
def list_players(config_path: Path, as_json: bool) -> None:
    """The players, one to a line."""
    with books(config_path) as lists:
        print_rows(lists.players(), as_json)


@player.command("show")
@_who
@config_option
@json_option
def show(who: str, config_path: Path, as_json: bool) -> None:
    """A player's settings and games; with --json all that is held of them, as `send my data` sends it."""
    with visit(config_path) as work:
        try:
            data = work.data_of(player_called(work, who))
        except Refused as refusal:
            raise PbemError(f"there is not just one player {who!r}: use the number or the address") from refusal
    if as_json:
        print_json(data)
        return
    print_lines(f"{name}: {value}" for name, value in data["player"].items() if value not in (None, ""))
    print_lines(f"game {game['game']}: {game['status']}" for game in data["games"])
    latest = {change["pool"]: Rating(change["mu"], change["sigma"]) for change in data["ratings"]}
    print_lines(f"rating ({pool}): {rating}" for pool, rating in latest.items())


@player.command("ban")
@_who
@config_option
@json_option
def ban(who: str, config_path: Path, as_json: bool) -> None:
    """Refuse a player's mail from now on; bots play the seats."""

    def act(work: Work, server: Server) -> list[Notice]:
        return directing.ban(work, server.house, player_called(work, who))

    direct(config_path, act, f"{who} is banned", as_json)


@player.command("unban")
@_who
@config_option
@json_option
def unban(who: str, config_path: Path, as_json: bool) -> None:
    """Read a player's mail again; their next mail brings them back to their seats."""

    def act(work: Work, _server: Server) -> list[Notice]:
        return directing.unban(work, player_called(work, who))

    direct(config_path, act, f"{who} is no longer banned", as_json)


@player.command("new-tag")
@click.argument("who", metavar="[NUMBER|ADDRESS|NAME]", required=False)
@click.option("--all", "everyone", is_flag=True, help="After a theft of the database or of a backup.")
@config_option
@json_option
def new_tag(who: str | None, everyone: bool, config_path: Path, as_json: bool) -> None:
    """Void every tag that went out so far, of a player or of all.

    Nobody is written to: whoever answers an older mail is asked to confirm, once, and gets a new tag with the question.
    """
    if everyone == bool(who):
        raise click.UsageError("name a player, or say --all")
    with explained(), closing(open_store(load_config(config_path))) as store:

        def act(work: Work) -> int:
            chosen = [player_called(work, who)] if who else _everyone(store, work)
            for each in chosen:
                work.save_player(replace(each, generation=each.generation + 1))
            return len(chosen)

        players = done_at_once(store, act)
    if as_json:
        print_json({"players": players})
    else:
        print_lines([f"every tag of {who or f'all {players} players'} is void"])


def _everyone(store: SqlStore, work: ReadWork) -> list[Player]:
    return [found for row in store.books.players() if (found := work.player(int(str(row["id"]))))]


@player.command("forget")
@_who
@yes_option("Name and address will be gone for good. Go on?")
@config_option
@json_option
def forget_player(who: str, config_path: Path, as_json: bool) -> None:
    """Delete a player's name, address and mails; their games stay, under a pseudonym."""

    def act(work: Work, server: Server) -> list[Notice]:
        found = player_called(work, who)
        if found.is_forgotten:
            raise PbemError(f"{found.name} is forgotten already")
        return forget(work, server.house, found)

    direct(config_path, act, "forgotten", as_json)
