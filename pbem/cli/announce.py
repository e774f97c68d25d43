"""`pbem announce`: one mail to all who play."""

from contextlib import closing
from pathlib import Path

import click

from pbem.actions.people.announcing import announce as announced
from pbem.actions.people.announcing import audience
from pbem.cli.access import done_at_once, explained
from pbem.cli.options import config_option, json_option, print_json, print_lines
from pbem.config import load_config
from pbem.errors import PbemError
from pbem.model import Player
from pbem.posting import send
from pbem.server.assemble import make_server, open_store
from pbem.store.store import SqlStore
from pbem.work import ReadWork, Work

_LONGEST = 5000


@click.command()
@click.argument("text")
@click.option("--everyone", is_flag=True, help="Also to players who sit at no running game.")
@click.option("--yes", is_flag=True, help="Don't ask whether to go on.")
@config_option
@json_option
def announce(text: str, everyone: bool, yes: bool, config_path: Path, as_json: bool) -> None:
    """Write one mail with TEXT to all who play; it leaves after the turn mails that wait."""
    words = text.strip()
    if not words or len(words) > _LONGEST:
        raise PbemError(f"expected a text of 1 to {_LONGEST} characters")
    config = load_config(config_path)
    with explained(), closing(open_store(config)) as store:
        if not yes:
            with store.look() as visit:
                people = len(audience(visit, _players(store, visit), everyone))
            click.confirm(f"{people} people will get this mail. Send it?", abort=True, err=True)
        server = make_server(config)

        def act(work: Work) -> int:
            people = audience(work, _players(store, work), everyone)
            send(server, work, announced(work, people, words))
            return len(people)

        people = done_at_once(store, act)
    if as_json:
        print_json({"mails": people})
    else:
        print_lines([f"announced; people who get a mail: {people}"])


def _players(store: SqlStore, work: ReadWork) -> list[Player]:
    return [found for row in store.books.players() if (found := work.player(int(str(row["id"]))))]
