"""The load of bots is measured on a real server, in few games here."""

import pytest

from benchmarks import bots_load
from benchmarks.bots_load import lines, run


def test_a_few_bots_at_once_all_move_and_people_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots_load, "_PEOPLE", 4)
    monkeypatch.setattr(bots_load, "_AFTERWARDS", 2)
    result = run(games=3, level="8", rate=10)
    assert result.moved == 3
    assert [each.unanswered for each in (result.before, result.meanwhile, result.moves)] == [0, 0, 0]
    assert result.moves.longest > 0
    assert "| an order, and the bot's move after it | 2 | 0 |" in "\n".join(lines(result))
