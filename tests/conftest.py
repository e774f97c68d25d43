"""What all tests share."""

import gc
import os
from collections.abc import Iterator
from itertools import groupby

import pytest
import structlog
from hypothesis import HealthCheck, settings

# Collecting makes thousands of things that all stay: looking for garbage among them would take as long again.
gc.disable()

pytest_plugins = [f"tests.support.fixtures.{part}" for part in ("databases", "desks", "servers")]

LONG = ("tests/e2e/", "tests/worlds/simulation/", "tests/promises/test_every_command.py")

# Examples are found anew in every run, but for CI's: what lands is no matter of luck. No clock decides it either.
settings.register_profile(
    "pbem", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize="CI" in os.environ
)
settings.load_profile("pbem")


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
