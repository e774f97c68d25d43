"""What a director does from the command line: one transaction, with the mails that come of it."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TypeVar

import click
from sqlalchemy.engine import make_url

from pbem.actions.find import find_player
from pbem.actions.request import Refused, Server
from pbem.cli.options import print_json, print_lines
from pbem.config import Config, load_config
from pbem.errors import PbemError
from pbem.i18n import language
from pbem.model import Game, OutMail, Player
from pbem.model.time import Clock, system_clock
from pbem.notices import Notice
from pbem.posting import send
from pbem.render.phrases import Phrases
from pbem.render.refusals import why
from pbem.server.assemble import make_server, open_store
from pbem.server.secret import seal_of
from pbem.store.books import Books
from pbem.store.database import open_database
from pbem.store.glance import check_version
from pbem.store.schema import current_version
from pbem.store.seal import seal_with
from pbem.store.store import SqlStore, existing_store
from pbem.work import ReadWork, Store, Work, retried

T = TypeVar("T")


def direct(
    config_path: Path, act: Callable[[Work, Server], list[Notice]], done: str | Callable[[Work], str], as_json: bool
) -> None:
    """Do it and put what everyone is told into the outbox; what can't be done is said in one line."""
    config = load_config(config_path)
    with explained(), closing(open_store(config)) as store:
        server = make_server(config)
        mails, told = done_at_once(store, lambda work: _done(work, server, act, done))
    if as_json:
        print_json({"done": told, "mails": len(mails)})
    else:
        print_lines([told])


def _done(
    work: Work, server: Server, act: Callable[[Work, Server], list[Notice]], done: str | Callable[[Work], str]
) -> tuple[list[OutMail], str]:
    mails = send(server, work, act(work, server))
    return mails, done if isinstance(done, str) else done(work)


def _command() -> str:
    """The command that runs, with its numbers; what else was typed may name somebody."""
    context = click.get_current_context()
    numbers = [str(value) for value in context.params.values() if type(value) is int]
    return " ".join([context.command_path, *numbers])


@retried
def done_at_once(store: Store, act: Callable[[Work], T]) -> T:
    """One transaction, with a line in the log of what was done; where another came in between, it is done again."""
    with store.work() as work:
        done = act(work)
        work.note_deed("command", _command())
        return done


@contextmanager
def explained() -> Iterator[None]:
    """A refusal is an error that a user can read."""
    try:
        yield
    except Refused as refusal:
        raise PbemError(why(Phrases(language("en")), refusal.code, refusal.facts)) from refusal


def game_numbered(work: ReadWork, number: int) -> Game:
    """The game, or an error that a user can read."""
    found = work.game(number)
    if found is None:
        raise PbemError(f"there is no game {number}")
    return found


def player_called(work: ReadWork, who: str) -> Player:
    """By number, address or name."""
    found = work.player(int(who)) if who.isdecimal() else None
    return found or find_player(work, who)


# The database as it is: whoever only looks neither makes it nor brings it up to date.


@contextmanager
def look_into(config: Config, clock: Clock = system_clock) -> Iterator[SqlStore]:
    """Open a database that is up to date; PbemError says why that can't be done."""
    with closing(existing_store(config.database_url, clock)) as store:
        check_version(current_version(store.engine))
        yield store


@contextmanager
def look_through(config: Config) -> Iterator[SqlStore]:
    """The same for whoever also reads mails: what is sealed opens if the server's secret is there."""
    with look_into(config) as store:
        seal_with(store.engine.dialect, seal_of(config.path(config.server.secret_file)))
        yield store


def sqlite_file(config: Config) -> Path | None:
    """Where the database lies, if it is a file."""
    engine = open_database(config.database_url)
    return Path(str(engine.url.database)) if engine.dialect.name == "sqlite" else None


def where(config: Config) -> str:
    """The database's name, without a password."""
    return make_url(config.server.database).render_as_string(hide_password=True)


# How a command looks at games, players and leagues: nothing is made, brought up to date, or locked.


@contextmanager
def books(config_path: Path) -> Iterator[Books]:
    """The lists."""
    with look_through(load_config(config_path)) as store:
        yield store.books


@contextmanager
def visit(config_path: Path) -> Iterator[ReadWork]:
    """A unit of work that only looks; what can't be found is said in one line."""
    with explained(), look_through(load_config(config_path)) as store, store.look() as work:
        yield work
