"""Visitors look at the database: they find what there is, lock nothing, and wait for nobody."""

from dataclasses import replace

import pytest

from pbem.errors import PbemError, StoreUnavailable
from pbem.model import GameStatus, RatingChange, Waiting
from pbem.notices import NAMING
from pbem.store.store import SqlStore
from tests.support.stores import START, Watch, add_game, letter, mail_to


def test_a_visitor_waits_for_no_one_who_writes_and_no_one_waits_for_a_visitor(store: SqlStore) -> None:
    with store.work() as work:
        number = add_game(work, "anna", "bo").id
    with store.look() as visit, store.work() as writer:
        assert writer.game(number)
        if store.shared:
            visit._connection.exec_driver_sql("SET LOCAL lock_timeout = '2s'")
        assert visit.game(number)


def test_whoever_only_looks_can_not_write(store: SqlStore) -> None:
    with store.work() as work:
        anna = work.add_player("Anna", "anna@players.example", "en", "UTC")
    with pytest.raises(StoreUnavailable, match=r"readonly|read-only"), store.look() as visit:
        visit.save_player(replace(anna, name="Nobody"))
    with store.look() as visit:
        assert visit.player(anna.id) == anna


def test_after_a_look_the_same_connection_writes_again(store: SqlStore) -> None:
    for number in range(3):
        with pytest.raises(PbemError), store.look():
            raise PbemError("the visitor stumbles")
        with store.work() as work:
            work.add_player(f"Anna {number}", f"anna{number}@players.example", "en", "UTC")
        with store.look() as visit:
            assert visit.players_named(f"Anna {number}")


def test_games_are_listed_the_newest_first_in_parts(store: SqlStore) -> None:
    with store.work() as work:
        first, second, third = (add_game(work, f"a{each}", f"b{each}").id for each in range(3))
    with store.look() as visit:
        assert visit.count_games(GameStatus.RUNNING) == 3
        assert [each.id for each in visit.games(GameStatus.RUNNING, 2, 0)] == [third, second]
        assert [each.id for each in visit.games(GameStatus.RUNNING, 2, 2)] == [first]
        assert visit.games(GameStatus.OVER, 2, 0) == []
        assert [each.id for each in visit.games_with(1, 5, 0)] == [first]
        assert visit.count_games_with(1) == 1


def test_ratings_stand_in_order_each_with_the_last_and_without_those_who_are_forgotten(store: SqlStore) -> None:
    with store.work() as work:
        game = add_game(work, "anna", "bo", "cy")
        changes = [("1", 25.0), ("2", 30.0), ("greedy", 28.0), ("1", 33.0), ("3", 40.0)]
        for who, mu in changes:
            work.add_rating_change(RatingChange("bots", who, game.id, START, 25, 8, mu, 4))
        cy = work.player(3)
        assert cy
        work.forget_player(cy, "Player 3", NAMING)
    with store.look() as visit:
        assert [(each.who, each.mu, each.games) for each in visit.ratings("bots", 1, 9, 0)] == [
            ("1", 33.0, 2),
            ("2", 30.0, 1),
            ("greedy", 28.0, 1),
        ]
        assert visit.count_ratings("bots") == 3
        assert visit.count_ratings("league") == 0


def test_the_backlog_counts_and_says_since_when(store: SqlStore, watch: Watch) -> None:
    store.inbox.accept([letter("one"), letter("two")])
    with store.work() as work:
        work.post(mail_to("anna@players.example"))
        add_game(work, "anna", "bo")
    watch.forward(minutes=5)
    with store.look() as visit:
        backlog = visit.backlog()
    assert (backlog.games, backlog.mails_in, backlog.mails_out) == ({"running": 1}, {"waiting": 2}, {"waiting": 1})
    assert backlog.waiting == Waiting(START, START, None)


def test_games_that_are_looked_at_together_are_as_each_is_alone(store: SqlStore, watch: Watch) -> None:
    with store.work() as work:
        games = [add_game(work, f"a{each}", f"b{each}") for each in range(3)]
        for game in games:
            work.save_clock(replace(game, due_at=START))
        work.add_vacation(1, START, watch.forward(days=1))
        work.add_vacation(1, watch.forward(days=1), watch.forward(days=1))
    with store.look() as visit:
        together = visit.games(GameStatus.RUNNING, 9, 0)
        people = [(visit.player(number), visit.vacations(number)) for number in range(1, 7)]
    with store.work() as work:
        assert sorted(together, key=lambda game: game.id) == [work.game(each.id) for each in games]
        assert people == [(work.player(number), work.vacations(number)) for number in range(1, 7)]
