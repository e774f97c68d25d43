"""The database as an SQLAlchemy engine: transactions that lose nothing, and foreign errors made ours."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    IntegrityError,
    NotSupportedError,
    PendingRollbackError,
    ProgrammingError,
)
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from pbem.errors import ConfigError, Conflict, StoreUnavailable
from pbem.store.postgres import open_postgres

_BUSY_SECONDS = 5
_WRITING: WeakKeyDictionary[Engine, Lock] = WeakKeyDictionary()
# What a database says of a mistake of ours; everything else is its own trouble.
_MISTAKES = (DataError, IntegrityError, NotSupportedError, ProgrammingError)
# PostgreSQL, appendix A: serialization_failure and deadlock_detected.
_CONFLICTS = ("40001", "40P01")


def open_database(url: str) -> Engine:
    """Connect to SQLite or PostgreSQL."""
    match _driver(url):
        case "sqlite":
            return _open_sqlite(url)
        case "postgresql+psycopg":
            return open_postgres(url)
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
    engine = create_engine(url, connect_args={"timeout": _BUSY_SECONDS}, hide_parameters=True)

    @event.listens_for(engine, "do_connect")
    def keep_private(_dialect: Any, _record: Any, arguments: list[str], _options: Any) -> None:
        if arguments[0] != ":memory:":
            make_private(Path(arguments[0]))

    # pysqlite's own transactions begin at the first write and so lose updates that read first: begin them ourselves.
    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: Any) -> None:
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
            connection.execute(f"PRAGMA {pragma}").close()

    return engine


def make_private(path: Path) -> None:
    """Make a new file for our eyes only: SQLite would let everyone on the machine read it; its log gets the same mode.

    A file that is there is not even opened: closing it again would drop the locks that we have on it.
    """
    with suppress(OSError):
        path.touch(0o600, exist_ok=False)


@contextmanager
def transaction(engine: Engine, read_only: bool = False) -> Iterator[Connection]:
    """One transaction; if the database can't do it, StoreUnavailable is raised and nothing has changed.

    Whoever only looks takes no lock, and sees one moment.
    """
    is_sqlite = engine.dialect.name == "sqlite"
    alone = alone_in_writing(engine) if is_sqlite and not read_only else nullcontext()
    file = str(engine.url.database) if is_sqlite else ""
    with alone, unavailable_if_broken(file), engine.connect() as connection:
        if read_only and not is_sqlite:
            connection.execution_options(isolation_level="REPEATABLE READ")
        with connection.begin():
            if is_sqlite:
                # Not as a listener: SQLAlchemy asks for listeners at every statement once there is one.
                connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")
            yield connection


@contextmanager
def alone_in_writing(engine: Engine) -> Iterator[None]:
    """Our own threads queue up before the file does: who waits for SQLite's lock sleeps, and may miss every chance."""
    lock = _WRITING.setdefault(engine, Lock())
    if not lock.acquire(timeout=_BUSY_SECONDS):
        raise StoreUnavailable("database is locked")
    try:
        yield
    finally:
        lock.release()


@contextmanager
def unavailable_if_broken(file: str = "") -> Iterator[None]:
    """Tell a database that is locked, full or gone from a mistake of ours. SQLite does not say of which file."""
    try:
        yield
    except DBAPIError as error:
        if isinstance(error, _MISTAKES) and not error.connection_invalidated:
            raise
        kind = Conflict if getattr(error.orig, "sqlstate", None) in _CONFLICTS else StoreUnavailable
        said = " ".join(str(error.orig).split())
        raise kind(f"{file}: {said}" if file else said) from error
    except PendingRollbackError as error:
        raise StoreUnavailable("the connection to the database was lost") from error
    except NoConnectionFree as error:
        raise StoreUnavailable("every connection to the database is in use") from error


@contextmanager
def conflict_if_entered() -> Iterator[None]:
    """Another process may enter the same in the same moment, and a second look finds it."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict("the same was entered by another process") from error
