"""What changes in the rows of a league, as its log has it: which row, which columns, from what to what."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

Values: TypeAlias = Mapping[str, Any]
"""A row's columns as JSON has them; no name, no text that somebody wrote, no secret: only their hashes."""
Rows: TypeAlias = Mapping[tuple[str, str], Values]
"""Rows by table and by the name of the row in it, such as `member` and `2.17`: season 2, player 17."""


@dataclass(frozen=True, slots=True)
class RowChange:
    """A row was added (`before` is None), changed, or removed (`after` is None)."""

    table: str
    row: str
    before: Values | None
    after: Values | None

    @property
    def columns(self) -> dict[str, tuple[Any, Any]]:
        """Each column that is another by now, with what it was and what it is."""
        before, after = self.before or {}, self.after or {}
        names = {**before, **after}
        pairs = {name: (before.get(name), after.get(name)) for name in names}
        known = self.before is not None and self.after is not None
        return {name: pair for name, pair in pairs.items() if not known or pair[0] != pair[1]}


def dumped(change: RowChange) -> dict[str, Any]:
    """As a line of the log has it; `loaded` reads it again."""
    kind = "new" if change.before is None else "gone" if change.after is None else "set"
    columns = change.columns
    values: dict[str, Any] = {
        "new": {name: after for name, (_, after) in columns.items()},
        "gone": {name: before for name, (before, _) in columns.items()},
        "set": {name: list(pair) for name, pair in columns.items()},
    }[kind]
    return {"table": change.table, "row": change.row, kind: values}


def loaded(data: Mapping[str, Any]) -> RowChange:
    """A change that was written down; of a row that was only changed, the columns that were."""
    table, row = data["table"], data["row"]
    if "new" in data:
        return RowChange(table, row, None, data["new"])
    if "gone" in data:
        return RowChange(table, row, data["gone"], None)
    before = {name: pair[0] for name, pair in data["set"].items()}
    return RowChange(table, row, before, {name: pair[1] for name, pair in data["set"].items()})


def merged(changes: Iterable[RowChange]) -> list[RowChange]:
    """One change a row: what happened in between is nobody's concern."""
    whole: dict[tuple[str, str], RowChange] = {}
    for each in changes:
        key = (each.table, each.row)
        whole[key] = _joined(whole[key], each) if key in whole else each
    return [each for each in whole.values() if each.before != each.after]


def _joined(one: RowChange, other: RowChange) -> RowChange:
    """Each column as it was before the one and is after the other, whichever of them knows it."""
    before = None if one.before is None else {**(other.before or {}), **one.before}
    after = None if other.after is None else {**(one.after or {}), **other.after}
    return RowChange(one.table, one.row, before, after)
