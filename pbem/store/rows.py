"""Rows from values: a table has a column for each field of a value, and what only the database adds."""

from collections.abc import Iterator
from dataclasses import MISSING, fields
from datetime import UTC, datetime
from enum import StrEnum
from types import NoneType
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from sqlalchemy import JSON, Column, DateTime, Dialect, Index, MetaData, Table, TypeDecorator, UniqueConstraint
from sqlmodel import Field, SQLModel
from sqlmodel.main import SQLModelMetaclass

from pbem.model.marks import PERSONAL, About


class UtcDateTime(TypeDecorator[datetime]):
    """An aware time, kept in UTC: SQLite would drop the zone."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC).replace(tzinfo=None) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value else None


class Whose(NamedTuple):
    """What becomes of a player's rows; said at the column that names the player."""

    told: str = ""
    """What they are called in the player's data; empty: they are not in it."""
    goes: bool = True
    """Whether they go when the player is forgotten; if not, their personal columns are emptied."""


class Kept(NamedTuple):
    """How something is kept: its type, as the field of a value would say it, and options of SQLModel's Field."""

    kind: Any
    options: dict[str, Any]
    whose: Whose | None = None


def kept(kind: Any = None, whose: Whose | None = None, **options: Any) -> Kept:
    """A column that no value has; without a type, what the database adds to a field."""
    return Kept(kind, options, whose)


class KeptRow(SQLModel):
    """A row of any table."""

    # Names for constraints, so that migrations can alter them on every database.
    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def table(name: str, /, *parts: type | Index | UniqueConstraint, without: tuple[str, ...] = (), **added: Kept) -> Table:
    """The table of these values: its keys first, then their fields, then what is added."""
    columns = {field: each for part in parts if isinstance(part, type) for field, each in _fields_of(part)}
    for field, more in added.items():
        known = columns.get(field, more)
        kind = known.kind if more.kind is None else more.kind
        columns[field] = Kept(kind, known.options | more.options, more.whose)
    keys = [field for field, each in added.items() if each.options.get("primary_key")]
    made = {field: _made(columns[field]) for field in (*keys, *columns) if field not in without}
    namespace = {
        "__module__": __name__,
        "__tablename__": name,
        "__table_args__": tuple(part for part in parts if not isinstance(part, type)),
        "__annotations__": {field: kind for field, (kind, _) in made.items()},
        **{field: column for field, (_, column) in made.items()},
    }
    rows: Any = SQLModelMetaclass(name, (KeptRow,), namespace, table=True)
    assert isinstance(rows.__table__, Table)
    return rows.__table__


def _fields_of(value: type) -> Iterator[tuple[str, Kept]]:
    kinds = get_type_hints(value, include_extras=True)
    for field in fields(value):
        yield field.name, Kept(kinds[field.name], {} if field.default is MISSING else {"default": field.default})


def _made(column: Kept) -> tuple[Any, Any]:
    """What SQLModel makes a column of. A choice of ours is a word; times are in UTC; what has parts is JSON."""
    bare, *marks = get_args(column.kind) if get_origin(column.kind) is Annotated else (column.kind,)
    optional = NoneType in get_args(bare)
    kind = get_args(bare)[0] if optional else bare
    about = next((mark for mark in marks if isinstance(mark, About)), None)
    info = {"kind": get_origin(kind) or kind, "about": about, "whose": column.whose}
    options: dict[str, Any] = {"nullable": optional}
    match kind:
        case type() if issubclass(kind, StrEnum):
            kind = str
        case type() if issubclass(kind, datetime):
            options["sa_type"] = UtcDateTime
        case type() if issubclass(kind, str | int | float | bytes):
            pass
        case _:
            kind, options["sa_type"] = Any, JSON(none_as_null=optional)
    return kind, Field(**{**options, **column.options}, sa_column_kwargs={"info": info})


# What is personal, and whose.


def says_whether_personal(column: Column[Any]) -> bool:
    """Numbers, times, switches and choices of ours need not."""
    return column.info["about"] is not None or issubclass(column.info["kind"], int | float | datetime | StrEnum)


def personal(table: Table) -> list[Column[Any]]:
    """The columns that are."""
    return [column for column in table.columns if column.info["about"] is PERSONAL]


def emptied(table: Table, *but: str) -> dict[str, Any]:
    """What is left in a row's personal columns. One that is unique can't be empty: it is given another value."""
    return {column.name: _nothing(column) for column in personal(table) if not column.unique and column.name not in but}


def _nothing(column: Column[Any]) -> Any:
    return None if column.nullable else column.info["kind"]()


def owned() -> Iterator[tuple[Column[Any], Whose]]:
    """Every column that says to which player a row belongs."""
    for table in KeptRow.metadata.tables.values():
        for column in table.columns:
            if whose := column.info["whose"]:
                yield column, whose
