"""Insert a row or change the one that is there, in one statement that no other process can come between."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Executable, Table
from sqlalchemy.dialects import postgresql, sqlite


def upsert(connection: Connection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]) -> Executable:
    """The statement; `key` is the whole primary key."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    row = insert(table).values(**key, **values)
    return row.on_conflict_do_update(index_elements=list(key), set_=dict(values))
