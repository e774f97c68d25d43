"""A desk on which a league is run."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.pbem.service.leagues.desk import LeagueDesk


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[LeagueDesk]:
    with closing(LeagueDesk(tmp_path)) as desk:
        yield desk
