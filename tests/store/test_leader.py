"""Who leads: one process of all that share PostgreSQL, the only one on a SQLite file."""

import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.errors import PbemError
from pbem.store.database import open_alone
from pbem.store.serving import PATIENCE, ElectedLeader, OnlyLeader, alone
from pbem.store.store import SqlStore
from tests.support.servers import postgres
from tests.support.stores import START, Watch


@pytest.fixture
def two(postgresql: SqlStore) -> Iterator[tuple[ElectedLeader, ElectedLeader]]:
    one, another = ElectedLeader(postgresql.engine, PATIENCE), ElectedLeader(postgresql.engine, PATIENCE)
    yield one, another
    one.resign()
    another.resign()


def same(database: Path) -> Path:
    return database


def symbolic_link(database: Path) -> Path:
    link = database.with_name("link.db")
    link.symlink_to(database)
    return link


def hard_link(database: Path) -> Path:
    link = database.with_name("hard.db")
    link.hardlink_to(database)
    return link


@pytest.mark.parametrize("by", [same, symbolic_link, hard_link])
def test_two_servers_never_serve_one_file_by_whatever_name(sqlite: SqlStore, by: Callable[[Path], Path]) -> None:
    file = Path(str(sqlite.engine.url.database))
    one, another = OnlyLeader(file), OnlyLeader(by(file))
    assert one.leads()
    with pytest.raises(PbemError, match="another `pbem serve` is running"):
        another.leads()
    assert one.leads()
    one.resign()
    assert another.leads()
    another.resign()


LEAD = """
import sys
from pathlib import Path
import pbem.store.store
from pbem.errors import PbemError
from pbem.store.serving import OnlyLeader
for name in sys.argv[1:]:
    try:
        print(OnlyLeader(Path(name)).leads())
    except PbemError as error:
        print(error)
"""


def in_a_mount_namespace(*command: str) -> list[str]:
    """What a command says that sees mounts of its own; without the right to make them the test is skipped."""
    unshare = shutil.which("unshare")
    apart = [unshare or "", "--map-root-user", "--mount"]
    if not unshare or subprocess.run([*apart, "true"], capture_output=True, check=False).returncode:
        pytest.skip("no mount namespace can be made here: unshare is missing or not allowed")
    done = subprocess.run([*apart, *command], capture_output=True, check=False, text=True)
    assert not done.stderr, done.stderr
    return done.stdout.splitlines()


def test_two_servers_never_serve_one_file_by_a_bind_mount(sqlite: SqlStore, tmp_path: Path) -> None:
    file = Path(str(sqlite.engine.url.database))
    folder, mounted = tmp_path / "elsewhere", tmp_path / "mounted.db"
    folder.mkdir()
    mounted.touch()
    mounts = f"mount --bind {file.parent} {folder} && mount --bind {file} {mounted}"
    serve = [sys.executable, "-c", LEAD, str(folder / file.name), str(mounted)]
    command = ["sh", "-c", f'{mounts} && exec "$@"', "sh", *serve]
    one = OnlyLeader(file)
    assert one.leads()
    refused = in_a_mount_namespace(*command)
    assert [line.startswith("another `pbem serve` is running") for line in refused] == [True, True]
    one.resign()
    # The file and the folder lead to one lock: the first has it, the second does not.
    lead, locked = in_a_mount_namespace(*command)
    assert (lead, locked[:7]) == ("True", "another")


def throw_out_everybody(store: SqlStore) -> None:
    """What a restart of PostgreSQL, or of a firewall, does to its connections."""
    database = store.engine.url.database
    postgres.shared().command(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'")


def test_one_leads_and_stays_the_leader(two: tuple[ElectedLeader, ElectedLeader]) -> None:
    one, another = two
    assert [one.leads(), another.leads(), one.leads(), another.leads()] == [True, False, True, False]


def test_another_leads_as_soon_as_the_leader_resigns(two: tuple[ElectedLeader, ElectedLeader]) -> None:
    one, another = two
    assert one.leads()
    one.resign()
    assert another.leads()
    assert not one.leads()


def test_a_leader_whose_connection_is_lost_lets_another_lead(
    two: tuple[ElectedLeader, ElectedLeader], postgresql: SqlStore
) -> None:
    one, another = two
    assert one.leads()
    throw_out_everybody(postgresql)
    assert not one.leads()
    assert another.leads()
    assert not one.leads()


def test_nobody_leads_while_the_database_is_away(
    two: tuple[ElectedLeader, ElectedLeader], postgresql: SqlStore
) -> None:
    one, another = two
    database = str(postgresql.engine.url.database)
    assert one.leads()
    postgres.shared().lock_out(database)
    try:
        assert [one.leads(), another.leads()] == [False, False]
    finally:
        postgres.shared().let_in(database)
    assert sorted([one.leads(), another.leads()]) == [False, True]


def test_postgresql_is_told_to_notice_soon_that_a_leader_s_machine_is_gone(postgresql: SqlStore) -> None:
    with open_alone(postgresql.engine.url, PATIENCE, PATIENCE).connect() as connection:
        shown = [
            connection.exec_driver_sql(f"SHOW tcp_{name}").scalar_one()
            for name in ("keepalives_idle", "keepalives_interval", "keepalives_count", "user_timeout")
        ]
    assert shown == ["2", "2", "2", "6000"]


def test_another_leads_when_the_leader_is_frozen(two: tuple[ElectedLeader, ElectedLeader]) -> None:
    """Its machine still answers for it, but it asks no more."""
    one, another = two
    assert one.leads()
    deadline = time.monotonic() + 10 * PATIENCE
    while not another.leads() and time.monotonic() < deadline:
        time.sleep(1)
    assert another.leads()
    assert not one.leads()


def test_who_wants_a_database_alone_keeps_it_however_long_that_takes(postgresql: SqlStore) -> None:
    server = ElectedLeader(postgresql.engine, silence=PATIENCE)
    with alone(postgresql.engine, START):
        time.sleep(PATIENCE + 2)
        assert not server.leads()
    assert server.leads()
    server.resign()


def test_a_sqlite_file_is_served_by_one_process(sqlite: SqlStore) -> None:
    one, another = sqlite.leader(), sqlite.leader()
    assert one.leads()
    assert one.leads()
    with pytest.raises(PbemError, match="another `pbem serve` is running") as told:
        another.leads()
    assert "\n" not in str(told.value)
    one.resign()
    assert another.leads()
    another.resign()


def test_commands_work_beside_whoever_serves_a_sqlite_file(sqlite: SqlStore) -> None:
    leader = sqlite.leader()
    assert leader.leads()
    with closing(SqlStore(str(sqlite.engine.url), Watch())) as beside, beside.work() as work:
        work.add_player("Anna", "anna@players.example", "en", "UTC")
    leader.resign()


# Signs of life


def test_who_gives_a_sign_of_life_is_alive_for_a_while(store: SqlStore) -> None:
    store.workers.beat("b", START, leads=True)
    store.workers.beat("a", START + timedelta(seconds=20), leads=False)
    store.workers.beat("b", START + timedelta(seconds=20), leads=False)
    a, b = store.workers.alive(START + timedelta(seconds=30))
    assert (a.name, a.leads, b.name, b.leads) == ("a", False, "b", False)
    assert (b.started_at, b.seen_at) == (START, START + timedelta(seconds=20))
    assert store.workers.alive(START + timedelta(minutes=1)) == []


def test_who_leaves_is_gone_at_once(store: SqlStore) -> None:
    store.workers.beat("a", START, leads=True)
    store.workers.beat("b", START, leads=False)
    store.workers.leave("a")
    assert [worker.name for worker in store.workers.alive(START)] == ["b"]


def test_who_gave_no_sign_of_life_for_long_is_forgotten(store: SqlStore) -> None:
    store.workers.beat("a", START, leads=True)
    store.workers.beat("b", START + timedelta(hours=2), leads=False)
    assert [worker.name for worker in store.workers.alive(START)] == ["b"]
