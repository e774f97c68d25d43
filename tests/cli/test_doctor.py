"""`pbem doctor` finds what is wrong, says what to do, and changes nothing."""

import asyncio
import json
import socket
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from pbem.cli.setup.checks import encryption
from pbem.cli.setup.doctor import CHECKS
from pbem.cli.setup.finding import Finding, Patient
from pbem.config import load_config
from pbem.model.time import Clock, system_clock
from pbem.store.database import transaction
from pbem.store.store import SqlStore
from tests.support.cli.mailbox_settings import config_text
from tests.support.cli.runs import inside, pbem
from tests.support.e2e.whole_server import World
from tests.support.people import Crowd
from tests.support.servers.delivering_relay import post_office
from tests.support.servers.dovecot import MAILBOX, Dovecot
from tests.support.servers.tools import free_port
from tests.support.stores import letter, mail_to

SILENT = f'[server]\naddress = "splendor@example.org"\n[smtp]\nhost = "127.0.0.1"\ntls = "none"\nport = {free_port()}\n'
DOOR = '[smtp_in]\nlisten = "127.0.0.1:{port}"\n'


def findings(folder: Path, *arguments: str) -> dict[str, tuple[str, str]]:
    """What was found of each thing: the state, and all that was said."""
    told = json.loads(inside(folder, "doctor", "--json", *arguments).out)
    return {each["check"]: (each["state"], f"{each['said']}; {each['advice']}") for each in told}


def write(folder: Path, config: str) -> None:
    (folder / "config.toml").write_text(config)
    (folder / "config.toml").chmod(0o600)


@pytest.fixture
def silent_store(tmp_path: Path, store_now: SqlStore) -> SqlStore:
    """A server's database and secret, at the machine's own time."""
    write(tmp_path, SILENT)
    (tmp_path / "secret").write_bytes(b"s" * 32)
    (tmp_path / "secret").chmod(0o600)
    return store_now


def test_before_the_first_start_all_is_well_and_nothing_is_made(tmp_path: Path, dovecot: Dovecot) -> None:
    with post_office(dovecot, MAILBOX) as office:
        write(tmp_path, config_text(dovecot, office.port, DOOR.format(port=free_port())))
        run = inside(tmp_path, "doctor")
    assert (run.code, run.err) == (0, "")
    lines = run.out.splitlines()
    assert all(line.startswith("ok ") for line in lines), run.out
    for what in ("program", "config", "imap", "idle", "folders", "smtp", "smtp_in", "clock", "disk", "database"):
        assert any(line.split()[1] == what for line in lines), what
    assert "pbem.db yet, pbem serve makes it" in run.out
    assert [path.name for path in tmp_path.iterdir()] == ["config.toml"]
    assert dovecot.folders(MAILBOX) == ["INBOX"]


def test_a_configuration_by_the_environment_alone_is_as_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mail-password").write_text("secret")
    (tmp_path / "mail-password").chmod(0o644)
    monkeypatch.setenv("PBEM_SERVER__ADDRESS", "a@example.org")
    monkeypatch.setenv("PBEM_SMTP__PASSWORD_FILE", "mail-password")
    monkeypatch.setenv("PBEM_SMTP_IN__LISTEN", f"127.0.0.1:{free_port()}")
    found = findings(tmp_path)
    assert found["config"] == ("ok", "the environment is read; mail comes in by [smtp_in]; ")
    assert found["file modes"][0] == "warning"
    assert "everyone here can read mail-password" in found["file modes"][1]


async def test_all_is_well_while_the_server_runs(tmp_path: Path, dovecot: Dovecot) -> None:
    async with World(tmp_path, Crowd(), dovecot=dovecot) as world:
        door, page = free_port(), free_port()
        config = (tmp_path / "config.toml").read_text() + DOOR.format(port=door)
        write(tmp_path, f'{config}[web]\nlisten = "127.0.0.1:{page}"\npublic_url = "https://club.example"\n')
        world.start()
        await world.ready()
        run = await asyncio.to_thread(pbem, tmp_path, "doctor")
        assert (run.code, await world.stop()) == (0, 0), run.out
    assert f"pbem listens on 127.0.0.1:{door}" in run.out
    assert f"the pages are at 127.0.0.1:{page}" in run.out
    assert "it does not run" not in run.out
    assert "last poll" in run.out


async def unencrypted(folder: Path, section: str, host: str, tls: str) -> list[Finding]:
    """What is said of a section with this host; nothing is connected to."""
    login = f'host = "{host}"\nuser = "splendor"\npassword = "secret"\ntls = "{tls}"\n'
    write(folder, f'[server]\naddress = "splendor@example.org"\n[{section}]\n{login}')
    config = load_config(folder / "config.toml")
    return await encryption(Patient(folder / "config.toml", config, system_clock()))


@pytest.mark.parametrize("section", ["imap", "smtp"])
async def test_a_password_that_crosses_a_network_in_the_clear_is_warned_of(tmp_path: Path, section: str) -> None:
    (found,) = await unencrypted(tmp_path, section, "192.0.2.1", "none")
    assert (found.state, found.check, found.advice) == ("warning", f"{section} tls", f"set {section}.tls")
    assert "192.0.2.1" in found.said
    assert await unencrypted(tmp_path, section, "192.0.2.1", "starttls") == []
    assert encryption in CHECKS


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
async def test_a_server_on_this_machine_needs_no_encryption(tmp_path: Path, host: str) -> None:
    assert await unencrypted(tmp_path, "smtp", host, "none") == []


def test_a_mail_to_itself_is_sent_only_where_that_is_asked_for(tmp_path: Path, dovecot: Dovecot) -> None:
    with post_office(dovecot, MAILBOX) as office:
        write(tmp_path, config_text(dovecot, office.port))
        assert "not tested" in findings(tmp_path)["plus addressing"][1]
        assert office.taken == 0
        assert findings(tmp_path, "--send")["plus addressing"][0] == "ok"
    assert (office.taken, dovecot.count(MAILBOX)) == (1, 0)


def test_every_failure_is_a_line_and_the_exit_code_is_one(tmp_path: Path) -> None:
    write(tmp_path, SILENT)
    run = inside(tmp_path, "doctor")
    assert run.code == 1
    failed = [line for line in run.out.splitlines() if line.startswith("failed")]
    assert [line.split()[1] for line in failed] == ["config", "smtp"]
    assert "[imap] or [smtp_in]" in failed[0]
    assert "look at smtp.host" in failed[1]
    assert run.complaint.endswith("config, smtp")


def test_a_configuration_that_can_not_be_read(tmp_path: Path) -> None:
    run = inside(tmp_path, "doctor")
    assert run.code == 1
    assert "pbem init" in run.out
    write(tmp_path, SILENT + "prot = 1\n")
    assert "did you mean smtp.port?" in findings(tmp_path)["config"][1]


def test_files_that_everyone_can_read(silent_store: SqlStore, tmp_path: Path) -> None:
    (tmp_path / "secret").chmod(0o644)
    (tmp_path / "config.toml").write_text(SILENT + 'user = "u"\npassword = "p"\n')
    (tmp_path / "config.toml").chmod(0o644)
    state, told = findings(tmp_path)["file modes"]
    assert state == "warning"
    assert "config.toml" in told
    assert "secret" in told
    assert "chmod" in told


def test_a_secret_that_is_gone_while_there_are_players(silent_store: SqlStore, tmp_path: Path) -> None:
    (tmp_path / "secret").unlink()
    assert findings(tmp_path)["secret"][0] == "failed"
    assert not (tmp_path / "secret").exists()
    (tmp_path / "secret").write_bytes(b"short")
    assert "damaged" in findings(tmp_path)["secret"][1]
    (tmp_path / "secret").unlink()
    (tmp_path / "secret").mkdir()
    assert "Is a directory" in findings(tmp_path)["secret"][1]


def test_an_older_database_is_left_as_it_is(silent_store: SqlStore, tmp_path: Path) -> None:
    with transaction(silent_store.engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    state, told = findings(tmp_path)["database"]
    assert (state, "pbem serve brings it to" in told) == ("warning", True)
    with transaction(silent_store.engine) as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one() == "0001"
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    assert findings(tmp_path)["database"][0] == "failed"


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    write(tmp_path, SILENT)
    (tmp_path / "pbem.db").write_text("This is no database.\n" * 500)
    assert "file is not a database" in findings(tmp_path)["database"][1]


def test_a_database_server_that_is_not_there(tmp_path: Path) -> None:
    write(
        tmp_path,
        SILENT.replace("[smtp]", f"database = 'postgresql+psycopg://u:geheim@127.0.0.1:{free_port()}/x'\n[smtp]"),
    )
    state, told = findings(tmp_path)["database"]
    assert state == "failed"
    assert "geheim" not in told


def test_mail_that_waits_in_vain(silent_store: SqlStore, tmp_path: Path) -> None:
    earlier = fresh_clock(hours=-3)
    with closing(SqlStore(str(silent_store.engine.url), earlier)) as then:
        then.inbox.accept([letter("one"), letter("two")])
        with then.work() as work:
            work.post(mail_to("anna@players.example"))
    seen = findings(tmp_path)
    assert seen["mail in"] == ("failed", "waiting: 2, for 3 hours; is pbem serve running? Look at its log")
    assert seen["mail out"][0] == "failed"
    assert seen["server"][0] == "warning"


def test_a_mail_in_the_shunt(silent_store: SqlStore, tmp_path: Path) -> None:
    silent_store.inbox.accept([letter("strange")])
    with silent_store.work() as work:
        work.shunt_mail(1, "ValueError: no")
    assert findings(tmp_path)["shunt"][0] == "warning"


@pytest.mark.parametrize(("days", "state"), [(None, "warning"), (0, "ok"), (5, "warning")])
def test_how_old_the_last_backup_is(silent_store: SqlStore, tmp_path: Path, days: int | None, state: str) -> None:
    if days is not None:
        silent_store.pulses.beat("backup", system_clock() - timedelta(days=days))
    assert findings(tmp_path)["backup"][0] == state


def test_a_mailbox_that_the_server_can_not_reach(silent_store: SqlStore, tmp_path: Path) -> None:
    write(tmp_path, SILENT + f'[imap]\nhost = "127.0.0.1"\nport = {free_port()}\nuser = "u"\npassword = "p"\n')
    silent_store.workers.beat("here", system_clock(), leads=True)
    silent_store.pulses.beat("imap", system_clock() - timedelta(hours=2))
    silent_store.pulses.failed("imap", "LOGIN refused")
    state, told = findings(tmp_path)["last poll"]
    assert (state, told.startswith("2 hours ago; LOGIN refused")) == ("failed", True)


def test_a_clock_that_is_behind_the_database(silent_store: SqlStore, tmp_path: Path) -> None:
    with closing(SqlStore(str(silent_store.engine.url), fresh_clock(hours=5))) as later:
        later.inbox.accept([letter("tomorrow")])
    state, told = findings(tmp_path)["clock"]
    assert (state, "from the future" in told) == ("failed", True)


def test_a_clock_that_is_behind_the_mailbox(tmp_path: Path, dovecot: Dovecot) -> None:
    late = "Received: by mx.example.org; Fri, 1 Jan 2100 10:00:00 +0000\r\nSubject: an order\r\n\r\nbuy 23\r\n"
    dovecot.append(MAILBOX, late.encode())
    write(tmp_path, config_text(dovecot, free_port()))
    assert findings(tmp_path)["clock"][0] == "failed"
    assert dovecot.count(MAILBOX) == 1


def test_a_port_that_somebody_else_has(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        write(tmp_path, f'{SILENT}{DOOR.format(port=port)}[web]\nlisten = "127.0.0.1:{port}"\n')
        seen = findings(tmp_path)
    assert (seen["smtp_in"][0], seen["web"][0]) == ("failed", "failed")


@pytest.mark.parametrize(
    ("line", "check", "state"),
    [
        ("", "admins", "warning"),
        ('admins = ["td@example.org"]', "admins", "ok"),
        ('admins = ["splendor@example.org"]', "admins", "failed"),
        ("", "public url", "warning"),
    ],
)
def test_settings_that_deserve_a_second_thought(tmp_path: Path, line: str, check: str, state: str) -> None:
    server, smtp = SILENT.split("[smtp]")
    pages = f'[web]\nlisten = "127.0.0.1:{free_port()}"\npublic_url = "http://club.example"\n'
    write(tmp_path, f"{server}{line}\n[smtp]{smtp}{pages}")
    assert findings(tmp_path)[check][0] == state


def fresh_clock(**off: float) -> Clock:
    """The machine's time, and a little more or less."""
    return lambda: system_clock() + timedelta(**off)
