"""What keeps the work of several processes apart: nothing is overwritten that somebody else has changed meanwhile.

A game, a gathering and a season are locked by whoever changes them. Everything else is read freely, and written only
where it still is as it was read; a Conflict has the whole unit of work done again.
"""

from collections.abc import Hashable, Mapping
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import Update, bindparam, update

from pbem.errors import Conflict
from pbem.store.work.base import OpenWork

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
