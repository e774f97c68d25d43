"""What all parts of a unit of work share: the open transaction, and the time at which it happens."""

from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import Connection, Row, Update, bindparam, func, insert, select, update

from pbem.errors import Conflict
from pbem.model import Game, LedgerLine, Player, Pulse, Remark, Vacation
from pbem.model.row_changes import RowChange
from pbem.store.database import unavailable_if_broken
from pbem.store.tables import PULSE


class OpenWork:
    """One open transaction. What was read already is kept: nobody else can change it while the transaction lasts."""

    def __init__(self, connection: Connection, now: datetime) -> None:
        self._connection = connection
        self.now = now
        self._players: dict[int, Player | None] = {}
        self._games: dict[int, Game] = {}
        self._ledgers: dict[int, list[LedgerLine]] = {}
        self._vacations: dict[int, list[Vacation]] = {}
        self._remarks: dict[int, tuple[int, list[Remark]]] = {}
        self._seen: dict[Hashable, Any] = {}
        self._untold: dict[int, list[RowChange]] = {}
        """What changed in a season's rows and no line of its log has told yet."""

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """What happens inside is undone if it raises; the rest of the work stays."""
        untold = {season: [*changes] for season, changes in self._untold.items()}
        try:
            with unavailable_if_broken(), self._savepoint():
                yield
        except BaseException:
            self._read_anew()
            self._untold = untold
            raise

    def _read_anew(self) -> None:
        """Nothing that was read so far counts any more."""
        for kept in (self._players, self._games, self._ledgers, self._vacations, self._remarks, self._seen):
            kept.clear()

    @contextmanager
    def _savepoint(self) -> Iterator[None]:
        """What SQLAlchemy's `begin_nested` does, without compiling each statement anew."""
        self._connection.exec_driver_sql("SAVEPOINT attempt")
        try:
            yield
        except BaseException:
            self._connection.exec_driver_sql("ROLLBACK TO SAVEPOINT attempt")
            raise
        finally:
            self._connection.exec_driver_sql("RELEASE SAVEPOINT attempt")

    def _companions(self) -> set[int]:
        """Everyone at the tables that were read so far: whoever asks for one of them asks for the others next."""
        holders = (holder for game in self._games.values() for holder in game.holders)
        return {holder.player_id for holder in holders if holder.player_id is not None}

    def _rows(self, query: Any, **values: object) -> list[Row[Any]]:
        """What a query finds; a query that is made once, and gets its values here, costs a quarter of a new one."""
        return list(self._connection.execute(query, values or None))

    def _count(self, table: Any, *conditions: Any) -> int:
        query = select(func.count()).select_from(table).where(*conditions)
        return int(self._connection.execute(query).scalar_one())

    def _insert(self, table: Any, **values: object) -> int:
        result = self._connection.execute(insert(table), values)
        assert result.inserted_primary_key is not None
        return int(result.inserted_primary_key[0])

    def _add(self, table: Any, thing: Any, **more: object) -> int:
        """Something that gets its number here; `more` are columns that it does not have, or has in another form."""
        values = {**columns_of(thing), **more}
        del values["id"]
        return self._insert(table, **values)


def made_of(kind: Any, row: Row[Any], /, **given: object) -> Any:
    """A dataclass from the columns of the same names, but for what is given."""
    columns = row._mapping
    return kind(**given, **{name: columns[name] for name in kind.__dataclass_fields__ if name not in given})


def columns_of(thing: Any) -> dict[str, Any]:
    """The columns that `made_of` makes a dataclass of; unlike `asdict`, it copies nothing."""
    return {name: getattr(thing, name) for name in thing.__dataclass_fields__}


def read_pulses(connection: Connection) -> dict[str, Pulse]:
    """The last sign of life of everything that gives one."""
    return {row.name: Pulse(row.name, row.at, row.error) for row in connection.execute(select(PULSE))}


# What keeps the work of several processes apart: nothing is overwritten that somebody else has changed meanwhile.


T = TypeVar("T")


class CarefulWork(OpenWork):
    """Remembers what was read."""

    def _once(self, what: Hashable, value: T) -> T:
        """The value, which is the same however often it is read."""
        if self._seen.setdefault(what, value) != value:
            raise Conflict("something was changed by another process while it was looked at")
        return value

    def _replace(self, table: Any, number: int, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """Write the columns that changed, if nobody else has changed them."""
        changed = {name: value for name, value in after.items() if value != before[name]}
        if not changed:
            return
        known = {f"known_{name}": before[name] for name in changed}
        here = _while_unchanged(table, tuple(changed))
        if self._connection.execute(here, {"this_row": number, **known, **changed}).rowcount != 1:
            raise Conflict(f"{table.name} {number} was changed by another process")


@cache
def _while_unchanged(table: Any, names: tuple[str, ...]) -> Update:
    """Writes a row whose columns of these names are as they are known."""
    unchanged = (table.c[name].is_not_distinct_from(bindparam(f"known_{name}")) for name in names)
    return update(table).where(table.c.id == bindparam("this_row"), *unchanged)
