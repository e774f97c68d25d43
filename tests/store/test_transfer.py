"""Moving everything to another database: whole, the same, and ready to be played on."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import JSON, Boolean, Column, DateTime, Float, Integer, LargeBinary, insert, select, update

from pbem.errors import PbemError, StoreUnavailable
from pbem.store import transfer as module
from pbem.store.database import transaction
from pbem.store.rows import UtcDateTime
from pbem.store.schema import migrate
from pbem.store.seal import Seal, Sealed, SealedTexts
from pbem.store.store import SqlStore
from pbem.store.tables import metadata
from pbem.store.transfer import TABLES, Tally, is_empty, tally, transfer
from tests.support.desk import SERVER_SECRET, Desk
from tests.support.league_desk import LeagueDesk
from tests.support.stores import DATABASES, START, Watch, empty_database, fresh_store, letter

PAIRS = [("sqlite", "postgresql"), ("postgresql", "sqlite"), ("sqlite", "sqlite")]
SAMPLES: tuple[tuple[type[Any], Any], ...] = (
    (JSON, {"þ": [1, 2.5, None, "\U0001f48e"]}),
    (LargeBinary, b"\x00\xff raw"),
    (Sealed, b"\x01\xff sealed"),
    (SealedTexts, ["\x01sealed", "þ"]),
    (UtcDateTime, datetime(2026, 11, 16, 10, 30, 15, 123456, tzinfo=UTC)),
    (DateTime, datetime(2026, 11, 16, 10, 30)),
    (Boolean, True),
    (Float, 25.1 / 3),
)


@pytest.fixture
def other(tmp_path: Path, watch: Watch) -> Iterator[SqlStore]:
    """A second, empty SQLite database."""
    with closing(SqlStore(f"sqlite:///{tmp_path / 'other.db'}", watch)) as store:
        migrate(store.engine, START)
        yield store


def sample(column: Column[Any], number: int) -> Any:
    """A value that this column could have; in the second row it has as little as may be."""
    if column.primary_key:
        return number if isinstance(column.type, Integer) else f"þ{number}"
    if column.nullable and number == 2:
        return None
    if column.foreign_keys:
        return 1
    for kind, value in SAMPLES:
        if isinstance(column.type, kind):
            return value
    return number if isinstance(column.type, Integer) else f"“þ” \\ ' {number}"


def fill(store: SqlStore) -> None:
    """Two rows in every table."""
    with transaction(store.engine) as connection:
        for table in metadata.sorted_tables:
            rows = [{column.name: sample(column, number) for column in table.columns} for number in (1, 2)]
            connection.execute(insert(table), rows)


def tallies(store: SqlStore) -> dict[str, Tally]:
    with transaction(store.engine, read_only=True) as connection:
        return {table.name: tally(connection, table) for table in TABLES}


def test_every_table_arrives_with_every_row_as_it_was_there_and_back(
    sqlite: SqlStore, postgresql: SqlStore, other: SqlStore
) -> None:
    fill(sqlite)
    before = tallies(sqlite)
    assert all(each.rows == 2 for each in before.values())
    assert transfer(sqlite.engine, postgresql.engine) == {table.name: 2 for table in TABLES}
    assert tallies(postgresql) == before
    transfer(postgresql.engine, other.engine)
    assert tallies(other) == before
    with transaction(other.engine, read_only=True) as one, transaction(sqlite.engine, read_only=True) as two:
        for table in TABLES:
            assert one.execute(select(table)).all() == two.execute(select(table)).all()


def test_who_serves_the_old_database_is_not_carried_over(sqlite: SqlStore, postgresql: SqlStore) -> None:
    sqlite.workers.beat("first", START, leads=True)
    transfer(sqlite.engine, postgresql.engine)
    assert postgresql.workers.alive(START) == []


def test_new_rows_are_numbered_behind_the_old_ones(sqlite: SqlStore, postgresql: SqlStore) -> None:
    with sqlite.work() as work:
        numbers = [work.add_player(name, f"{name}@players.example", "en", "UTC").id for name in ("anna", "jon")]
    transfer(sqlite.engine, postgresql.engine)
    with postgresql.work() as work:
        assert work.add_player("eva", "eva@players.example", "en", "UTC").id == max(numbers) + 1
    postgresql.inbox.accept([letter("the first of all")])
    assert [mail["id"] for mail in postgresql.books.mails("in", None, 10)] == [1]


@pytest.mark.parametrize("kind", DATABASES)
def test_nothing_goes_into_a_database_that_is_in_use(kind: str, tmp_path: Path, watch: Watch, other: SqlStore) -> None:
    with closing(fresh_store(kind, tmp_path, watch)) as used:
        with used.work() as work:
            work.add_player("Anna", "anna@players.example", "en", "UTC")
        before = tallies(used)
        with pytest.raises(PbemError, match="not empty"):
            transfer(other.engine, used.engine)
        assert tallies(used) == before


def test_a_server_that_only_started_leaves_a_database_empty(store: SqlStore, other: SqlStore) -> None:
    store.workers.beat("first", START, leads=True)
    store.pulses.beat("imap", START)
    assert is_empty(store.engine)
    transfer(other.engine, store.engine)


def test_what_arrives_otherwise_than_it_was_is_noticed_and_undone(
    sqlite: SqlStore, postgresql: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sqlite.work() as work:
        work.add_player("Anna", "anna@players.example", "en", "UTC")

    def tally_spoiled(connection: Any, table: Any) -> Tally:
        if table.name == "player":
            connection.execute(update(table).values(name="Anne"))
        return tally(connection, table)

    monkeypatch.setattr(module, "tally", tally_spoiled)
    with pytest.raises(StoreUnavailable, match="table player"):
        transfer(sqlite.engine, postgresql.engine)
    assert is_empty(postgresql.engine)


@pytest.fixture(params=PAIRS, ids=" to ".join)
def pair(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[SqlStore, SqlStore]]:
    stores = []
    for number, kind in enumerate(request.param):
        folder = tmp_path / str(number)
        folder.mkdir()
        stores.append(SqlStore(empty_database(kind, folder), Watch()))
        migrate(stores[-1].engine, START)
    yield stores[0], stores[1]
    for store in stores:
        store.close()


def move(desk: Desk, url: str) -> None:
    """The desk works on another database from now on."""
    target = SqlStore(url, lambda: desk.now, Seal(SERVER_SECRET))
    migrate(target.engine, desk.now)
    transfer(desk.store.engine, target.engine)
    desk.store.close()
    desk.store = target


def test_a_game_goes_on_by_mail_where_it_stood(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.new_game()
    anna, bo, _ = desk.people
    order = anna.answer(anna.last("turn"))
    desk.hand_in(order)
    position, ledger = desk.position(), desk.game().length
    move(desk, empty_database("postgresql", tmp_path))
    assert (desk.position(), desk.game().length) == (position, ledger)
    assert desk.hand_in(order) == []
    assert [mail["X-PBEM-Kind"] for mail in desk.tap(bo, "take")] == ["moved", "turn"]
    move(desk, f"sqlite:///{tmp_path / 'back.db'}")
    assert desk.game().length == ledger + 1
    desk.store.close()


def test_a_league_goes_on_where_it_stood(tmp_path: Path) -> None:
    desk = LeagueDesk(tmp_path)
    desk.under_way()
    fixtures, log = desk.fixtures(), desk.log()
    move(desk, empty_database("postgresql", tmp_path))
    assert (desk.fixtures(), desk.log()) == (fixtures, log)
    desk.end_games()
    assert all(fixture.result for fixture in desk.fixtures())
    desk.store.close()


def test_an_empty_database_becomes_another_empty_one(pair: tuple[SqlStore, SqlStore]) -> None:
    old, new = pair
    transfer(old.engine, new.engine)
    assert is_empty(new.engine)
    new.inbox.accept([letter("the first of all")])
