"""A store on each database, at a time that the test sets."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pbem.store.store import SqlStore
from tests.pbem.store.worlds import DATABASES, Watch, fresh_store


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture(params=DATABASES)
def store(request: pytest.FixtureRequest, tmp_path: Path, watch: Watch) -> Iterator[SqlStore]:
    with closing(fresh_store(request.param, tmp_path, watch)) as store:
        yield store


@pytest.fixture
def sqlite(tmp_path: Path, watch: Watch) -> Iterator[SqlStore]:
    with closing(fresh_store("sqlite", tmp_path, watch)) as store:
        yield store
