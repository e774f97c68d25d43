"""Several processes on one PostgreSQL: nobody undoes what another does to a player."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier

import pytest

from pbem.errors import Conflict
from pbem.model import Player, Question
from pbem.notices import NAMING
from pbem.server.handling import process_waiting
from pbem.store.store import SqlStore
from tests.support.processes import Submit, player, waits
from tests.support.servers.tools import PATIENCE
from tests.support.stores import POSTGRESQL_ONLY, START, letter, mail_to, make_server

pytestmark = POSTGRESQL_ONLY

OFFICE = make_server()
DAY = timedelta(days=1)


def test_settings_that_are_changed_at_the_same_time_are_both_kept(store: SqlStore, known_anna: Player) -> None:
    with store.work() as one:
        seen = player(one, known_anna.id)
        with store.work() as another:
            another.save_player(replace(player(another, known_anna.id), language="da"))
        one.save_player(replace(seen, turns=seen.turns + 1))
    with store.work() as work:
        assert player(work, known_anna.id) == replace(known_anna, language="da", turns=1)


def test_of_two_who_count_at_the_same_time_one_counts_again(store: SqlStore, known_anna: Player) -> None:
    def count() -> None:
        with store.work() as work:
            seen = player(work, known_anna.id)
            together.wait(timeout=PATIENCE)
            work.save_player(replace(seen, turns=seen.turns + 1))

    together = Barrier(2)
    with ThreadPoolExecutor(2) as processes:
        outcomes = [done.exception() for done in [processes.submit(count) for _ in range(2)]]
    assert [type(each) for each in outcomes if each] == [Conflict]
    with store.work() as work:
        assert player(work, known_anna.id).turns == 1


def test_a_player_who_changes_while_somebody_looks_is_not_taken_for_the_same(
    store: SqlStore, known_anna: Player
) -> None:
    with store.work() as one:
        one.player_at(known_anna.address)
        with store.work() as another:
            another.save_player(replace(player(another, known_anna.id), language="da"))
        with pytest.raises(Conflict):
            one.players_named("Anna")


def test_a_newcomer_whom_two_enter_at_the_same_time_is_one_player_and_gets_an_answer(
    store: SqlStore, another: Submit
) -> None:
    store.inbox.accept([letter("hello", sender="eva", body="open")])
    with store.work() as work:
        work.add_player("Eva", "eva@players.example", "en", "UTC", confirmed=False)
        handled = another(lambda: process_waiting(store, OFFICE))
        assert waits(handled)
    assert handled.result() == 1
    assert [row["status"] for row in store.books.mails("in", None, 10)] == ["done"]
    assert len(store.books.players()) == 1
    assert len(store.books.mails("out", None, 10)) == 1


def test_vacations_are_planned_by_one_at_a_time(store: SqlStore, known_anna: Player) -> None:
    with store.work() as one:
        assert one.vacations(known_anna.id) == []
        with store.work() as another:
            another.add_vacation(known_anna.id, START, START + DAY)
        with pytest.raises(Conflict):
            one.add_vacation(known_anna.id, START, START + DAY)


def test_whoever_is_forgotten_leaves_nothing_that_others_were_just_writing(
    store: SqlStore, known_anna: Player, another: Submit
) -> None:
    def forget() -> None:
        with store.work() as work:
            work.forget_player(player(work, known_anna.id), "Player 1", NAMING)

    with store.work() as work:
        work.post(mail_to(known_anna.address, player_id=known_anna.id))
        forgotten = another(forget)
        assert waits(forgotten)
    forgotten.result()
    (row,) = store.books.mails("out", None, 10)
    assert row["status"] == "failed"
    assert store.books.mail("out", 1)[1] == b""


def test_a_question_is_answered_once(store: SqlStore, known_anna: Player) -> None:
    store.inbox.accept([letter("a")])
    with store.work() as work:
        work.ask(Question("key", known_anna.id, 1, START + DAY))
    with store.work() as one:
        assert one.question("key")
        with store.work() as another:
            another.close_question("key")
        with pytest.raises(Conflict):
            one.close_question("key")
