"""`pbem health`: whether a server lives on this database, for what starts it anew where it does not."""

from datetime import UTC, datetime
from pathlib import Path

import click

from pbem.cli.looking import glance
from pbem.cli.options import config_option, json_option, print_json
from pbem.errors import PbemError
from pbem.store.glance import live_workers


@click.command()
@config_option
@json_option
def health(config_path: Path, as_json: bool) -> None:
    """Say whether the server lives; the exit code is 1 if it does not. `pbem status` tells how it is doing."""
    with glance(config_path) as found:
        workers = live_workers(found, datetime.now(UTC))
    if as_json:
        print_json({"alive": bool(workers), "workers": [each.name for each in workers]})
    if not workers:
        raise PbemError("no server gave a sign of life within 25 seconds: pbem serve starts one")
    if not as_json:
        click.echo("alive")
