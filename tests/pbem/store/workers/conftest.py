"""A PostgreSQL that several processes work on."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from pbem.model import Player
from pbem.store.store import SqlStore
from tests.pbem.store.workers.processes import Submit
from tests.pbem.store.worlds import Watch, fresh_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqlStore]:
    with closing(fresh_store("postgresql", tmp_path, Watch())) as store:
        yield store


@pytest.fixture
def another() -> Iterator[Submit]:
    """Has something done by another process, as far as the database can tell."""
    with ThreadPoolExecutor(1) as process:
        yield process.submit


@pytest.fixture
def anna(store: SqlStore) -> Player:
    with store.work() as work:
        return work.add_player("Anna", "anna@players.example", "en", "UTC")
