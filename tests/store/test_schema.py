"""Migrations: an empty database gets the tables, an older one is copied and brought up to date, a newer one refused."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from pbem.errors import ConfigError, StoreUnavailable
from pbem.store import schema
from pbem.store.database import transaction
from pbem.store.schema import HEAD, current_version, migrate
from pbem.store.store import SqlStore
from pbem.store.tables import metadata
from tests.support.servers.tools import PATIENCE
from tests.support.stores import DATABASES, START, Watch, empty_database

NEXT = "9999"
MIGRATION = f'''
"""The tables of a later version."""
import sqlalchemy as sa
from alembic import op
revision, down_revision = "{NEXT}", "{HEAD}"

def upgrade():
    op.create_table("later", sa.Column("id", sa.Integer(), primary_key=True))
    op.add_column("player", sa.Column("colour", sa.String(), nullable=True))
'''

STARTING = """
import sys
from pbem.model.time import system_clock
from pbem.store.schema import migrate
from pbem.store.store import SqlStore
migrate(SqlStore(sys.argv[1], system_clock).engine, system_clock())
"""


@pytest.fixture(params=DATABASES)
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlStore]:
    with closing(SqlStore(empty_database(request.param, tmp_path), Watch())) as store:
        yield store


@pytest.fixture
def a_later_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program as it will be one migration on; returns where its migrations are."""
    folder = tmp_path / "migrations"
    shutil.copytree(str(schema.MIGRATIONS), folder)
    (folder / "versions" / f"{NEXT}_later.py").write_text(MIGRATION)
    monkeypatch.setattr(schema, "MIGRATIONS", folder)
    monkeypatch.setattr(schema, "HEAD", NEXT)
    return folder


def add_player(store: SqlStore) -> None:
    with store.work() as work:
        work.add_player("Anna", "anna@players.example", "en", "UTC")


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def test_the_program_expects_the_last_migration() -> None:
    assert ScriptDirectory(str(schema.MIGRATIONS)).get_heads() == [HEAD]


def test_an_empty_database_gets_the_tables(empty: SqlStore) -> None:
    assert current_version(empty.engine) is None
    assert migrate(empty.engine, START) is None
    assert current_version(empty.engine) == HEAD
    add_player(empty)


def test_the_migrations_make_exactly_the_tables_that_the_program_uses(empty: SqlStore) -> None:
    migrate(empty.engine, START)
    with transaction(empty.engine) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


@pytest.mark.parametrize("kind", DATABASES)
def test_what_all_migrations_made_and_what_is_made_at_once_differ_in_nothing(kind: str, tmp_path: Path) -> None:
    (tmp_path / "fresh").mkdir()
    with (
        closing(SqlStore(empty_database(kind, tmp_path), Watch())) as migrated,
        closing(SqlStore(empty_database(kind, tmp_path / "fresh"), Watch())) as fresh,
    ):
        migrate(migrated.engine, START)
        with transaction(fresh.engine) as connection:
            metadata.create_all(connection)
        assert _anatomy(migrated) == _anatomy(fresh)


_INDEXES = {
    "sqlite": "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL",
    "postgresql": "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = current_schema()",
}


def _anatomy(store: SqlStore) -> dict[str, object]:
    """Every table with its columns, keys and constraints, and every index as the database itself tells it."""
    with transaction(store.engine, read_only=True) as connection:
        seen = inspect(connection)
        tables = {name for name in seen.get_table_names() if name != "alembic_version"}
        found: dict[str, object] = {
            name: (
                {(each["name"], str(each["type"]), each["nullable"]) for each in seen.get_columns(name)},
                seen.get_pk_constraint(name)["constrained_columns"],
                {(*each["constrained_columns"], each["referred_table"]) for each in seen.get_foreign_keys(name)},
                {tuple(each["column_names"]) for each in seen.get_unique_constraints(name)},
            )
            for name in tables
        }
        indexes = connection.execute(text(_INDEXES[store.engine.dialect.name])).all()
        kept = {name: " ".join(sql.replace('"', "").split()) for name, sql in indexes}
        return {**found, "indexes": {name: sql for name, sql in kept.items() if "alembic" not in name}}


def test_a_database_that_is_up_to_date_is_left_alone(empty: SqlStore, tmp_path: Path) -> None:
    migrate(empty.engine, START)
    add_player(empty)
    assert migrate(empty.engine, START) is None
    assert list(tmp_path.glob("*.bak")) == []


def test_an_older_database_is_brought_up_to_date_with_all_that_is_in_it(
    empty: SqlStore, a_later_program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(schema, "HEAD", HEAD)
        migrate(empty.engine, START)
        add_player(empty)
    migrate(empty.engine, START)
    assert current_version(empty.engine) == NEXT
    with transaction(empty.engine) as connection:
        assert connection.execute(text("SELECT name, colour FROM player")).all() == [("Anna", None)]
        assert connection.execute(text("SELECT * FROM later")).all() == []


def test_a_worker_of_the_version_before_goes_on_while_another_upgrades_and_is_refused_once_it_ends(
    empty: SqlStore, a_later_program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr(schema, "HEAD", HEAD)
        migrate(empty.engine, START)
    with closing(SqlStore(empty.engine.url.render_as_string(hide_password=False), Watch())) as upgraded:
        migrate(upgraded.engine, START)
    add_player(empty)
    with empty.work() as work:
        assert work.player_at("anna@players.example")
    monkeypatch.setattr(schema, "HEAD", HEAD)
    with pytest.raises(ConfigError, match="newer than this program"):
        migrate(empty.engine, START)


@pytest.mark.parametrize("empty", ["sqlite"], indirect=True)
class TestTheCopy:
    """What is made before an older SQLite database is touched."""

    @pytest.fixture
    def older(self, empty: SqlStore) -> SqlStore:
        migrate(empty.engine, START)
        add_player(empty)
        return empty

    def test_it_is_the_database_as_it_was(self, older: SqlStore, request: pytest.FixtureRequest) -> None:
        request.getfixturevalue("a_later_program")
        copy = migrate(older.engine, START)
        assert copy
        assert "later" not in tables(copy)
        with closing(SqlStore(f"sqlite:///{copy}", Watch())) as old, old.work() as work:
            assert work.player_at("anna@players.example")
        assert "later" in tables(Path(str(older.engine.url.database)))

    def test_it_stands_beside_the_database_and_says_what_and_when(
        self, older: SqlStore, request: pytest.FixtureRequest, tmp_path: Path
    ) -> None:
        request.getfixturevalue("a_later_program")
        copy = migrate(older.engine, START)
        assert copy == tmp_path / f"pbem.db.{HEAD}.20261116T100000.bak"

    def test_without_it_nothing_is_migrated(
        self, older: SqlStore, request: pytest.FixtureRequest, tmp_path: Path
    ) -> None:
        request.getfixturevalue("a_later_program")
        (tmp_path / f"pbem.db.{HEAD}.20261116T100000.bak").mkdir()
        with pytest.raises(StoreUnavailable, match="no copy"):
            migrate(older.engine, START)
        assert current_version(older.engine) == HEAD

    def test_a_migration_that_fails_leaves_the_database_as_it_was(
        self, older: SqlStore, request: pytest.FixtureRequest
    ) -> None:
        folder: Path = request.getfixturevalue("a_later_program")
        broken = folder / "versions" / f"{NEXT}_later.py"
        broken.write_text(broken.read_text() + "    raise RuntimeError('half way')\n")
        with pytest.raises(RuntimeError, match="half way"):
            migrate(older.engine, START)
        assert current_version(older.engine) == HEAD
        assert "later" not in tables(Path(str(older.engine.url.database)))


def test_a_newer_database_is_refused_and_not_touched(empty: SqlStore, tmp_path: Path) -> None:
    migrate(empty.engine, START)
    with transaction(empty.engine) as connection:
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{NEXT}'"))
    with pytest.raises(ConfigError, match=f"{NEXT}.*newer.*{HEAD}") as refusal:
        migrate(empty.engine, START + timedelta(days=1))
    assert "\n" not in str(refusal.value)
    assert current_version(empty.engine) == NEXT
    assert list(tmp_path.glob("*.bak")) == []


@pytest.mark.parametrize("kind", DATABASES)
def test_processes_that_start_at_the_same_moment_make_the_tables_once(kind: str, tmp_path: Path) -> None:
    url = empty_database(kind, tmp_path)
    processes = [subprocess.Popen([sys.executable, "-c", STARTING, url], stderr=subprocess.PIPE) for _ in range(2)]
    assert [process.communicate(timeout=PATIENCE)[1] for process in processes] == [b"", b""]
    with closing(SqlStore(url, Watch())) as store:
        assert current_version(store.engine) == HEAD
        add_player(store)
