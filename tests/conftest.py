"""What all tests share."""

import gc
import os
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pytest
import structlog
from hypothesis import HealthCheck, settings
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import Dialect

from pbem.store.seal import seal_of_dialect

# Collecting makes thousands of things that all stay: looking for garbage among them would take as long again.
gc.disable()

pytest_plugins = [f"tests.support.fixtures.{part}" for part in ("databases", "desks", "servers")]

LONG = ("tests/e2e/", "tests/worlds/simulation/", "tests/promises/test_every_command.py")

# Examples are found anew in every run, but for CI's: what lands is no matter of luck. No clock decides it either.
settings.register_profile(
    "pbem", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize="CI" in os.environ
)
settings.load_profile("pbem")


class _Like:
    """Any two dialects of one kind that seal alike: what a statement is compiled to is the same for both."""

    def __init__(self, dialect: Dialect) -> None:
        seal = seal_of_dialect(dialect)
        self.kind = type(dialect), seal and seal.fingerprint("")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Like) and self.kind == other.kind

    def __hash__(self) -> int:
        return hash(self.kind)


class _Compiled(dict[Any, Any]):
    """What statements are compiled to, by dialect, statement and columns."""

    def get(self, key: tuple[Any, ...], default: Any = None) -> Any:
        return super().get((_Like(key[0]), *key[1:]), default)

    def __setitem__(self, key: tuple[Any, ...], value: Any) -> None:
        super().__setitem__((_Like(key[0]), *key[1:]), value)


_compiled = _Compiled()


@event.listens_for(Engine, "engine_connect")
def _compile_once(connection: Connection) -> None:
    """Each test has databases of its own, and no statement needs to be compiled for each of them anew."""
    connection.engine.update_execution_options(compiled_cache=_compiled)


@event.listens_for(Engine, "engine_connect")
def _write_hastily(connection: Connection) -> None:
    """No test cuts the power: the disk need not be waited for at each commit."""
    if connection.dialect.name == "sqlite":
        connection.connection.cursor().execute("PRAGMA synchronous=OFF").close()


@pytest.fixture(autouse=True)
def _logs_as_they_were() -> Iterator[None]:
    """A command that is called in a test sets up the logs of the whole process."""
    yield
    structlog.reset_defaults()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Two workers get a half of the list each: both begin with long tests, so that none of these is left at the end."""
    modules = groupby((item for item in items if item.nodeid.startswith(LONG)), key=lambda item: item.path)
    halves: tuple[list[pytest.Item], list[pytest.Item]] = ([], [])
    for number, (_, tests) in enumerate(modules):
        halves[number % 2].extend(tests)
    short = [item for item in items if not item.nodeid.startswith(LONG)]
    middle = max(0, len(items) // 2 - len(halves[0]))
    items[:] = [*halves[0], *short[:middle], *halves[1], *short[middle:]]


def pytest_collection_finish() -> None:
    """What six thousand tests are made of stays to the end: it need not be looked through for garbage ever again."""
    gc.enable()
    gc.collect()
    gc.freeze()
