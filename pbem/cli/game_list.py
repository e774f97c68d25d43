"""`pbem game list`: apart from the other commands, since it needs none of what they import."""

from pathlib import Path

import click

from pbem.cli.looking import glance
from pbem.cli.options import config_option, json_option, print_rows
from pbem.store.glance import games_of


@click.command("list")
@click.option("--all", "everything", is_flag=True, help="Finished games too, and tables that wait for players.")
@config_option
@json_option
def list_games(everything: bool, config_path: Path, as_json: bool) -> None:
    """The games, one to a line."""
    with glance(config_path) as found:
        print_rows(games_of(found, everything), as_json)
