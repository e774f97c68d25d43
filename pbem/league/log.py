"""A league's log, read again: what its lines say that the rows hold, and what does not fit."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.model.log_chain import broken_at, head_of
from pbem.model.row_changes import RowChange, Rows, loaded

_ANCHOR = re.compile(r"(?P<league>.*); line=(?P<line>\d+); head=(?P<head>[0-9a-f]{64})\s*", re.DOTALL)
_REPEATED = ("vacation",)
"""Known again with every season that their owner enters."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """What a kept mail says: that the log of a league had this line, with this hash."""

    league: str
    line: int
    head: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A column of a row, and the line that last set it."""

    value: Any
    line: int


@dataclass(slots=True)
class Projection:
    """All rows as the log has them, its entries, and what in it contradicts itself."""

    rows: dict[tuple[str, str], dict[str, Cell]] = field(default_factory=dict)
    entries: list[Mapping[str, Any]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def value(self, table: str, row: str, column: str) -> Any:
        """None: the log knows of no such column."""
        cell = self.rows.get((table, row), {}).get(column)
        return cell.value if cell else None

    def of(self, table: str) -> dict[str, dict[str, Any]]:
        """A table's rows by name."""
        found = {name: cells for (where, name), cells in self.rows.items() if where == table}
        return {name: {column: cell.value for column, cell in cells.items()} for name, cells in found.items()}

    def apply(self, number: int, change: RowChange) -> None:
        """Let a line's change happen; what it says of before must be what the lines before it say."""
        key, known = (change.table, change.row), self.rows.get((change.table, change.row))
        if known is not None and change.before is None and change.table not in _REPEATED:
            self.problems.append(f"line {number}: {change.table} {change.row} is added again")
        if change.before is not None:
            self._compare(number, change, known)
        if change.after is None:
            self.rows.pop(key, None)
        else:
            cells = {column: Cell(value, number) for column, value in change.after.items()}
            self.rows[key] = {**(known or {}), **cells}

    def _compare(self, number: int, change: RowChange, known: Mapping[str, Cell] | None) -> None:
        if known is None:
            self.problems.append(f"line {number}: {change.table} {change.row} is changed, but no line has added it")
            return
        for column, value in (change.before or {}).items():
            cell = known.get(column)
            if cell and cell.value != value:
                said = f"line {cell.line} says {told(cell.value)}"
                was = f"was {told(value)} before line {number}"
                self.problems.append(f"{change.table} {change.row}: {column} {was}, {said}")


def projection(lines: Sequence[str]) -> Projection:
    """Every row that the log tells of; a line that can't be read is a problem that is named."""
    made = Projection()
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)["entry"]
            changes = [loaded(each) for each in entry["rows"]]
            if not isinstance(entry["event"], str):
                raise TypeError
        except (ValueError, KeyError, TypeError, AttributeError):
            made.problems.append(f"line {number} can't be read")
            made.entries.append({"event": "", "season": 0, "rows": []})
            continue
        made.entries.append(entry)
        for change in changes:
            made.apply(number, change)
    return made


def projected(entries: Sequence[Mapping[str, Any]]) -> Projection:
    """The rows as these entries have them; they were read before."""
    made = Projection(entries=list(entries))
    for number, entry in enumerate(entries, 1):
        for change in map(loaded, entry["rows"]):
            made.apply(number, change)
    return made


def chain_problems(lines: Sequence[str]) -> list[str]:
    """The first line that does not follow from those before it."""
    broken = broken_at(lines)
    return [] if broken is None else [f"the log is broken at line {broken}"]


def anchor_in(header: str) -> Anchor | None:
    """What the header `X-PBEM-League` of a mail says; None: it has no line of the log."""
    match = _ANCHOR.fullmatch(" ".join(header.split()))
    return Anchor(match["league"], int(match["line"]), match["head"]) if match else None


def anchor_problems(lines: Sequence[str], anchors: Iterable[Anchor]) -> list[str]:
    """Which kept mails say something else than the log."""
    return [
        f"line {each.line} is not the one that the kept mail names"
        if each.line <= len(lines)
        else f"the log ends at line {len(lines)}, the kept mail names line {each.line}"
        for each in anchors
        if each.line > len(lines) or _head(lines, each.line) != each.head
    ]


def _head(lines: Sequence[str], number: int) -> str:
    try:
        return head_of(lines[number - 1]) if number else "0" * 64
    except (ValueError, KeyError, TypeError):
        return ""


def row_problems(logged: Projection, rows: Rows, watched: Iterable[int]) -> list[str]:
    """Where the database has something else than the log: table, row, column and line.

    `watched` are those whose vacations count now.
    """
    here = set(watched)
    problems: list[str] = []
    for name, values in rows.items():
        problems += _row(logged, name, values)
    for (table, row), cells in logged.rows.items():
        if (table, row) not in rows and (table != "vacation" or cells["player_id"].value in here):
            line = max(cell.line for cell in cells.values())
            problems.append(f"{table} {row} is missing, line {line} tells of it")
    return problems


def _row(logged: Projection, name: tuple[str, str], values: Mapping[str, Any]) -> list[str]:
    table, row = name
    cells = logged.rows.get(name)
    if cells is None:
        return [f"{table} {row} is in no line of the log"]
    return [
        f"{table} {row}: {column} is {told(values[column])}, line {cell.line} says {told(cell.value)}"
        for column, cell in cells.items()
        if values.get(column) != cell.value
    ]


_LONGEST = 60


def told(value: Any) -> str:
    """A value, short enough for a line."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
