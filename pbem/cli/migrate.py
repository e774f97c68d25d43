"""`pbem migrate`: a running league moves to another database."""

from contextlib import closing
from pathlib import Path

import click
from sqlalchemy.engine import make_url

from pbem.cli.options import config_option, json_option, print_json
from pbem.model.time import system_clock
from pbem.store.schema import migrate as bring_up_to_date
from pbem.store.serving import alone
from pbem.store.store import SqlStore, existing_store
from pbem.store.transfer import transfer


@click.command()
@click.argument("source", metavar="FROM_URL")
@click.argument("target", metavar="TO_URL")
@config_option
@json_option
def migrate(source: str, target: str, config_path: Path, as_json: bool) -> None:
    """Copy everything from one database into another, empty one, and compare.

    As in sqlite:///pbem.db postgresql+psycopg://pbem@localhost/pbem, or the other way round. The old one stays.
    """
    if source == target:
        raise click.UsageError("that is the same database twice")
    with (
        closing(existing_store(source, system_clock)) as old,
        closing(SqlStore(target, system_clock)) as new,
        alone(old.engine, system_clock()),
        alone(new.engine, system_clock()),
    ):
        for store in (old, new):
            bring_up_to_date(store.engine, system_clock())
        rows = transfer(old.engine, new.engine)
    if as_json:
        print_json({"rows": rows})
        return
    click.echo(f"{sum(rows.values())} rows of {len(rows)} tables are there, and the same")
    click.echo(f'put database = "{make_url(target)}" into {config_path}, then start the server')
