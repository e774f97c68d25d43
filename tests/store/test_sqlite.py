"""SQLite as we set it up: nothing is lost, neither to a crash nor to a second thread."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier

import pytest
from sqlalchemy.exc import IntegrityError

from pbem.errors import StoreUnavailable
from pbem.store.database import transaction
from pbem.store.store import SqlStore
from tests.support.servers.tools import PATIENCE
from tests.support.stores import letter, mail_to

THREADS, ROUNDS = 4, 25


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 5000)],
)
def test_every_connection_is_set_up(sqlite: SqlStore, pragma: str, value: object) -> None:
    """As the pool makes them: what tests/conftest.py changes comes later."""
    sqlite.engine.dispose()
    with closing(sqlite.engine.raw_connection()) as one, closing(sqlite.engine.raw_connection()) as two:
        for connection in (one, two):
            assert connection.cursor().execute(f"PRAGMA {pragma}").fetchone() == (value,)


def test_a_row_that_points_nowhere_is_refused(store: SqlStore) -> None:
    with pytest.raises(IntegrityError), store.work() as work:
        work.post(mail_to("anna@players.example", player_id=999))


def test_threads_that_read_and_then_write_lose_nothing(sqlite: SqlStore) -> None:
    together = Barrier(THREADS)
    with sqlite.work() as work:
        player = work.add_player("Anna", "anna@players.example", "en", "UTC")

    def count_up() -> None:
        together.wait(timeout=PATIENCE)
        for _ in range(ROUNDS):
            with transaction(sqlite.engine) as connection:
                seen = connection.exec_driver_sql("SELECT generation FROM player").scalar_one()
                connection.exec_driver_sql("UPDATE player SET generation = ?", (seen + 1,))

    with ThreadPoolExecutor(THREADS) as threads:
        for done in [threads.submit(count_up) for _ in range(THREADS)]:
            done.result()
    with sqlite.work() as work:
        counted = work.player(player.id)
    assert counted
    assert counted.generation == THREADS * ROUNDS


def test_readers_do_not_wait_for_a_writer(sqlite: SqlStore) -> None:
    sqlite.inbox.accept([letter("a")])
    with sqlite.work() as work:
        work.waiting_mail(1)
        assert len(sqlite.books.mails("in", None, 10)) == 1
        assert sqlite.inbox.cursor("INBOX") is None


def test_a_writer_that_others_wait_for_too_long_is_told_of_as_trouble(
    sqlite: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.store.database._BUSY_SECONDS", 0.05)
    with sqlite.work(), ThreadPoolExecutor(1) as thread:
        waiting = thread.submit(sqlite.inbox.accept, [letter("b")])
        with pytest.raises(StoreUnavailable, match="locked"):
            waiting.result(timeout=PATIENCE)
    sqlite.inbox.accept([letter("b")])
