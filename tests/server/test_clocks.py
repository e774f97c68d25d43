"""Bots that take their time think while nobody waits."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from engine.bots import BOTS, considered, ranked
from pbem import thoughts
from pbem.actions.games import analysis, hints, play
from tests.support.desk import USUAL, Desk, kinds


@pytest.fixture
def free(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether the database was free, each time when somebody thought."""
    seen: list[bool] = []

    def slow(do: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*asked: object) -> object:
            with desk.store.work() as work:  # It would wait in vain while somebody else writes.
                seen.append(work.now == desk.now)
            return do(*asked)

        return watched

    monkeypatch.setattr(thoughts, "_known", OrderedDict())  # What another test thought of would not be thought of here.
    monkeypatch.setattr(hints, "considered", slow(considered))
    monkeypatch.setattr(analysis, "ranked", slow(ranked))
    monkeypatch.setattr(play, "BOTS", {**BOTS, "strong": slow(BOTS["greedy"])})
    return seen


def test_a_hint_holds_no_lock(desk: Desk, free: list[bool]) -> None:
    desk.new_game()
    desk.reply(desk.people[0], "hint", to="started")
    assert free == [True]


def test_a_strong_stand_in_holds_no_lock(desk: Desk, free: list[bool]) -> None:
    desk.new_game(terms=replace(USUAL, on_timeout="bot"))
    desk.set(desk.people[0], stand_in="strong")
    desk.let_pass(days=30)
    assert free
    assert all(free)


def test_a_look_back_holds_no_lock_and_what_came_before_it_is_kept(desk: Desk, free: list[bool]) -> None:
    desk.new_game()
    desk.tap(desk.people[0], "take")
    desk.let_pass(days=400)
    assert desk.game().state.over
    assert free
    assert all(free)


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


def test_a_bot_whose_thought_breaks_leaves_its_game_alone_for_a_while(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_asked: object) -> object:
        raise ValueError("no luck today")

    monkeypatch.setattr(play, "BOTS", {**BOTS, "9": broken})
    desk.new_game("9")
    for person in desk.people:
        desk.tap(person, "take")
    assert desk.keep_time() == []
    monkeypatch.setattr(play, "BOTS", {**BOTS, "9": BOTS["greedy"]})
    assert kinds(desk.let_pass(hours=2)) == ["turn"]
