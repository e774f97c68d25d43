"""`pbem serve`: run the server."""

import asyncio
from pathlib import Path

import click

from pbem.cli.options import config_option, json_option
from pbem.config import load_config
from pbem.logs import set_up_logs
from pbem.server.start import serve as run


@click.command()
@config_option
@json_option
def serve(config_path: Path, as_json: bool) -> None:
    """Receive mail, play, send mail, until told to stop (SIGTERM); SIGHUP rereads the configuration."""
    config = load_config(config_path)
    set_up_logs(config.server.log_level, as_json)
    asyncio.run(run(config, config_path))
