"""What is really said to the database."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Engine, event

from pbem.store.store import SqlStore

Statements = list[tuple[str, Any]]


def statements_of(store: SqlStore, query: Callable[[SqlStore], object]) -> Statements:
    """What the query really says to the database."""
    said: Statements = []

    @event.listens_for(Engine, "before_cursor_execute")
    def listen(_connection: Connection, _cursor: object, statement: str, parameters: Any, *_: object) -> None:
        said.append((statement, parameters))

    query(store)
    event.remove(Engine, "before_cursor_execute", listen)
    return [each for each in said if each[0].startswith(("SELECT", "UPDATE", "DELETE"))]
