"""Insert a row or change the one that is there, in one statement that no other process can come between."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite


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
