"""All rows of one database into another, SQLite or PostgreSQL, as they were in one moment; compared afterwards."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NoReturn

from sqlalchemy import Connection, Engine, Row, Table, delete, func, insert, select
from tqdm import tqdm

from pbem.errors import PbemError, StoreUnavailable
from pbem.store.database import open_database, transaction
from pbem.store.tables import metadata

# Who serves a database is no part of what is kept in it.
TABLES = tuple(table for table in metadata.sorted_tables if table.name != "worker")
"""Every table that is carried over, after those that it refers to."""
# What a server writes down before anyone has played.
_PASSING = ("worker", "pulse", "alert")
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Tally:
    """How many rows a table has, and the sum of their hashes: the same in whatever order they are told."""

    rows: int = 0
    digest: int = 0

    def plus(self, rows: Sequence[Row[Any]]) -> "Tally":
        hashes = (sha256(repr(tuple(row)).encode()).digest() for row in rows)
        return Tally(self.rows + len(rows), (self.digest + sum(map(int.from_bytes, hashes))) % 2**256)


def transfer(source: Engine, target: Engine) -> dict[str, int]:
    """Copy everything into an empty database, or nothing at all; returns the rows of each table.

    Both have the tables of this program's version. What is sealed goes over as it is.
    """
    with unsealed(source) as here, unsealed(target) as end, transaction(end) as there:
        _make_room(there)
        tallies = _copy_all(here, there)
        for table in TABLES:
            if tally(there, table) != tallies[table.name]:
                raise StoreUnavailable(f"table {table.name} did not arrive as it was")
            _count_on(there, table)
    return {name: each.rows for name, each in tallies.items()}


@contextmanager
def unsealed(engine: Engine) -> Iterator[Engine]:
    """The same database by an engine that opens and closes no seal."""
    plain = open_database(engine.url.render_as_string(hide_password=False))
    try:
        yield plain
    finally:
        plain.dispose()


def is_empty(engine: Engine) -> bool:
    """Whether nobody has used this database; it has its tables."""
    with transaction(engine, read_only=True) as connection:
        return not any(_count(connection, table) for table in TABLES if table.name not in _PASSING)


def tally(connection: Connection, table: Table) -> Tally:
    """What a table holds, in two numbers."""
    total = Tally()
    for rows in _batches(connection, table):
        total = total.plus(rows)
    return total


def _copy_all(source: Engine, target: Connection) -> dict[str, Tally]:
    with transaction(source, read_only=True) as here:
        total = sum(_count(here, table) for table in TABLES)
        with tqdm(total=total, unit="row", disable=None) as bar:
            return {table.name: _copy(here, target, table, bar) for table in TABLES}


def _copy(source: Connection, target: Connection, table: Table, bar: "tqdm[NoReturn]") -> Tally:
    total = Tally()
    for rows in _batches(source, table):
        target.execute(insert(table), [dict(row._mapping) for row in rows])
        total = total.plus(rows)
        bar.update(len(rows))
    return total


def _batches(connection: Connection, table: Table) -> Iterator[Sequence[Row[Any]]]:
    return connection.execute(select(table), execution_options={"yield_per": _BATCH}).partitions()


def _make_room(connection: Connection) -> None:
    for name in _PASSING:
        connection.execute(delete(metadata.tables[name]))
    if any(_count(connection, table) for table in TABLES):
        raise PbemError("the database to copy into is not empty")


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _count_on(connection: Connection, table: Table) -> None:
    """PostgreSQL numbers new rows from a counter of its own: set it behind the highest number."""
    column = table.autoincrement_column
    if connection.dialect.name != "postgresql" or column is None:
        return
    highest = select(func.max(column)).scalar_subquery()
    counter = func.pg_get_serial_sequence(table.name, column.name)
    connection.execute(select(func.setval(counter, func.coalesce(highest, 1), highest.is_not(None))))
