"""Stores to test with: SQLite in a folder or PostgreSQL on a private server, at a time that the test sets."""

import secrets
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from engine import DEFAULT_EDITION
from pbem.actions.request import Server
from pbem.mail.address import Ours
from pbem.mail.tags import Tags
from pbem.model import Game, Holder, Kind, NewGame, OutMail, StoredMail, Terms
from pbem.model.time import Clock
from pbem.ports import Delivery, Location
from pbem.store.database import transaction
from pbem.store.schema import migrate
from pbem.store.seal import Seal
from pbem.store.store import SqlStore
from pbem.store.tables import metadata
from pbem.work import Work
from tests.support.servers import postgres

DATABASES = ("sqlite", "postgresql")
SQLITE_ONLY, POSTGRESQL_ONLY = (pytest.mark.parametrize("store", [kind], indirect=True) for kind in DATABASES)
"""For a module whose tests ask for `store`, but not on each database."""
START = datetime(2026, 11, 16, 10, tzinfo=UTC)


class Watch:
    """A clock that stands still until the test moves it."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **span: float) -> datetime:
        self.now += timedelta(**span)
        return self.now


def empty_database(kind: str, folder: Path) -> str:
    """The URL of a database with nothing in it."""
    if kind == "sqlite":
        return f"sqlite:///{folder / 'pbem.db'}"
    server = postgres.shared()
    return server.url(server.fresh())


def fresh_store(kind: str, folder: Path, watch: Watch) -> SqlStore:
    """A store with its tables and nothing in them."""
    if kind == "sqlite":
        return sqlite_store(folder, watch)
    store = SqlStore(_postgres_tables(), watch)
    with transaction(store.engine) as connection:
        connection.exec_driver_sql("SET LOCAL lock_timeout = '10s'")
        connection.exec_driver_sql(f"TRUNCATE {', '.join(metadata.tables)} RESTART IDENTITY")
    return store


def sqlite_store(folder: Path, clock: Clock, seal: Seal | None = None) -> SqlStore:
    """What is there, or else a copy of what the migrations made, which run once for all tests of this process."""
    file = folder / "pbem.db"
    store = SqlStore(f"sqlite:///{file}", clock, seal)
    if not file.exists():
        store.engine.connect().close()  # the file is made by the store, for nobody else to read
        store.engine.dispose()
        file.write_bytes(_empty_file())
    return store


@contextmanager
def locked(store: SqlStore) -> Iterator[None]:
    """Meanwhile somebody else is writing to the SQLite file; the store waits for it, but not for long."""
    with transaction(store.engine) as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout = 20")
    with closing(sqlite3.connect(str(store.engine.url.database), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@cache
def _empty_file() -> bytes:
    with TemporaryDirectory() as folder:
        _make_tables(empty_database("sqlite", Path(folder)))
        return (Path(folder) / "pbem.db").read_bytes()


@cache
def _postgres_tables() -> str:
    """One database for all tests of this process: emptying it is quicker than making another."""
    url = empty_database("postgresql", Path())
    _make_tables(url)
    return url


def _make_tables(url: str) -> None:
    with closing(SqlStore(url, Watch())) as store:
        migrate(store.engine, START)


def make_server(entropy: Callable[[int], bytes] = secrets.token_bytes) -> Server:
    """What the path of a mail needs."""
    return Server(Ours("splendor@example.org", "Splendor by mail"), Tags(b"s" * 32), entropy)


def letter(
    name: str, location: Location | None = None, body: str = "take red blue green", sender: str = "anna"
) -> Delivery:
    """A mail that this name tells from all others."""
    header = f"From: {sender}@players.example\r\nTo: splendor@example.org\r\nMessage-ID: <{name}@players.example>\r\n"
    return Delivery(f"{header}Subject: Re: your turn\r\n\r\n{body}\r\n".encode(), location=location)


def stored(store: SqlStore) -> list[StoredMail]:
    """Every mail in the inbox, the oldest first."""
    numbers = sorted(int(str(row["id"])) for row in store.books.mails("in", None, 10_000))
    with store.work() as work:
        mails = [work.mail(number) for number in numbers]
    return [mail for mail in mails if mail]


def add_game(work: Work, *names: str) -> Game:
    """A game between new players."""
    players = [work.add_player(name, f"{name}@players.example", "en", "UTC") for name in names]
    holders = tuple(Holder(player.name, player.id) for player in players)
    start = NewGame(
        edition=DEFAULT_EDITION,
        secret=bytes(range(32)),
        words=("",) * len(names),
        seating=tuple(range(len(names))),
        holders=holders,
    )
    return work.add_game(start, Terms())


def mail_to(
    address: str,
    key: str = "aaaaaaaa",
    kind: Kind = Kind.TURN,
    mime: bytes = b"Subject: your turn\r\n\r\nThe board.\r\n",
    player_id: int | None = None,
    game_id: int | None = None,
) -> OutMail:
    """A mail for the outbox."""
    return OutMail(
        key=key,
        message_id=f"tag.{key}@example.org",
        kind=kind,
        sender=f"splendor+b.tag.{key}@example.org",
        recipient=address,
        mime=mime,
        player_id=player_id,
        game_id=game_id,
    )
