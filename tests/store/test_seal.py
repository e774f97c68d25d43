"""Mails at rest: a stolen database tells no tag, a copy needs no secret, and nothing that was kept before is lost."""

from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import ConfigError
from pbem.store.schema import migrate
from pbem.store.seal import Seal
from pbem.store.store import SqlStore
from pbem.store.transfer import transfer
from tests.support.desk import SERVER_SECRET, Desk, kinds

SEAL = Seal(SERVER_SECRET)


def opened(file: Path, desk: Desk, seal: Seal | None) -> SqlStore:
    store = SqlStore(f"sqlite:///{file}", lambda: desk.now, seal)
    migrate(store.engine, desk.now)
    return store


@given(st.binary())
def test_what_was_closed_opens_again(data: bytes) -> None:
    assert SEAL.open(SEAL.close(data)) == data


def test_the_same_is_never_closed_in_the_same_way() -> None:
    assert SEAL.close(b"mail") != SEAL.close(b"mail")


@given(st.binary(min_size=1, max_size=50), st.data())
def test_what_was_changed_does_not_open(mail: bytes, data: st.DataObject) -> None:
    closed = bytearray(SEAL.close(mail))
    closed[data.draw(st.integers(0, len(closed) - 1))] ^= data.draw(st.integers(1, 255))
    with pytest.raises(ConfigError):
        SEAL.open(bytes(closed))


def test_with_another_secret_nothing_opens_and_the_file_is_named() -> None:
    with pytest.raises(ConfigError, match="secret_file"):
        Seal(b"another secret of 32 bytes length").open(SEAL.close(b"mail"))


def test_what_was_kept_before_is_read(tmp_path: Path) -> None:
    """By a version that sealed nothing."""
    desk = Desk(tmp_path)
    desk.store.close()
    desk.store = opened(tmp_path / "pbem.db", desk, None)
    desk.new_game()
    desk.store.close()
    desk.store = opened(tmp_path / "pbem.db", desk, SEAL)
    assert kinds(desk.tap(desk.people[0], "take")) == ["moved", "turn"]
    desk.store.close()


def test_a_database_is_copied_without_the_secret_and_opens_with_it(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.new_game()
    desk.store.close()
    with (
        closing(opened(tmp_path / "pbem.db", desk, None)) as source,
        closing(opened(tmp_path / "copy.db", desk, None)) as target,
    ):
        transfer(source.engine, target.engine)
    with closing(opened(tmp_path / "copy.db", desk, SEAL)) as copy:
        _, mime = copy.books.mail("out", 1)
        assert b"X-PBEM-Kind: started" in mime
