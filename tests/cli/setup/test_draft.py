"""What init writes is what the server reads, and nobody else can read it."""

import stat
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.cli.setup.draft import Draft, Endpoint, MailAccount, save
from pbem.config import load_config
from pbem.errors import ConfigError, PbemError

IMAP = MailAccount(Endpoint("imap.example.org", 993, "ssl"), "klub", 'pass"wörd\\')
SMTP = MailAccount(Endpoint("smtp.example.org", 465, "ssl"), "klub", 'pass"wörd\\')
DRAFT = Draft("klub@example.org", 'Klub "Perła" #1', "pl", "Europe/Warsaw", ("td@example.org",), IMAP, SMTP, False)


def test_what_is_written_is_what_was_tried_out(tmp_path: Path) -> None:
    save(DRAFT.text(), tmp_path / "config.toml", replace=False)
    assert load_config(tmp_path / "config.toml", {}) == DRAFT.config(tmp_path)


def test_a_password_in_a_file_stays_there(tmp_path: Path) -> None:
    (tmp_path / "pass").write_text("tajne\n")
    by_file = replace(IMAP, password="tajne", password_file="pass")
    draft = replace(DRAFT, imap=by_file, smtp=replace(by_file, at=SMTP.at))
    save(draft.text(), tmp_path / "config.toml", replace=False)
    assert "tajne" not in draft.text()
    assert load_config(tmp_path / "config.toml", {}) == draft.config(tmp_path)


def test_only_what_matters_is_written() -> None:
    assert "poll_seconds" not in DRAFT.text()
    assert "ca_file" not in DRAFT.text()
    relay = replace(SMTP, user="", password="")
    assert "user" not in replace(DRAFT, smtp=relay).text().partition("[smtp]")[2]


def test_only_the_owner_can_read_it_and_nothing_else_is_left_behind(tmp_path: Path) -> None:
    save(DRAFT.text(), tmp_path / "config.toml", replace=False)
    assert [path.name for path in tmp_path.iterdir()] == ["config.toml"]
    assert stat.S_IMODE((tmp_path / "config.toml").stat().st_mode) == 0o600


def test_a_file_that_is_there_is_replaced_only_where_that_was_said(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("old")
    with pytest.raises(PbemError, match="--force"):
        save("new", path, replace=False)
    assert path.read_text() == "old"
    save("new", path, replace=True)
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


def test_a_draft_that_the_server_could_not_use_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"server\.timezone"):
        replace(DRAFT, timezone="Mars/Olympus").config(tmp_path)
