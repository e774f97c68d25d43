"""Backups: consistent while others write, checked, whole or not there at all; and back again on either database."""

import json
import resource
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from threading import Event, Thread

import pytest
from sqlalchemy import text, update

from pbem.errors import PbemError, StoreUnavailable
from pbem.store import schema
from pbem.store.backup import (
    DATABASE,
    Archive,
    fill,
    is_unused,
    prune,
    replace_file,
    tells_when,
    unpacked,
    write_backup,
)
from pbem.store.database import open_database, transaction
from pbem.store.schema import HEAD, migrate, upgrade
from pbem.store.seal import Seal
from pbem.store.store import SqlStore
from pbem.store.tables import metadata
from tests.support.desk import SERVER_SECRET, Desk
from tests.support.stores import DATABASES, START, Watch, empty_database, letter

OLDER = "0003"


@pytest.fixture(params=DATABASES)
def desk_on_either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Desk]:
    """Three people who have begun a game, on either database."""
    desk = Desk(tmp_path)
    if request.param == "postgresql":
        desk.store.close()
        desk.store = SqlStore(empty_database("postgresql", tmp_path), lambda: desk.now)
        migrate(desk.store.engine, START)
    desk.new_game()
    desk.reply(desk.people[0], "take white blue green")
    yield desk
    desk.store.close()


@pytest.fixture
def target(tmp_path: Path) -> Path:
    (tmp_path / "backups").mkdir()
    return tmp_path / "backups" / "pbem.zip"


def back_up(store: SqlStore, target: Path) -> None:
    write_backup(store.engine, target, START, {})


def restored(target: Path, url: str) -> SqlStore:
    """A store with what is in the backup."""
    store = SqlStore(url, Watch(), Seal(SERVER_SECRET))
    with Archive.opened(target) as archive, unpacked(archive) as (copy, faults):
        assert faults == []
        if store.shared:
            fill(store.engine, copy, START)
        else:
            replace_file(copy, Path(str(store.engine.url.database)), START)
    return store


@pytest.mark.parametrize("kind", DATABASES)
def test_a_game_goes_on_by_mail_from_a_backup_in_either_database(
    desk_on_either: Desk, target: Path, tmp_path: Path, kind: str
) -> None:
    anna, bo, _ = desk_on_either.people
    known = anna.answer(anna.last("turn"))
    desk_on_either.hand_in(known)
    back_up(desk_on_either.store, target)
    at_the_backup = desk_on_either.position()
    since = [bo.answer(bo.last("turn"))]
    desk_on_either.hand_in(*since)
    after = desk_on_either.position()
    desk_on_either.store.close()
    (tmp_path / "new").mkdir()
    desk_on_either.store = restored(target, empty_database(kind, tmp_path / "new"))
    assert desk_on_either.position() == at_the_backup != after
    assert desk_on_either.hand_in(known) == []
    assert desk_on_either.position() == at_the_backup
    # Whoever moves the mails of the meantime back into the folder has them read again; each acts once.
    desk_on_either.hand_in(*since, *since)
    assert desk_on_either.position() == after


def test_a_mail_that_waited_to_be_sent_goes_once_more_as_the_same_mail(
    desk_on_either: Desk, target: Path, tmp_path: Path
) -> None:
    bo = desk_on_either.people[1]
    desk_on_either.take_in(bo.answer(bo.last("turn")))
    back_up(desk_on_either.store, target)
    before = [mail["Message-ID"] for mail in desk_on_either.deliver_outbox()]
    desk_on_either.store.close()
    desk_on_either.store = restored(target, f"sqlite:///{tmp_path / 'restored.db'}")
    assert before
    assert [mail["Message-ID"] for mail in desk_on_either.deliver_outbox()] == before


def test_it_says_what_it_is(desk_on_either: Desk, target: Path) -> None:
    back_up(desk_on_either.store, target)
    with zipfile.ZipFile(target) as archive:
        manifest = json.loads(archive.read("manifest.json"))
        assert archive.namelist() == ["manifest.json", DATABASE]
    assert (manifest["schema"], manifest["source"]) == (HEAD, desk_on_either.store.engine.dialect.name)
    assert (manifest["rows"]["game"], manifest["rows"]["player"], manifest["rows"]["inbox"]) == (1, 3, 1)
    assert manifest["faults"] == []


def test_it_is_for_its_owner_s_eyes_and_leaves_nothing_beside_it(desk_on_either: Desk, target: Path) -> None:
    back_up(desk_on_either.store, target)
    assert target.stat().st_mode & 0o777 == 0o600
    assert list(target.parent.iterdir()) == [target]


def test_the_database_in_it_opens_by_itself(desk_on_either: Desk, target: Path, tmp_path: Path) -> None:
    back_up(desk_on_either.store, target)
    with zipfile.ZipFile(target) as archive:
        archive.extract(DATABASE, tmp_path / "out")
    with closing(sqlite3.connect(f"file:{tmp_path / 'out' / DATABASE}?mode=ro&immutable=1", uri=True)) as connection:
        assert connection.execute("SELECT count(*) FROM game").fetchone() == (1,)


def test_secrets_are_in_it_only_where_they_were_asked_for(desk_on_either: Desk, target: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(b"s" * 32)
    write_backup(desk_on_either.store.engine, target, START, {"secret": secret})
    with Archive.opened(target) as archive:
        assert archive.read("secret") == b"s" * 32


def test_a_busy_writer_is_neither_stopped_nor_half_there(desk_on_either: Desk, target: Path) -> None:
    """Each unit of work adds a player and a holiday of theirs: a copy of one moment has as many of both."""
    stop, url, added = Event(), desk_on_either.store.engine.url.render_as_string(hide_password=False), [0]

    def write() -> None:
        with closing(SqlStore(url, Watch())) as busy:
            while not stop.is_set():
                with busy.work() as work:
                    player = work.add_player("X", f"{added[0]}@busy.example", "en", "UTC")
                    work.add_vacation(player.id, START, START)
                added[0] += 1

    thread = Thread(target=write)
    thread.start()
    try:
        manifests = [
            write_backup(desk_on_either.store.engine, target.with_name(f"{number}.zip"), START, {})
            for number in range(3)
        ]
    finally:
        stop.set()
        thread.join()
    assert all(each.rows["player"] - len(desk_on_either.people) == each.rows["vacation"] for each in manifests)
    assert 0 < manifests[-1].rows["vacation"] < added[0]


class TestWhatDoesNotFit:
    def test_a_snapshot_that_is_not_what_the_ledger_says_is_told_and_backed_up_all_the_same(
        self, desk_on_either: Desk, target: Path
    ) -> None:
        game = metadata.tables["game"]
        with transaction(desk_on_either.store.engine) as connection:
            snapshot = connection.execute(text("SELECT snapshot FROM game")).scalar_one()
            broken = snapshot.replace('"turn": 1', '"turn": 2').replace('"turn":1', '"turn":2')
            assert broken != snapshot
            connection.execute(update(game).values(snapshot=broken))
        manifest = write_backup(desk_on_either.store.engine, target, START, {})
        assert manifest.faults == ["game 1: its snapshot is not what its ledger says"]
        assert write_backup(desk_on_either.store.engine, target, START, {}, replayed=False).faults == []
        assert target.exists()

    def test_a_ledger_that_lost_a_line_is_told(self, desk_on_either: Desk, target: Path) -> None:
        with transaction(desk_on_either.store.engine) as connection:
            connection.execute(text("DELETE FROM ledger"))
        manifest = write_backup(desk_on_either.store.engine, target, START, {}, replayed=False)
        assert manifest.faults == ["game 1: 1 lines were counted, 0 are there"]


@pytest.mark.parametrize("desk_on_either", ["sqlite"], indirect=True)
class TestTrouble:
    def test_a_damaged_database_gives_no_backup(self, desk_on_either: Desk, target: Path, tmp_path: Path) -> None:
        desk_on_either.store.inbox.accept([letter(f"mail{number}", body="x" * 5000) for number in range(300)])
        desk_on_either.store.close()
        damaged = tmp_path / "pbem.db"
        content = bytearray(damaged.read_bytes())
        content[len(content) // 2 : len(content) // 2 + 20_000] = b"?" * 20_000
        damaged.write_bytes(content)
        with pytest.raises(StoreUnavailable, match=r"damaged|malformed"):
            back_up(desk_on_either.store, target)
        assert list(target.parent.iterdir()) == []

    def test_a_full_disk_leaves_the_old_backup_and_nothing_else(
        self, desk_on_either: Desk, target: Path, tmp_path: Path
    ) -> None:
        back_up(desk_on_either.store, target)
        old = target.read_bytes()
        script = (
            "import sys; from pathlib import Path; from pbem.model.time import system_clock\n"
            "from pbem.store.backup import write_backup; from pbem.store.database import open_database\n"
            "write_backup(open_database(sys.argv[1]), Path(sys.argv[2]), system_clock(), {})\n"
        )
        done = subprocess.run(
            [sys.executable, "-c", script, f"sqlite:///{tmp_path / 'pbem.db'}", str(target)],
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)),
            capture_output=True,
            check=False,
        )
        assert done.returncode != 0
        assert target.read_bytes() == old
        assert list(target.parent.iterdir()) == [target]

    def test_a_backup_that_lost_some_bytes_is_not_restored(self, desk_on_either: Desk, target: Path) -> None:
        back_up(desk_on_either.store, target)
        content = target.read_bytes()
        for damaged in (content[:-100], content[:2000] + b"????" + content[2004:], b"nothing of the kind"):
            target.write_bytes(damaged)
            with pytest.raises(PbemError, match="damaged"), Archive.opened(target) as archive, unpacked(archive):
                pass
        assert list(target.parent.iterdir()) == [target]

    def test_a_backup_with_another_database_in_it_is_not_restored(self, desk_on_either: Desk, target: Path) -> None:
        back_up(desk_on_either.store, target)
        with zipfile.ZipFile(target) as archive:
            manifest = archive.read("manifest.json")
        with zipfile.ZipFile(target, "w") as archive:
            archive.writestr("manifest.json", manifest)
            archive.writestr(DATABASE, b"something else")
        with pytest.raises(PbemError, match="not what was written"), Archive.opened(target) as made, unpacked(made):
            pass


class TestVersions:
    def test_a_backup_of_an_older_version_is_brought_up_to_date(self, target: Path, tmp_path: Path) -> None:
        engine = open_database(f"sqlite:///{tmp_path / 'old.db'}")
        with transaction(engine) as connection:
            upgrade(connection, OLDER)
        assert write_backup(engine, target, START, {}).schema == OLDER
        engine.dispose()
        with closing(restored(target, f"sqlite:///{tmp_path / 'new.db'}")) as store:
            assert schema.current_version(store.engine) == HEAD
            store.inbox.accept([letter("first")])

    def test_one_of_a_newer_version_is_refused(
        self, sqlite: SqlStore, target: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        back_up(sqlite, target)
        monkeypatch.setattr(schema, "HEAD", OLDER)
        newer = pytest.raises(PbemError, match=f"{HEAD}, newer than this program's {OLDER}")
        with newer, Archive.opened(target) as archive, unpacked(archive):
            pass

    def test_a_database_of_a_newer_version_is_not_backed_up(
        self, store: SqlStore, target: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(schema, "HEAD", OLDER)
        with pytest.raises(PbemError, match=HEAD):
            back_up(store, target)


class TestPutInPlace:
    def test_the_old_database_gets_another_name_with_all_that_was_in_it(
        self, desk_on_either: Desk, target: Path, tmp_path: Path
    ) -> None:
        back_up(desk_on_either.store, target)
        used = tmp_path / "used.db"
        with closing(SqlStore(f"sqlite:///{used}", Watch())) as store:
            migrate(store.engine, START)
            store.inbox.accept([letter("only here")])
            # Killed, not closed: the last mails are still in the log.
            log = used.with_name("used.db-wal").read_bytes()
        used.with_name("used.db-wal").write_bytes(log)
        restored(target, f"sqlite:///{used}").close()
        aside = tmp_path / f"used.db.{START:%Y%m%dT%H%M%S}.old"
        assert not used.with_name("used.db-wal").exists()
        with (
            closing(SqlStore(f"sqlite:///{aside}", Watch())) as old,
            closing(SqlStore(f"sqlite:///{used}", Watch())) as new,
        ):
            assert len(old.books.mails("in", None, 10)) == 1
            with new.look() as visit:
                assert visit.game(1)

    def test_only_a_database_that_nobody_used_is_unused(self, desk_on_either: Desk, tmp_path: Path) -> None:
        assert not is_unused(desk_on_either.store.engine)
        nowhere = open_database(f"sqlite:///{tmp_path / 'nowhere.db'}")
        assert is_unused(nowhere)
        assert not (tmp_path / "nowhere.db").exists()
        (tmp_path / "damaged.db").write_bytes(b"SQLite format 3\0" * 99)
        damaged = open_database(f"sqlite:///{tmp_path / 'damaged.db'}")
        assert not is_unused(damaged)
        damaged.dispose()


class TestOldBackups:
    @pytest.fixture
    def folder_of_backups(self, tmp_path: Path) -> Path:
        for day in range(1, 6):
            (tmp_path / f"pbem-202611{day:02}.zip").touch()
        for name in ("pbem-notes.zip", "other-20261101.zip", "pbem-20261101.zip.old"):
            (tmp_path / name).touch()
        return tmp_path

    def test_the_newest_stay_and_so_does_what_has_another_name(self, folder_of_backups: Path) -> None:
        gone = prune(folder_of_backups / "pbem-%Y%m%d.zip", 2)
        assert [path.name for path in gone] == [f"pbem-202611{day:02}.zip" for day in (1, 2, 3)]
        assert len(list(folder_of_backups.iterdir())) == 5

    def test_as_long_as_there_are_few_none_goes(self, folder_of_backups: Path) -> None:
        assert prune(folder_of_backups / "pbem-%Y%m%d.zip", 5) == []

    def test_a_name_must_tell_when(self, folder_of_backups: Path) -> None:
        now = START + timedelta(days=1)
        assert tells_when(folder_of_backups / "pbem-%Y%m%dT%H%M.zip", now)
        assert not tells_when(folder_of_backups / "pbem.zip", now)
        assert not tells_when(folder_of_backups / "pbem-%s.zip", now)
