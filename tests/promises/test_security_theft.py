"""Somebody has a copy of the database: what they can read in it, and how it is made worthless."""

import re
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from zipfile import ZipFile

import pytest

from pbem.mail.tags import Claim, Purpose
from tests.support.brisk_games import bounced
from tests.support.cli.runs import CONFIG, Run, inside
from tests.support.desk import SERVER_SECRET, Desk, kinds
from tests.support.handwritten import mail
from tests.support.people import Person

_TAG = re.compile(rb"[a-z2-7]{20,40}", re.IGNORECASE)


class Thief:
    """Has every byte of the database, packed or not, and no secret."""

    def __init__(self, folder: Path) -> None:
        self._database = folder / "pbem.db"

    def tags(self) -> set[str]:
        """Whatever may be a tag."""
        return {found.decode().lower() for seen in self._seen() for found in _TAG.findall(_unfolded(seen))}

    def finds(self, what: bytes) -> bool:
        return any(what in seen for seen in self._seen())

    def _seen(self) -> Iterator[bytes]:
        for file in self._database.parent.glob("pbem.db*"):
            yield file.read_bytes()
        with closing(sqlite3.connect(self._database)) as connection:
            mails = connection.execute("SELECT raw FROM inbox UNION ALL SELECT mime FROM outbox WHERE mime IS NOT NULL")
            yield from (_inflated(packed) for (packed,) in mails if packed)


def _inflated(packed: bytes) -> bytes:
    """A mail that is not sealed."""
    with suppress(zlib.error):
        return zlib.decompress(packed)
    return b""


def _unfolded(text: bytes) -> bytes:
    """Quoted-printable lines joined again."""
    return text.replace(b"=\r\n", b"").replace(b"=\n", b"")


@pytest.fixture
def thief(tmp_path: Path) -> Thief:
    return Thief(tmp_path)


@pytest.fixture(autouse=True)
def _mails_in_both_directions(desk: Desk, anna: Person) -> None:
    for person in (anna, *desk.people[1:]):
        desk.tap(person, "take")


def void_all_tags(folder: Path) -> Run:
    (folder / "config.toml").write_text(CONFIG)
    return inside(folder, "player", "new-tag", "--all")


def test_the_server_s_secret_is_not_in_the_database(desk: Desk, anna: Person, thief: Thief) -> None:
    assert not thief.finds(SERVER_SECRET)


def test_a_backup_holds_no_secret_unless_asked(desk: Desk, anna: Person, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(CONFIG)
    assert inside(tmp_path, "backup", "plain.zip").code == 0
    assert inside(tmp_path, "backup", "--with-secrets", "whole.zip").code == 0
    assert names_in(tmp_path / "plain.zip") == {"manifest.json", "pbem.db"}
    assert names_in(tmp_path / "whole.zip") == {"manifest.json", "pbem.db", "secret", "config.toml"}


def names_in(backup: Path) -> set[str]:
    with ZipFile(backup) as archive:
        return set(archive.namelist())


def test_a_stolen_database_holds_no_tag(desk: Desk, anna: Person, thief: Thief) -> None:
    """Whatever was sent and received, in any column: only the server's secret opens it."""
    assert {desk.tags.read(purpose, tag) for tag in thief.tags() for purpose in Purpose} == {None}


def test_the_shuffle_of_a_running_game_is_in_the_database(desk: Desk, anna: Person, thief: Thief) -> None:
    """No promise but its limit: docs/security.md says that a thief knows the decks."""
    assert thief.finds(desk.game().start.secret)


def test_one_command_voids_every_tag_that_was_stolen(desk: Desk, anna: Person, tmp_path: Path) -> None:
    stolen = [desk.tags.make(purpose, Claim(player, 1, 0)) for player in (1, 2, 3) for purpose in Purpose]
    before = desk.position()
    assert void_all_tags(tmp_path).out == "every tag of all 3 players is void\n"
    for tag in stolen:
        desk.hand_in(mail("eve@elsewhere.example", to=f"splendor+{tag}@example.org"))
    assert desk.position() == before
    assert set(kinds(desk.strangers_mails)) == {"welcome"}


def test_whoever_answers_an_older_mail_then_confirms_once_and_plays_on(
    desk: Desk, anna: Person, tmp_path: Path
) -> None:
    void_all_tags(tmp_path)
    desk.server = replace(desk.server, trusted_authserv_id="")
    assert kinds(desk.tap(anna, "take")) == ["confirm"]
    assert kinds(desk.reply(anna, "yes", to="confirm")) == ["moved", "turn"]
    assert kinds(desk.tap(desk.people[1], "reserve")) == ["moved", "turn"]


def test_the_tags_of_one_player_are_voided(desk: Desk, anna: Person, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(CONFIG)
    assert inside(tmp_path, "player", "new-tag", "anna", "--json").json == {"players": 1}
    assert [desk.player(person).generation for person in desk.people] == [1, 0, 0]


@pytest.mark.parametrize("named", [[], ["Anna", "--all"]])
def test_it_has_to_be_said_whose_tags_are_voided(desk: Desk, anna: Person, tmp_path: Path, named: list[str]) -> None:
    run = inside(tmp_path, "player", "new-tag", *named)
    assert run.code == 2
    assert "name a player, or say --all" in run.complaint
    assert desk.player(anna).generation == 0


def test_a_void_tag_makes_nobody_unreachable(desk: Desk, anna: Person, tmp_path: Path) -> None:
    """A thief can forge the bounce of a mail whose key and tag were stolen."""
    forged = bounced(anna.last("turn"))
    void_all_tags(tmp_path)
    desk.hand_in(forged, envelope_sender="")
    assert not desk.player(anna).unreachable
