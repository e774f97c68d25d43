"""Commands that only look: they make neither a database nor a secret, and leave an older database to `pbem serve`."""

from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from pbem.store.database import transaction
from tests.pbem.cli.runs import CONFIG, inside
from tests.pbem.store.worlds import Watch, fresh_store

LOOKS = (
    "game list",
    "game show 1",
    "game record 1",
    "game replay 1",
    "league list",
    "league show Nordic",
    "league standings Nordic",
    "league fixtures Nordic",
    "league export Nordic season",
    "mail list",
    "mail show 1",
    "player list",
    "player show Anna",
    "status",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "config.toml").write_text(CONFIG)
    return tmp_path


@pytest.mark.parametrize("command", LOOKS)
def test_where_there_is_nothing_to_see_nothing_is_made(folder: Path, command: str) -> None:
    run = inside(folder, *command.split())
    assert (run.code, run.out) == (1, "")
    assert run.complaint == f"there is no database {folder / 'pbem.db'} yet, pbem serve makes it"
    assert [path.name for path in folder.iterdir()] == ["config.toml"]


@pytest.mark.parametrize("command", LOOKS)
def test_a_database_of_an_older_program_stays_as_it_is(folder: Path, command: str) -> None:
    with closing(fresh_store("sqlite", folder, Watch())) as store, transaction(store.engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    run = inside(folder, *command.split())
    assert (run.code, run.out) == (1, "")
    assert run.complaint.startswith("the database is at version 0001, pbem serve brings it to ")
    assert not list(folder.glob("*.bak"))
    assert not (folder / "secret").exists()


def test_who_looks_needs_the_secret_for_mails_alone(folder: Path) -> None:
    inside(folder, "game", "new", "--seats", "Anna <anna@example.org>, Bo <bo@example.org>")
    (folder / "secret").unlink()
    assert inside(folder, "game", "list", "--json").json[0]["seats"] == "Anna, Bo"
    assert inside(folder, "mail", "list", "--box", "out", "--json").json[0]["kind"] == "turn"
    run = inside(folder, "mail", "show", "1", "--box", "out")
    assert run.code == 1
    assert run.complaint.startswith("server.secret_file: not the secret that the mails in this database were sealed")
    assert not (folder / "secret").exists()
