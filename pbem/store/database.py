"""The database as an SQLAlchemy engine: transactions that lose nothing, and foreign errors made ours."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from enum import IntEnum
from functools import cache
from pathlib import Path
from threading import Lock as ThreadLock
from time import monotonic
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import (
    JSON,
    URL,
    ColumnElement,
    Connection,
    Engine,
    Integer,
    NullPool,
    Table,
    bindparam,
    create_engine,
    event,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.engine import Dialect, make_url
from sqlalchemy.exc import (
    ArgumentError,
    DataError,
    DBAPIError,
    IntegrityError,
    InvalidatePoolError,
    NotSupportedError,
    PendingRollbackError,
    ProgrammingError,
)
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeDecorator, TypeEngine

from pbem.errors import NEEDS_PSYCOPG, ConfigError, Conflict, StoreUnavailable

# A column among many numbers: one and the same statement however many there are, prepared once.


class _Numbers(TypeDecorator[list[int]]):
    """An array, or where there are none a list in JSON."""

    impl = JSON
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(ARRAY(Integer) if dialect.name == "postgresql" else JSON())


class _Among(FunctionElement[Any]):
    # Of no type: SQLAlchemy would have SQLite compare a Boolean with 1, and that is a condition no index helps with.
    inherit_cache = True


def among(column: ColumnElement[Any], name: str) -> ColumnElement[bool]:
    """A condition; the list of numbers is given as `name` when the statement is executed."""
    return _Among(column, bindparam(name, type_=_Numbers()))


@compiles(_Among)
def _in_json(element: _Among, compiler: Any, **options: Any) -> str:
    column, numbers = (compiler.process(each, **options) for each in element.clauses)
    return f"{column} IN (SELECT value FROM json_each({numbers}))"  # noqa: S608


@compiles(_Among, "postgresql")
def _in_array(element: _Among, compiler: Any, **options: Any) -> str:
    column, numbers = (compiler.process(each, **options) for each in element.clauses)
    return f"{column} = ANY ({numbers})"


# Locks on what is no row, held until the transaction ends. SQLite, with one writer at a time, needs none.


class Lock(IntEnum):
    """Any numbers will do that nothing else in the same database locks."""

    LEADER = 0x7062_0001
    PEOPLE = 0x7062_0002
    """Shared by every unit of work; whoever forgets somebody has it alone, so that nobody writes a name meanwhile."""
    RATINGS = 0x7062_0003
    VAULT = 0x7062_0004
    MIGRATION = 0x7062_656D


def share(connection: Connection, lock: Lock) -> None:
    """Hold it together with others."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock_shared({lock.value})")


def take(connection: Connection, lock: Lock) -> None:
    """Hold it alone, as soon as nobody else does."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({lock.value})")


# PostgreSQL as an SQLAlchemy engine: how many connections, and how soon one that is lost is noticed.


# Connections that a process keeps, and those that it may open besides when much comes at once.
_KEPT, _BESIDES = 4, 6
_SECONDS_FOR_A_CONNECTION = 10
# Seconds until either end notices that the other is gone, and until a process that hangs loses its locks.
_PATIENCE = 15
_LONGEST_PAUSE = 120
# Seconds: a connection that was in use a moment ago is taken to be alive; to ask each time would cost too much.
_FRESH = 1.0


def open_postgres(url: str) -> Engine:
    """For all the work of a process."""
    engine = create_engine(
        url,
        connect_args=_lively(make_url(url), _PATIENCE),
        pool_size=_KEPT,
        max_overflow=_BESIDES,
        pool_timeout=_SECONDS_FOR_A_CONNECTION,
        hide_parameters=True,
    )
    _ask_after_a_rest(engine)
    return engine


def _ask_after_a_rest(engine: Engine) -> None:
    """Have connections that rested in the pool looked at before they are used: the server may have gone meanwhile."""

    @event.listens_for(engine, "checkin")
    def rest(_connection: Any, record: Any) -> None:
        record.info["rests_since"] = monotonic()

    @event.listens_for(engine, "checkout")
    def ask(connection: Any, record: Any, _proxy: Any) -> None:
        rested = monotonic() - record.info.get("rests_since", monotonic())
        if rested > _FRESH and not _answers(engine, connection):
            raise InvalidatePoolError("the connection was lost while it rested")


def _answers(engine: Engine, connection: Any) -> bool:
    try:
        return engine.dialect.do_ping(connection)
    except engine.dialect.loaded_dbapi.Error:
        return False


def open_alone(url: URL, patience: int, silence: int) -> Engine:
    """For one connection that nobody else uses and that never is in a transaction; who is silent for too long loses it.

    The machine of a process that is frozen answers keepalives for it: only the silence tells. 0 seconds: no limit.
    """
    lively = _lively(url, patience, idle_session_timeout=silence * 1000)
    return create_engine(
        url, connect_args=lively, poolclass=NullPool, isolation_level="AUTOCOMMIT", hide_parameters=True
    )


def _lively(url: URL, patience: int, **more: int) -> dict[str, Any]:
    """Have a lost connection noticed within `patience` seconds at both ends; what the URL says comes first."""
    third, most = patience // 3, patience * 1000
    probes = {"keepalives_idle": third, "keepalives_interval": third, "keepalives_count": 2}
    theirs = {
        **{f"tcp_{name}": value for name, value in probes.items()},
        "tcp_user_timeout": most,
        "idle_in_transaction_session_timeout": _LONGEST_PAUSE * 1000,
        **more,
    }
    told = " ".join(f"-c {name}={value}" for name, value in theirs.items())
    ours = {"connect_timeout": patience, "tcp_user_timeout": most, **probes, "options": told}
    return {name: value for name, value in ours.items() if name not in url.query}


_BUSY_SECONDS = 5
_WRITING: WeakKeyDictionary[Engine, ThreadLock] = WeakKeyDictionary()
_LOOKING: WeakKeyDictionary[Engine, Engine] = WeakKeyDictionary()
"""For each SQLite engine one whose connections only read: to turn that on and off would void prepared statements."""
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
            try:
                return open_postgres(url)
            except ModuleNotFoundError as error:
                raise ConfigError(f"server.database: {NEEDS_PSYCOPG}") from error
        case _:
            raise ConfigError(
                "server.database: expected sqlite:///FILE or postgresql+psycopg://USER:PASSWORD@HOST/NAME"
            )


def _driver(url: str) -> str | None:
    try:
        return make_url(url).drivername
    except (ArgumentError, ValueError):
        return None


# Such a database is its one connection.
_IN_MEMORY = (None, "", ":memory:")
_PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")


def _open_sqlite(url: str) -> Engine:
    engine = _sqlite_engine(url, _PRAGMAS)
    if engine.url.database not in _IN_MEMORY:
        looking = _LOOKING[engine] = _sqlite_engine(url, (*_PRAGMAS, "query_only=ON"))
        # What is sealed is known to the dialect.
        looking.dialect = engine.dialect
        event.listen(engine, "engine_disposed", lambda _engine: looking.dispose())
    return engine


def _sqlite_engine(url: str, pragmas: Sequence[str]) -> Engine:
    engine = create_engine(url, connect_args={"timeout": _BUSY_SECONDS}, hide_parameters=True)

    @event.listens_for(engine, "do_connect")
    def keep_private(_dialect: Any, _record: Any, arguments: list[str], _options: Any) -> None:
        if arguments[0] not in _IN_MEMORY:
            make_private(Path(arguments[0]))

    # pysqlite's own transactions begin at the first write and so lose updates that read first: begin them ourselves.
    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: Any) -> None:
        connection.isolation_level = None
        with ExitStack() as undo:
            # Where it is no database, nobody else closes what was opened.
            undo.callback(connection.close)
            for pragma in pragmas:
                connection.execute(f"PRAGMA {pragma}").close()
            undo.pop_all()

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

    Whoever only looks takes no lock and sees one moment, and the database itself lets them write nothing.
    """
    is_sqlite = engine.dialect.name == "sqlite"
    alone = alone_in_writing(engine) if is_sqlite and not read_only else nullcontext()
    file = str(engine.url.database) if is_sqlite else ""
    source = _LOOKING.get(engine, engine) if read_only else engine
    with alone, unavailable_if_broken(file), source.connect() as connection:
        if read_only and not is_sqlite:
            # SQLAlchemy takes both back when the connection returns to the pool.
            connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        with connection.begin():
            if is_sqlite:
                # Not as a listener: SQLAlchemy asks for listeners at every statement once there is one.
                connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")
            yield connection


@contextmanager
def alone_in_writing(engine: Engine) -> Iterator[None]:
    """Our own threads queue up before the file does: who waits for SQLite's lock sleeps, and may miss every chance."""
    lock = _WRITING.setdefault(engine, ThreadLock())
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


# Insert a row or change the one that is there, in one statement that no other process can come between.


@cache
def insert_unless_there(dialect: str, table: Table, key: str) -> Any:
    """A statement that returns the new row's id, and nothing where a row with the same key is there already."""
    return _insert(dialect)(table).on_conflict_do_nothing(index_elements=[key]).returning(table.c.id)


def upsert(connection: Connection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]) -> Any:
    """The statement; `key` is the whole primary key."""
    row = _insert(connection.dialect.name)(table).values(**key, **values)
    return row.on_conflict_do_update(index_elements=list(key), set_=dict(values))


def _insert(dialect: str) -> Any:
    return sqlite.insert if dialect == "sqlite" else postgresql.insert
