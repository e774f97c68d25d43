"""No turn without notice: page and mail together, in runs that chance has drawn; `PBEM_EVENINGS` says how many."""

import os
from pathlib import Path

import pytest

from tests.support.evenings import Evening


@pytest.mark.parametrize("seed", range(int(os.environ.get("PBEM_EVENINGS", "2"))))
def test_nobody_is_on_turn_without_having_been_told(tmp_path: Path, seed: int) -> None:
    evening = Evening(tmp_path, seed)
    evening.play()
    assert evening.faults == []
    assert evening.turns, "something was played"
