"""The server's secret: made once, for the owner's eyes only, and never replaced."""

import stat
from pathlib import Path

import pytest

from pbem.errors import ConfigError
from pbem.server.secret import first_secret, load_secret


def test_the_secret_is_made_on_the_first_start_for_the_owner_s_eyes_only(tmp_path: Path) -> None:
    secret = first_secret(tmp_path / "secret")
    assert len(secret) >= 32
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_the_secret_stays_the_same(tmp_path: Path) -> None:
    secret = first_secret(tmp_path / "secret")
    assert first_secret(tmp_path / "secret") == load_secret(tmp_path / "secret") == secret
    assert first_secret(tmp_path / "another") != secret


@pytest.mark.parametrize("content", [b"", b"short", bytes(31)])
def test_a_damaged_secret_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "secret").write_bytes(content)
    with pytest.raises(ConfigError, match=r"server\.secret_file.*damaged"):
        load_secret(tmp_path / "secret")
    assert (tmp_path / "secret").read_bytes() == content


def test_a_secret_that_can_not_be_made_is_told_by_its_key(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"server\.secret_file.*No such"):
        first_secret(tmp_path / "none" / "secret")


def test_a_secret_that_is_gone_is_said_and_not_made_anew(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"server\.secret_file.*No such"):
        load_secret(tmp_path / "secret")
    assert not (tmp_path / "secret").exists()
