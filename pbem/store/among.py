"""A column among many numbers: one and the same statement however many there are, prepared once."""

from typing import Any

from sqlalchemy import JSON, ColumnElement, Integer, bindparam
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeDecorator, TypeEngine


class _Numbers(TypeDecorator[list[int]]):
    """An array, or where there are none a list in JSON."""

    impl = JSON
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(ARRAY(Integer) if dialect.name == "postgresql" else JSON())


class _Among(FunctionElement[Any]):
    # Of no type: SQLAlchemy would have SQLite compare a Boolean with 1, and that is a condition no index helps with.
    inherit_cache = True


def among(column: ColumnElement[Any], name: str) -> ColumnElement[bool]:
    """A condition; the list of numbers is given as `name` when the statement is executed."""
    return _Among(column, bindparam(name, type_=_Numbers()))


@compiles(_Among)
def _in_json(element: _Among, compiler: Any, **options: Any) -> str:
    column, numbers = (compiler.process(each, **options) for each in element.clauses)
    return f"{column} IN (SELECT value FROM json_each({numbers}))"  # noqa: S608


@compiles(_Among, "postgresql")
def _in_array(element: _Among, compiler: Any, **options: Any) -> str:
    column, numbers = (compiler.process(each, **options) for each in element.clauses)
    return f"{column} = ANY ({numbers})"
