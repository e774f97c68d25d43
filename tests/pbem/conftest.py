"""What the tests of the path share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pbem.office import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(tmp_path)
    yield desk
    desk.store.close()
