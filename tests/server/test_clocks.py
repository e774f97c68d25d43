"""Bots that take their time think while nobody waits."""

import pytest

from engine.bots import BOTS
from pbem.actions.games import play
from tests.support.desk import Desk, kinds


def test_a_bot_that_thinks_holds_no_lock(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    free: list[bool] = []

    def slow(*asked: object) -> object:
        with desk.store.work() as work:  # It would wait in vain while somebody else writes.
            free.append(work.now == desk.now)
        return BOTS["greedy"](*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(play, "BOTS", {**BOTS, "strong": slow})
    desk.new_game("strong")
    for person in desk.people:
        desk.tap(person, "take")
    assert free == []
    assert kinds(desk.keep_time()) == ["turn"]
    assert free == [True]
