"""What SQLite's file still holds of people who were forgotten: nothing, once the house was kept."""

from pathlib import Path
from random import Random

import pytest
from sqlalchemy import event

from pbem.model import Keep
from pbem.notices import NAMING
from pbem.store.retention import wipe_traces
from pbem.store.store import SqlStore
from tests.support.stores import SQLITE_ONLY

pytestmark = SQLITE_ONLY

# In such an order that SQLite, left to itself, keeps five of the addresses.
LUCK = Random(0)
ADDRESSES = [f"{LUCK.randrange(10**9):x}.person{number}@players.example" for number in range(200)]


def enter_and_forget_all(store: SqlStore) -> None:
    for first in range(0, len(ADDRESSES), 20):
        with store.work() as work:
            for address in ADDRESSES[first : first + 20]:
                work.add_player("Anna", address, "en", "UTC")
    for number in LUCK.sample(range(1, len(ADDRESSES) + 1), len(ADDRESSES)):
        with store.work() as work:
            anna = work.player(number)
            assert anna
            work.forget_player(anna, f"Player {number}", NAMING)


def left_in(folder: Path) -> list[str]:
    held = b"".join(file.read_bytes() for file in folder.iterdir())
    return [address for address in ADDRESSES if address.encode() in held]


def test_no_address_of_somebody_who_was_forgotten_is_left_in_the_file(store: SqlStore, tmp_path: Path) -> None:
    enter_and_forget_all(store)
    assert left_in(tmp_path)
    store.keep_house(Keep(mails_in_days=14))
    assert not left_in(tmp_path)


def test_the_file_is_written_anew_only_after_somebody_was_forgotten(store: SqlStore, tmp_path: Path) -> None:
    def cookie() -> bytes:
        """SQLite's "schema cookie", which changes when the file is written anew."""
        return (tmp_path / "pbem.db").read_bytes()[40:44]

    with store.work() as work:
        anna = work.add_player("Anna", "anna@players.example", "en", "UTC")
    wipe_traces(store.engine)
    before = cookie()
    with store.work() as work:
        work.forget_player(anna, "Player 1", NAMING)
    wipe_traces(store.engine)
    assert cookie() != before
    before = cookie()
    wipe_traces(store.engine)
    assert cookie() == before


def test_somebody_whose_forgetting_is_undone_makes_no_work(store: SqlStore) -> None:
    def forget_in_vain() -> None:
        with store.work() as work:
            work.forget_player(work.add_player("Anna", "anna@players.example", "en", "UTC"), "Player 1", NAMING)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        forget_in_vain()
    statements: list[str] = []
    event.listen(store.engine, "before_cursor_execute", lambda *told: statements.append(told[2]))
    wipe_traces(store.engine)
    assert "PRAGMA user_version = 0" not in statements
