"""What the simulation found, each as small as it can be."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.actions.games.play import stand_in
from pbem.model import Terms
from pbem.worlds.simulation.facts import Returned
from pbem.worlds.simulation.world import Journal
from tests.support.desk import Desk, kinds

# 34 hours in all: the first reminder after 17.
BRISK = Terms(free_hours=24, bank_hours=10, grace_hours=6)


@pytest.fixture
def desk_for_two(tmp_path: Path) -> Desk:
    return Desk(tmp_path, "Anna", "Bo")


def test_a_game_that_begins_after_its_player_said_stop_goes_on(desk_for_two: Desk) -> None:
    desk_for_two.new_game(terms=BRISK)
    anna, bo = desk_for_two.people
    desk_for_two.reply(anna, "stop")
    number = desk_for_two.new_game(terms=BRISK, secret=b"another")
    desk_for_two.keep_time()
    assert desk_for_two.game(number).holders[0].bot == "greedy"
    assert desk_for_two.game(number).state.turn == 1
    assert bo.last("turn")["X-PBEM-Game"] == str(number)


def test_two_games_that_are_due_at_the_same_moment_are_told_in_one_digest(desk_for_two: Desk) -> None:
    for secret in (b"one", b"another"):
        desk_for_two.new_game(terms=BRISK, secret=secret)
    desk_for_two.set(desk_for_two.people[0], digest=True)
    assert kinds(desk_for_two.let_pass(hours=18)) == ["digest"]


def test_who_comes_back_while_a_bot_takes_its_time_has_the_turn_at_once(desk_for_two: Desk, tmp_path: Path) -> None:
    number = desk_for_two.new_game(terms=replace(BRISK, bot_minutes=45))
    anna, game = desk_for_two.people[0], desk_for_two.game(number)
    with desk_for_two.store.work() as work:
        stand_in(work, game, 0, "greedy")
    with closing(sqlite3.connect(tmp_path / "pbem.db")) as database:
        journal = Journal(database)
        assert not any(isinstance(fact, Returned) for fact in journal.news())
        assert kinds(desk_for_two.reply(anna, "buy 31")) == ["refused"]
        assert Returned(number, desk_for_two.player(anna).id, 0, desk_for_two.game(number).length) in journal.news()
    assert kinds(desk_for_two.let_pass(hours=17)) == ["reminder"]
