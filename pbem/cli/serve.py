"""`pbem serve`: run the server."""

import asyncio
from pathlib import Path

import click

from pbem.cli.options import config_option, json_option
from pbem.logs import set_up_logs
from pbem.server.app import App
from pbem.server.loops import Daemon


@click.command()
@config_option
@json_option
def serve(config_path: Path, as_json: bool) -> None:
    """Receive mail, play, send mail, until told to stop (SIGTERM); SIGHUP rereads the configuration."""

    async def run() -> None:
        app = App(config_path)
        set_up_logs(app.config.server.log_level, as_json)
        await Daemon(app).run()

    asyncio.run(run())
