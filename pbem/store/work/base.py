"""What all parts of a unit of work share: the open transaction, and the time at which it happens."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, func, insert, select

from pbem.model import LedgerLine, Player, Vacation
from pbem.store.database import unavailable_if_broken


class OpenWork:
    """One open transaction. What was read already is kept: nobody else can change it while the transaction lasts."""

    def __init__(self, connection: Connection, now: datetime) -> None:
        self._connection = connection
        self.now = now
        self._players: dict[int, Player | None] = {}
        self._ledgers: dict[int, list[LedgerLine]] = {}
        self._vacations: dict[int, list[Vacation]] = {}

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """What happens inside is undone if it raises; the rest of the work stays."""
        try:
            with unavailable_if_broken(), self._connection.begin_nested():
                yield
        except BaseException:
            self._players.clear()
            self._ledgers.clear()
            self._vacations.clear()
            raise

    def _rows(self, query: Any) -> list[Row[Any]]:
        return list(self._connection.execute(query))

    def _count(self, table: Any, *conditions: Any) -> int:
        query = select(func.count()).select_from(table).where(*conditions)
        return int(self._connection.execute(query).scalar_one())

    def _insert(self, table: Any, **values: object) -> int:
        result = self._connection.execute(insert(table), values)
        assert result.inserted_primary_key is not None
        return int(result.inserted_primary_key[0])


def made_of(kind: Any, row: Row[Any]) -> Any:
    """A dataclass from the columns of the same names."""
    return kind(**{name: row._mapping[name] for name in kind.__dataclass_fields__})
