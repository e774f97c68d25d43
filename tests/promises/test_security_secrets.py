"""Passwords and secrets stay where they belong: in no log, no error, no mail, and no file that others can read."""

import base64
import logging
import stat
from pathlib import Path

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from pbem.config import load_config
from pbem.errors import PbemError
from pbem.store.database import open_database, transaction
from pbem.store.schema import copy_sqlite
from pbem.store.tables import PLAYER
from pbem.transports.imap import ImapError
from pbem.transports.imap import check as check_imap
from pbem.transports.settings import RelaySettings
from pbem.transports.smtp_out import check as check_smtp
from tests.support.cli.runs import inside
from tests.support.desk import NOON, Desk
from tests.support.e2e.whole_server import World
from tests.support.people import Crowd
from tests.support.servers.imap_receiving import settings_at
from tests.support.servers.scripted_imap import ScriptedImap
from tests.support.servers.sink import Fault, Sink
from tests.support.servers.tools import eventually, free_port

PASSWORD = "correct-horse"
CONFIG = """
[server]
address = "splendor@example.org"
{database}

[imap]
host = "127.0.0.1"
port = {port}
tls = "none"
user = "splendor"
password = "correct-horse"

[smtp]
host = "127.0.0.1"
port = {port}
tls = "none"
user = "splendor"
password = "correct-horse"
"""


def configured(folder: Path, database: str = "") -> Path:
    path = folder / "config.toml"
    path.write_text(CONFIG.format(port=free_port(), database=database), encoding="utf-8")
    return path


# Passwords


@pytest.mark.parametrize(
    "answer",
    [
        "{tag} NO no\r\n",
        "{tag} BAD what?\r\n",
        "* BYE\r\n",
        "+ go on\r\n{tag} NO no\r\n",
        "nonsense\r\n",
        "{tag} OK\r\n",
    ],
)
async def test_no_password_is_told_whatever_a_mailbox_answers(answer: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    told = ""
    async with ScriptedImap({"LOGIN": answer, "SELECT": "* BYE\r\n"}) as server:
        try:
            await check_imap(settings_at(server.port, password=PASSWORD))
        except ImapError as error:
            told = str(error)
    assert any(PASSWORD in command for command in server.heard)
    assert told
    assert PASSWORD not in told + caplog.text


@pytest.mark.parametrize("fault", [None, Fault.DROP, "554 go away"])
async def test_no_password_is_told_whatever_a_relay_answers(
    fault: Fault | str | None, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    async with Sink(users={"splendor": "another"}) as sink:
        sink.faults = {"connect": fault} if fault else {}
        settings = RelaySettings(host="127.0.0.1", port=sink.port, tls="none", user="splendor", password=PASSWORD)
        with pytest.raises(PbemError) as caught:
            await check_smtp(settings)
    assert PASSWORD not in str(caught.value) + repr(settings) + _ours(caplog)


def _ours(caplog: pytest.LogCaptureFixture) -> str:
    """Without what the sink writes about its own side."""
    return "".join(record.getMessage() for record in caplog.records if not record.name.startswith("mail."))


@pytest.mark.parametrize(
    "database", ["postgresql+psycopg://pbem:correct-horse@127.0.0.1:{port}/pbem", "mysql://pbem:correct-horse@host/x"]
)
def test_no_password_is_told_where_the_database_can_not_be_had(tmp_path: Path, database: str) -> None:
    configured(tmp_path, f'database = "{database.format(port=free_port())}"')
    run = inside(tmp_path, "game", "list")
    assert run.code == 1
    assert run.complaint
    assert PASSWORD not in run.err


@pytest.mark.parametrize(
    "line", ["password = correct-horse", 'pasword = "correct-horse"', 'password = ["correct-horse"]', "port = 'x'"]
)
def test_no_password_is_told_where_the_configuration_is_wrong(tmp_path: Path, line: str) -> None:
    text = '[server]\naddress = "splendor@example.org"\n[imap]\nhost = "h"\nuser = "u"\n'
    (tmp_path / "config.toml").write_text(f"{text}{line}\n", encoding="utf-8")
    run = inside(tmp_path, "game", "list")
    assert run.complaint
    assert PASSWORD not in run.err


@pytest.mark.parametrize(
    "command", ["game list", "player list", "mail list", "league list", "status", "status --json", "doctor --json"]
)
def test_no_command_prints_a_password_or_the_secret(tmp_path: Path, command: str) -> None:
    configured(tmp_path)
    (tmp_path / "secret").write_bytes(b"0123456789abcdef" * 2)
    run = inside(tmp_path, *command.split())
    assert PASSWORD not in run.out + run.err
    assert "0123456789abcdef" not in run.out + run.err


def test_a_configuration_can_be_looked_at_without_showing_a_password(tmp_path: Path) -> None:
    config = load_config(configured(tmp_path, 'database = "postgresql+psycopg://pbem:correct-horse@host/pbem"'))
    assert "splendor@example.org" in repr(config)
    assert PASSWORD not in repr(config)


# Logs and errors


async def test_not_even_at_debug_level_does_a_log_tell_a_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_SERVER__LOG_LEVEL", "debug")
    monkeypatch.setenv("PBEM_SMTP__USER", "splendor")
    monkeypatch.setenv("PBEM_SMTP__PASSWORD", PASSWORD)
    world = World(tmp_path, Crowd("Anna", "Bo"))
    world.sink = Sink(users={"splendor": "not yet"})
    async with world:
        world.start()
        world.new_game()
        await eventually(lambda: "put off" in world.log())
        world.sink._users = {"splendor": PASSWORD}
        await world.play(until=lambda: len(world.sent) >= 3)
        log = world.log()
        secret = (tmp_path / "secret").read_bytes()
        told = [secret.hex(), base64.b64encode(secret).decode(), PASSWORD, base64.b64encode(PASSWORD.encode()).decode()]
        marks = [
            str(mail["Reply-To"].addresses[0].username) for each in world.crowd.people.values() for mail in each.mails
        ]
        assert marks
        assert [each for each in (*told, *marks, *world.crowd.people) if each in log] == []


def test_an_error_of_the_database_quotes_nobody(tmp_path: Path) -> None:
    """Its text goes to the log and to the shunt."""
    desk = Desk(tmp_path)
    row = {"name": "Anna", "address": "anna@people.example", "language": "en", "timezone": "UTC", "created_at": NOON}
    with pytest.raises(IntegrityError) as caught, transaction(desk.store.engine) as connection:
        connection.execute(insert(PLAYER), [row, row])
    assert "UNIQUE constraint failed" in str(caught.value)
    assert "anna@people.example" not in str(caught.value)
    desk.store.close()


def test_no_mail_carries_the_secret_of_the_server_or_of_a_running_game(desk: Desk) -> None:
    desk.new_game()
    for person in desk.people:
        desk.tap(person, "take")
    game = desk.game().start.secret
    secrets = [b"s" * 32, game, game.hex().encode(), base64.b64encode(game)]
    mails = [mail.as_bytes() for person in desk.people for mail in person.mails]
    assert len(mails) > 6
    assert not any(secret in mail for secret in secrets for mail in mails)


# Files


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_nobody_else_on_the_machine_can_read_the_database(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.new_game()
    files = sorted(tmp_path.glob("pbem.db*"))
    assert [file.name for file in files] == ["pbem.db", "pbem.db-shm", "pbem.db-wal"]
    assert {mode(file) for file in files} == {0o600}
    desk.store.close()


def test_nobody_else_on_the_machine_can_read_a_copy_of_the_database(tmp_path: Path) -> None:
    Desk(tmp_path).store.close()
    copy_sqlite(tmp_path / "pbem.db", tmp_path / "copy.db")
    assert mode(tmp_path / "copy.db") == 0o600


def test_a_database_in_memory_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    engine = open_database("sqlite:///:memory:")
    with transaction(engine):
        assert list(tmp_path.iterdir()) == []
    engine.dispose()


def test_a_database_that_is_there_keeps_the_mode_that_its_owner_gave_it(tmp_path: Path) -> None:
    Desk(tmp_path).store.close()
    (tmp_path / "pbem.db").chmod(0o640)
    Desk(tmp_path).store.close()
    assert mode(tmp_path / "pbem.db") == 0o640
