"""`pbem serve` does not start, and says why in one line, where its configuration or its database is unusable."""

import socket
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from pbem.store.database import transaction
from tests.support.cli.runs import CONFIG, inside, pbem
from tests.support.servers.tools import free_port
from tests.support.stores import Watch, fresh_store

IN = '[smtp_in]\nlisten = "127.0.0.1:0"\n'


@pytest.mark.parametrize(
    ("config", "told"),
    [
        (CONFIG, "[imap] or [smtp_in]"),
        (f"{CONFIG}databas = 'x'\n{IN}", "unknown key server.databas: did you mean server.database?"),
        (f"{CONFIG}database = 'mysql://localhost/pbem'\n{IN}", "server.database: expected sqlite"),
        (f"{CONFIG}database = 'sqlite:///none/pbem.db'\n{IN}", "pbem.db: unable to open database file"),
        (f"{CONFIG}database = 'postgresql+psycopg://pbem@127.0.0.1:{free_port()}/pbem'\n{IN}", "refused"),
        (f"{CONFIG}secret_file = 'none/secret'\n{IN}", "server.secret_file"),
    ],
)
def test_a_configuration_that_can_not_be_used(tmp_path: Path, config: str, told: str) -> None:
    (tmp_path / "config.toml").write_text(config)
    run = inside(tmp_path, "serve")
    assert (run.code, run.out) == (1, "")
    assert told in run.complaint


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(CONFIG + IN)
    (tmp_path / "pbem.db").write_text("This is no database.\n" * 500)
    run = pbem(tmp_path, "serve")
    assert (run.code, run.complaint) == (1, f"{tmp_path / 'pbem.db'}: file is not a database")


def test_a_database_of_a_newer_program(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(CONFIG + IN)
    with closing(fresh_store("sqlite", tmp_path, Watch())) as store, transaction(store.engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    run = inside(tmp_path, "serve")
    assert run.code == 1
    assert "9999, newer than" in run.complaint


def test_a_port_that_somebody_else_has(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        (tmp_path / "config.toml").write_text(f'{CONFIG}[smtp_in]\nlisten = "127.0.0.1:{port}"\n')
        run = inside(tmp_path, "serve")
    assert run.code == 1
    assert run.err.splitlines()[-1].startswith("pbem: ")
    assert "Traceback" not in run.err
