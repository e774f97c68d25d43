"""The database as an SQLAlchemy engine: transactions that lose nothing, and foreign errors made ours."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError

from pbem.errors import ConfigError, StoreUnavailable

_BUSY_SECONDS = 5


def open_database(url: str) -> Engine:
    """Connect to SQLite or PostgreSQL."""
    try:
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite":
            return _open_sqlite(url)
        return create_engine(url, pool_pre_ping=True)
    except (ArgumentError, NoSuchModuleError) as error:
        raise ConfigError(f"server.database: {error}") from error


def _open_sqlite(url: str) -> Engine:
    engine = create_engine(url, connect_args={"timeout": _BUSY_SECONDS})

    # pysqlite's own transactions begin at the first write and so lose updates that read first: begin them ourselves.
    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: Any) -> None:
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
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


@contextmanager
def unavailable_if_broken() -> Iterator[None]:
    """Tell a database that is locked, full, read-only or gone from a mistake of ours."""
    try:
        yield
    except DBAPIError as error:
        if isinstance(error, OperationalError) or error.connection_invalidated:
            raise StoreUnavailable(" ".join(str(error.orig).split())) from error
        raise
