"""A database that is locked, full, read-only, broken or gone: nothing is acknowledged, and it recovers by itself."""

import resource
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path

import pytest

from pbem.errors import StoreUnavailable
from pbem.ports import Delivery
from pbem.server.handling import process_waiting
from pbem.store.schema import migrate
from pbem.store.store import SqlStore
from tests.support.servers.postgres import Postgres
from tests.support.stores import START, Watch, fresh_store, letter, locked, make_server, stored

OFFICE = make_server()


@contextmanager
def disk_full(store: SqlStore) -> Iterator[None]:
    """Meanwhile a file has taken all the room that there was."""
    filler = Path(str(store.engine.url.database)).with_name("filler")
    with filler.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    yield
    filler.unlink()


@contextmanager
def quota_used_up(_store: SqlStore) -> Iterator[None]:
    """Meanwhile this process may not write another byte."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def read_only(store: SqlStore) -> Iterator[None]:
    """Meanwhile the file system takes no writes."""
    folder = str(Path(str(store.engine.url.database)).parent)
    store.close()
    subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
    yield
    store.close()
    subprocess.run(["mount", "-o", "remount,rw", folder], check=True)


TROUBLES = {"locked": locked, "quota": quota_used_up, "full": disk_full, "read-only": read_only}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own, of one megabyte."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root can mount a small disk")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


@pytest.fixture(params=TROUBLES)
def trouble(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def endangered_store(trouble: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlStore]:
    folder = request.getfixturevalue("small_disk") if trouble in ("full", "read-only") else tmp_path
    with closing(fresh_store("sqlite", folder, Watch())) as store:
        store.inbox.accept([letter("before")])
        yield store


@pytest.fixture
def in_trouble(trouble: str, endangered_store: SqlStore) -> AbstractContextManager[None]:
    return TROUBLES[trouble](endangered_store)


def contents(store: SqlStore) -> list[Delivery]:
    return [mail.delivery for mail in stored(store)]


def test_no_mail_is_acknowledged(endangered_store: SqlStore, in_trouble: AbstractContextManager[None]) -> None:
    with in_trouble:
        for _ in range(2):
            with pytest.raises(StoreUnavailable) as told:
                endangered_store.inbox.accept([letter("during"), letter("as well")])
            assert "\n" not in str(told.value)
    assert contents(endangered_store) == [letter("before")]


def test_mail_is_taken_once_it_is_over(endangered_store: SqlStore, in_trouble: AbstractContextManager[None]) -> None:
    with in_trouble, pytest.raises(StoreUnavailable):
        endangered_store.inbox.accept([letter("during")])
    endangered_store.inbox.accept([letter("during"), letter("after")])
    assert contents(endangered_store) == [letter("before"), letter("during"), letter("after")]


def test_mails_wait_and_are_handled_once_it_is_over(
    endangered_store: SqlStore, in_trouble: AbstractContextManager[None]
) -> None:
    with in_trouble, pytest.raises(StoreUnavailable):
        process_waiting(endangered_store, OFFICE)
    assert [row["status"] for row in endangered_store.books.mails("in", None, 10)] == ["waiting"]
    assert endangered_store.books.mails("out", None, 10) == []
    assert process_waiting(endangered_store, OFFICE) == 1
    assert [row["status"] for row in endangered_store.books.mails("in", None, 10)] == ["done"]
    assert len(endangered_store.books.mails("out", None, 10)) == 1


def test_what_goes_out_is_not_claimed(endangered_store: SqlStore, in_trouble: AbstractContextManager[None]) -> None:
    process_waiting(endangered_store, OFFICE)
    with in_trouble, pytest.raises(StoreUnavailable):
        endangered_store.outbox.claim(START, 10)
    assert len(endangered_store.outbox.claim(START, 10)) == 1


def test_a_mail_too_large_for_the_room_that_is_left_leaves_nothing_of_its_batch(small_disk: Path) -> None:
    large = Delivery(b"Message-ID: <large@x>\r\n\r\n" + secrets.token_bytes(2_000_000))
    with closing(fresh_store("sqlite", small_disk, Watch())) as store:
        with pytest.raises(StoreUnavailable, match="full"):
            store.inbox.accept([letter("small"), large])
        assert contents(store) == []
        store.inbox.accept([letter("small")])
        assert contents(store) == [letter("small")]


@pytest.mark.parametrize(
    "content", [b"This is no database, and long enough to be one.\n" * 100, b"SQLite format 3\0" * 99]
)
def test_a_file_that_is_no_database_is_no_store(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "pbem.db").write_bytes(content)
    with closing(SqlStore(f"sqlite:///{tmp_path / 'pbem.db'}", Watch())) as store, pytest.raises(StoreUnavailable):
        migrate(store.engine, START)


def test_a_folder_that_does_not_exist_holds_no_store(tmp_path: Path) -> None:
    store = SqlStore(f"sqlite:///{tmp_path / 'none' / 'pbem.db'}", Watch())
    with closing(store), pytest.raises(StoreUnavailable, match="unable to open"):
        migrate(store.engine, START)


@pytest.fixture
def far_store(durable_postgres: Postgres) -> Iterator[SqlStore]:
    with closing(SqlStore(durable_postgres.url(durable_postgres.fresh()), Watch())) as store:
        migrate(store.engine, START)
        yield store


def test_what_was_acknowledged_survives_a_server_that_is_killed(
    durable_postgres: Postgres, far_store: SqlStore
) -> None:
    far_store.inbox.accept([letter("before")])
    durable_postgres.kill()
    with pytest.raises(StoreUnavailable) as told:
        far_store.inbox.accept([letter("during")])
    assert "\n" not in str(told.value)
    with pytest.raises(StoreUnavailable):
        process_waiting(far_store, OFFICE)
    durable_postgres.start()
    assert contents(far_store) == [letter("before")]
    far_store.inbox.accept([letter("during")])
    assert [process_waiting(far_store, OFFICE) for _ in range(2)] == [2, 0]


def test_a_server_that_is_killed_in_the_middle_of_the_work_undoes_it(
    durable_postgres: Postgres, far_store: SqlStore
) -> None:
    def work_on_it() -> None:
        with far_store.work() as work:
            work.add_player("Anna", "anna@players.example", "en", "UTC")
            durable_postgres.restart()
            work.add_player("Jon", "jon@players.example", "en", "UTC")

    with pytest.raises(StoreUnavailable):
        work_on_it()
    with far_store.work() as work:
        assert work.player_at("anna@players.example") is None


def test_after_a_server_is_killed_in_the_middle_of_an_attempt_nothing_more_is_written(
    durable_postgres: Postgres, far_store: SqlStore
) -> None:
    def work_on_it() -> None:
        with far_store.work() as work:
            with suppress(StoreUnavailable), work.attempt():
                work.add_player("Anna", "anna@players.example", "en", "UTC")
                durable_postgres.restart()
                work.add_player("Jon", "jon@players.example", "en", "UTC")
            work.add_player("Eva", "eva@players.example", "en", "UTC")

    with pytest.raises(StoreUnavailable):
        work_on_it()
    assert far_store.books.players() == []


def test_a_server_that_takes_no_writes_is_unavailable(durable_postgres: Postgres, far_store: SqlStore) -> None:
    name = far_store.engine.url.database
    durable_postgres.command(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    far_store.close()
    with pytest.raises(StoreUnavailable, match="read-only"):
        far_store.inbox.accept([letter("during")])
    durable_postgres.command(f"ALTER DATABASE {name} RESET default_transaction_read_only")
    far_store.close()
    far_store.inbox.accept([letter("during")])
    assert contents(far_store) == [letter("during")]
