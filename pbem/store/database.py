"""The database as an SQLAlchemy engine: transactions that lose nothing, and foreign errors made ours."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, NotSupportedError, ProgrammingError

from pbem.errors import ConfigError, StoreUnavailable

_BUSY_SECONDS = 5
# What a database says of a mistake of ours; everything else is its own trouble.
_MISTAKES = (DataError, IntegrityError, NotSupportedError, ProgrammingError)


def open_database(url: str) -> Engine:
    """Connect to SQLite or PostgreSQL."""
    match _driver(url):
        case "sqlite":
            return _open_sqlite(url)
        case "postgresql+psycopg":
            return create_engine(url, pool_pre_ping=True)
        case _:
            raise ConfigError(
                "server.database: expected sqlite:///FILE or postgresql+psycopg://USER:PASSWORD@HOST/NAME"
            )


def _driver(url: str) -> str | None:
    try:
        return make_url(url).drivername
    except (ArgumentError, ValueError):
        return None


def _open_sqlite(url: str) -> Engine:
    engine = create_engine(url, connect_args={"timeout": _BUSY_SECONDS})

    # pysqlite's own transactions begin at the first write and so lose updates that read first: begin them ourselves.
    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: Any) -> None:
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        read_only = connection.get_execution_options().get("pbem_read_only", False)
        connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")

    return engine


@contextmanager
def transaction(engine: Engine, read_only: bool = False) -> Iterator[Connection]:
    """One transaction; if the database can't do it, StoreUnavailable is raised and nothing has changed."""
    with (
        unavailable_if_broken(),
        engine.connect().execution_options(pbem_read_only=read_only) as connection,
        connection.begin(),
    ):
        yield connection


def truncate_log(engine: Engine) -> None:
    """Bring SQLite's log into the file and empty it: until then it still holds what was overwritten or deleted.

    PostgreSQL's autovacuum and its own log see to that by themselves.
    """
    if engine.dialect.name != "sqlite":
        return
    with unavailable_if_broken(), engine.connect() as connection:
        connection.connection.driver_connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()  # type: ignore[union-attr]


@contextmanager
def unavailable_if_broken() -> Iterator[None]:
    """Tell a database that is locked, full, read-only or gone from a mistake of ours."""
    try:
        yield
    except DBAPIError as error:
        if isinstance(error, _MISTAKES) and not error.connection_invalidated:
            raise
        raise StoreUnavailable(" ".join(str(error.orig).split())) from error
