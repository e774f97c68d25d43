"""What people write who know no command, in five languages: nearly all of it leads where they wanted to go."""

from pathlib import Path

import pytest

from tests.support.heard import heard, led_astray

MOST = 0.05
"""So large a share may lead elsewhere; docs/benchmarks.md has the figures, and which half was seen when."""


@pytest.mark.parametrize("name", ["first", "rules", "game", "invited", "there"])
def test_what_people_write_leads_where_they_wanted_to_go(name: str, tmp_path: Path) -> None:
    astray = led_astray(name, tmp_path)
    assert len(astray) <= MOST * len(heard(name)), astray
