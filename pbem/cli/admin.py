"""`pbem admin`: the page on which an operator sees and does what the command line does."""

from pathlib import Path

import click

from pbem.cli.options import config_option, json_option, print_json
from pbem.config import load_config
from pbem.errors import PbemError
from pbem.mail.operators_page import GOOD_DAYS, admin_path
from pbem.mail.tags import Tags
from pbem.model.time import system_clock
from pbem.server.secret import load_secret


@click.group()
def admin() -> None:
    """The operator's own page."""


@admin.command("link")
@config_option
@json_option
def link(config_path: Path, as_json: bool) -> None:
    """Print the address of the operator's page; whoever has it may do what you may, for a week."""
    config = load_config(config_path)
    if not config.web.listen:
        raise PbemError('there are no pages: set listen in [web], such as "127.0.0.1:8080"')
    base = config.web.public_url.rstrip("/") or f"http://{config.web.listen}"
    tags = Tags(load_secret(config.path(config.server.secret_file)))
    address = base + admin_path(tags, system_clock())
    if as_json:
        print_json({"url": address, "days": GOOD_DAYS})
    else:
        click.echo(address)
