"""Commands that only look: they make neither a database nor a secret, and leave an older database to `pbem serve`."""

from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text

from pbem.store.database import transaction
from tests.support.cli.runs import inside
from tests.support.stores import Watch, fresh_store

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


@pytest.mark.parametrize("command", LOOKS)
def test_where_there_is_nothing_to_see_nothing_is_made(home: Path, command: str) -> None:
    run = inside(home, *command.split())
    assert (run.code, run.out) == (1, "")
    assert run.complaint == f"there is no database {home / 'pbem.db'} yet, pbem serve makes it"
    assert [path.name for path in home.iterdir()] == ["config.toml"]


@pytest.mark.parametrize("command", LOOKS)
def test_a_database_of_an_older_program_stays_as_it_is(home: Path, command: str) -> None:
    with closing(fresh_store("sqlite", home, Watch())) as store, transaction(store.engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    run = inside(home, *command.split())
    assert (run.code, run.out) == (1, "")
    assert run.complaint.startswith("the database is at version 0001, pbem serve brings it to ")
    assert not list(home.glob("*.bak"))
    assert not (home / "secret").exists()


def test_who_looks_needs_the_secret_for_mails_alone(home: Path) -> None:
    inside(home, "game", "new", "--seats", "Anna <anna@example.org>, Bo <bo@example.org>")
    (home / "secret").unlink()
    assert inside(home, "game", "list", "--json").json[0]["seats"] == "Anna, Bo"
    assert inside(home, "mail", "list", "--box", "out", "--json").json[0]["kind"] == "turn"
    run = inside(home, "mail", "show", "1", "--box", "out")
    assert run.code == 1
    assert run.complaint.startswith("server.secret_file: not the secret that the mails in this database were sealed")
    assert not (home / "secret").exists()
