"""`pbem backup`, `pbem restore` and `pbem migrate`, as an organiser uses them."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from shutil import copy

import pytest

from pbem.model.time import system_clock
from pbem.store.serving import OnlyLeader
from pbem.store.store import SqlStore
from tests.support.cli.runs import CONFIG, inside
from tests.support.servers import postgres

SEATS = "Anna <anna@players.example>, Jon <jon@players.example>"
DAILY = "pbem-%Y%m%d.zip"


@pytest.fixture(autouse=True)
def _a_game(home: Path) -> None:
    assert inside(home, "game", "new", "--seats", SEATS).code == 0


def games(folder: Path) -> list[int]:
    return [game["id"] for game in inside(folder, "game", "list", "--json").json]


def configured(folder: Path, database: str) -> Path:
    folder.mkdir()
    (folder / "config.toml").write_text(f'{CONFIG}database = "{database}"\n')
    return folder


def far_database() -> str:
    server = postgres.shared()
    return server.url(server.fresh())


class TestBackup:
    def test_it_says_what_it_wrote_in_one_line(self, home: Path) -> None:
        done = inside(home, "backup", "b.zip")
        assert done.code == 0
        (line,) = done.out.splitlines()
        assert line.startswith("b.zip: ")
        assert "games: 1, mails: 2" in line

    def test_its_figures_are_there_for_programs(self, home: Path) -> None:
        facts = inside(home, "backup", "b.zip", "--json").json
        assert (facts["file"], facts["games"], facts["mails"], facts["deleted"]) == ("b.zip", 1, 2, [])
        assert facts["bytes"] == (home / "b.zip").stat().st_size

    def test_a_folder_that_is_not_there_is_named_and_the_failure_is_noted(self, home: Path) -> None:
        assert inside(home, "backup", "unmounted/b.zip").complaint == "there is no folder unmounted"
        assert inside(home, "status", "--json").json["pulses"]["backup"]["error"] == "there is no folder unmounted"

    def test_a_file_that_is_there_is_replaced_only_where_it_is_said(self, home: Path) -> None:
        (home / "b.zip").write_text("precious")
        assert "--force" in inside(home, "backup", "b.zip").complaint
        assert (home / "b.zip").read_text() == "precious"
        assert inside(home, "backup", "b.zip", "--force").code == 0

    def test_with_a_date_in_the_name_old_ones_go(self, home: Path) -> None:
        for day in range(1, 5):
            (home / f"pbem-202001{day:02}.zip").touch()
        facts = inside(home, "backup", DAILY, "--keep", "3", "--json").json
        assert facts["deleted"] == ["pbem-20200101.zip", "pbem-20200102.zip"]
        assert len(list(home.glob("pbem-*.zip"))) == 3

    def test_without_a_date_in_the_name_none_can_go(self, home: Path) -> None:
        done = inside(home, "backup", "b.zip", "--keep", "3")
        assert done.code == 2
        assert "--keep" in done.complaint

    @pytest.mark.parametrize("wanted", [True, False])
    def test_secrets_and_passwords_are_in_it_only_where_asked_for(self, home: Path, wanted: bool) -> None:
        password, secret = b"0123456789 password", (home / "secret").read_bytes()
        with (home / "config.toml").open("ab") as file:
            file.write(b'[smtp]\npassword = "' + password + b'"\n')
        inside(home, "backup", "b.zip", *(["--with-secrets"] if wanted else []))
        restored = home / "restored"
        restored.mkdir()
        if not wanted:
            (restored / "config.toml").write_text(CONFIG)
        assert inside(restored, "restore", "../b.zip").code == 0
        found = b"".join(path.read_bytes() for path in restored.iterdir())
        assert (password in found, secret in found) == (wanted, wanted)

    def test_a_command_may_carry_it_to_a_second_place(self, home: Path) -> None:
        (home / "elsewhere").mkdir()
        done = inside(home, "backup", DAILY, "--then", "cp {} elsewhere")
        assert done.code == 0
        (here,), (there,) = home.glob("pbem-*.zip"), (home / "elsewhere").glob("pbem-*.zip")
        assert here.read_bytes() == there.read_bytes()

    @pytest.mark.parametrize(
        ("command", "told"), [("cp {} nowhere/", "cp ended with 1"), ("rcloen {}", "can't be run")]
    )
    def test_one_that_did_not_get_there_counts_as_none(self, home: Path, command: str, told: str) -> None:
        done = inside(home, "backup", "b.zip", "--then", command)
        assert done.code == 1
        assert told in done.complaint
        with closing(SqlStore(f"sqlite:///{home / 'pbem.db'}", system_clock)) as store:
            assert store.pulses.all()["backup"].at is None

    def test_the_server_hears_of_it(self, home: Path) -> None:
        inside(home, "backup", "b.zip")
        with closing(SqlStore(f"sqlite:///{home / 'pbem.db'}", system_clock)) as store:
            assert store.pulses.all()["backup"].at

    def test_the_server_hears_of_one_that_failed(self, home: Path) -> None:
        assert inside(home, "backup", "nowhere/b.zip").code == 1
        with closing(SqlStore(f"sqlite:///{home / 'pbem.db'}", system_clock)) as store:
            pulse = store.pulses.all()["backup"]
        assert pulse.at is None
        assert "nowhere" in pulse.error

    def test_books_that_do_not_fit_are_told_of_and_no_old_backup_goes(self, home: Path) -> None:
        (home / "pbem-20200101.zip").touch()
        with closing(sqlite3.connect(home / "pbem.db")) as connection, connection:
            connection.execute("UPDATE game SET length = 7")
        done = inside(home, "backup", DAILY, "--keep", "1")
        assert done.code == 1
        assert "game 1: 7 lines were counted, 0 are there" in done.complaint
        assert len(list(home.glob("pbem-*.zip"))) == 2

    def test_where_there_is_no_database_none_is_made(self, tmp_path: Path) -> None:
        new = configured(tmp_path / "new", "sqlite:///pbem.db")
        assert "there is no database" in inside(new, "backup", "b.zip").complaint
        assert [path.name for path in new.iterdir()] == ["config.toml"]


class TestRestore:
    @pytest.fixture
    def backup(self, home: Path) -> Path:
        inside(home, "backup", "b.zip", "--with-secrets")
        return home / "b.zip"

    def test_into_an_empty_folder_everything_comes_back(self, backup: Path, tmp_path: Path) -> None:
        new = tmp_path / "new"
        new.mkdir()
        assert inside(new, "restore", str(backup)).code == 0
        assert games(new) == [1]
        assert (new / "secret").read_bytes() == (tmp_path / "secret").read_bytes()
        assert {path.stat().st_mode & 0o777 for path in new.iterdir()} == {0o600}

    def test_a_database_that_is_in_use_stays(self, home: Path, backup: Path) -> None:
        inside(home, "game", "new", "--seats", SEATS)
        assert "not empty" in inside(home, "restore", str(backup)).complaint
        assert games(home) == [1, 2]

    def test_unless_it_is_said_and_then_it_is_kept_under_another_name(self, home: Path, backup: Path) -> None:
        inside(home, "game", "new", "--seats", SEATS)
        done = inside(home, "restore", str(backup), "--force")
        assert games(home) == [1]
        (old,) = home.glob("pbem.db.*.old")
        assert str(old) in done.out
        with closing(sqlite3.connect(old)) as connection:
            assert connection.execute("SELECT count(*) FROM game").fetchone() == (2,)

    def test_after_an_upgrade_that_is_taken_back_the_old_program_puts_its_backup_back(
        self, home: Path, backup: Path
    ) -> None:
        with closing(sqlite3.connect(home / "pbem.db")) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
            connection.execute("ALTER TABLE player ADD COLUMN colour TEXT")
            connection.execute("CREATE TABLE later (id INTEGER)")
        assert "newer than this program" in inside(home, "game", "new", "--seats", SEATS).complaint
        done = inside(home, "restore", str(backup), "--force")
        assert done.code == 0, done
        assert games(home) == [1]
        assert inside(home, "game", "new", "--seats", SEATS).code == 0

    def test_not_while_a_server_runs(self, home: Path, backup: Path) -> None:
        server = OnlyLeader(home / "pbem.db")
        server.leads()
        assert "pbem serve" in inside(home, "restore", str(backup), "--force").complaint
        server.resign()
        assert games(home) == [1]

    def test_a_secret_that_is_there_is_left_alone(self, backup: Path, tmp_path: Path) -> None:
        new = configured(tmp_path / "new", "sqlite:///pbem.db")
        (new / "secret").write_bytes(b"another secret, that is long enough")
        done = inside(new, "restore", str(backup))
        assert "secret was left alone" in done.out
        assert (new / "secret").read_bytes().startswith(b"another")

    def test_a_backup_can_be_looked_at_without_a_configuration(self, backup: Path, tmp_path: Path) -> None:
        (tmp_path / "elsewhere").mkdir()
        done = inside(tmp_path / "elsewhere", "restore", "--check", str(backup))
        assert "is good" in done.out
        assert list((tmp_path / "elsewhere").iterdir()) == []

    def test_what_does_not_fit_in_a_backup_is_listed(self, home: Path) -> None:
        with closing(sqlite3.connect(home / "pbem.db")) as connection, connection:
            connection.execute("UPDATE game SET length = 7")
        inside(home, "backup", "b.zip")
        done = inside(home, "restore", "--check", "b.zip")
        assert done.out.splitlines() == ["game 1: 7 lines were counted, 0 are there"]
        assert "is whole" in done.complaint

    def test_a_damaged_one_is_told_in_one_line(self, backup: Path, home: Path) -> None:
        backup.write_bytes(backup.read_bytes()[:-50])
        for arguments in (["--check"], ["--force"]):
            assert "damaged" in inside(home, "restore", str(backup), *arguments).complaint
        assert games(home) == [1]

    def test_into_postgresql_and_never_over_what_is_there(self, backup: Path, tmp_path: Path) -> None:
        new = configured(tmp_path / "new", far_database())
        assert inside(new, "restore", str(backup)).code == 0
        assert games(new) == [1]
        assert "make a new one" in inside(new, "restore", str(backup), "--force").complaint

    def test_from_postgresql_to_a_file(self, tmp_path: Path) -> None:
        far = configured(tmp_path / "far", far_database())
        inside(far, "game", "new", "--seats", SEATS)
        assert inside(far, "backup", "b.zip").code == 0
        near = configured(tmp_path / "near", "sqlite:///pbem.db")
        copy(far / "secret", near)
        assert inside(near, "restore", str(far / "b.zip")).code == 0
        assert games(near) == [1]


def players(folder: Path) -> dict[int, tuple[int, int, int, str]]:
    with closing(sqlite3.connect(folder / "pbem.db")) as connection:
        rows = connection.execute("SELECT id, generation, stopped, banned, address FROM player").fetchall()
    return {number: (generation, stopped, banned, address) for number, generation, stopped, banned, address in rows}


# What may only grow


@pytest.fixture
def backup_of_before(home: Path) -> Path:
    inside(home, "player", "ban", "jon")
    inside(home, "player", "unban", "jon")
    inside(home, "backup", "b.zip")
    return home / "b.zip"


def test_void_tags_bans_stops_and_refusals_are_taken_from_the_database_that_is_replaced(
    home: Path, backup_of_before: Path
) -> None:
    inside(home, "player", "new-tag", "anna")
    inside(home, "player", "ban", "jon")
    with closing(sqlite3.connect(home / "pbem.db")) as connection, connection:
        connection.execute("UPDATE player SET stopped = 1 WHERE id = 1")
        connection.execute("INSERT INTO shun (player_id, other_id, what) VALUES (1, NULL, 'block')")
    now = players(home)
    done = inside(home, "restore", str(backup_of_before), "--force")
    assert "kept from the old database: new tags: 1, stops: 1, bans: 1, refusals: 1, forgotten: 0" in done.out
    assert players(home) == now
    with closing(sqlite3.connect(home / "pbem.db")) as connection:
        assert connection.execute("SELECT player_id, other_id, what FROM shun").fetchall() == [(1, None, "block")]


def test_who_was_forgotten_since_is_forgotten_again(home: Path, backup_of_before: Path) -> None:
    inside(home, "player", "forget", "anna", "--yes")
    now = players(home)
    done = inside(home, "restore", str(backup_of_before), "--force")
    assert "forgotten: 1" in done.out
    assert players(home)[1][3] == now[1][3]
    assert b"anna@" not in (home / "pbem.db").read_bytes()


def test_where_no_database_is_replaced_every_tag_is_void_and_the_operator_is_told(
    backup_of_before: Path, tmp_path: Path
) -> None:
    new = configured(tmp_path / "new", "sqlite:///pbem.db")
    copy(tmp_path / "secret", new)
    done = inside(new, "restore", str(backup_of_before))
    assert "every tag is void" in done.out
    assert "who stopped, was banned, was forgotten or refused invitations since" in done.out
    assert min(generation for generation, *_ in players(new).values()) > 0


def test_a_server_that_moves_keeps_its_tags(backup_of_before: Path, tmp_path: Path) -> None:
    new = configured(tmp_path / "new", "sqlite:///pbem.db")
    copy(tmp_path / "secret", new)
    assert "void" not in inside(new, "restore", str(backup_of_before), "--moved").out
    assert {generation for generation, *_ in players(new).values()} == {0}


class TestMigrate:
    def test_a_league_moves_and_is_told_what_to_do_next(self, home: Path, tmp_path: Path) -> None:
        url = far_database().replace("pbem@", "pbem:word@")
        done = inside(home, "migrate", "sqlite:///pbem.db", url)
        assert done.code == 0, done.err
        assert "config.toml" in done.out
        assert "word" not in done.out
        new = configured(tmp_path / "new", url)
        copy(home / "secret", new)
        assert games(new) == [1]
        assert games(home) == [1]

    def test_its_figures_are_there_for_programs(self, home: Path) -> None:
        rows = inside(home, "migrate", "sqlite:///pbem.db", "sqlite:///other.db", "--json").json["rows"]
        assert (rows["game"], rows["player"], rows["outbox"]) == (1, 2, 2)

    def test_not_while_a_server_runs_on_either(self, home: Path) -> None:
        url = far_database()
        server = OnlyLeader(home / "pbem.db")
        server.leads()
        assert "pbem serve" in inside(home, "migrate", "sqlite:///pbem.db", url).complaint
        server.resign()
        with closing(SqlStore(url, system_clock)) as far:
            leader = far.leader()
            leader.leads()
            assert "pbem serve" in inside(home, "migrate", "sqlite:///pbem.db", url).complaint
            leader.resign()
        assert inside(home, "migrate", "sqlite:///pbem.db", url).code == 0
        with closing(SqlStore(url, system_clock)) as far:
            far.workers.beat("second", system_clock(), leads=False)
        assert "pbem serve" in inside(home, "migrate", url, "sqlite:///other.db").complaint

    def test_not_onto_itself_nor_from_nowhere_nor_over_another(self, home: Path) -> None:
        assert inside(home, "migrate", "sqlite:///pbem.db", "sqlite:///pbem.db").code == 2
        assert "there is no database" in inside(home, "migrate", "sqlite:///no.db", "sqlite:///b.db").complaint
        inside(home, "migrate", "sqlite:///pbem.db", "sqlite:///b.db")
        assert "not empty" in inside(home, "migrate", "sqlite:///pbem.db", "sqlite:///b.db").complaint

    def test_a_database_that_does_not_answer_is_told_in_one_line(self, home: Path) -> None:
        nobody = "postgresql+psycopg://pbem@127.0.0.1:1/pbem"
        assert "refused" in inside(home, "migrate", "sqlite:///pbem.db", nobody).complaint


def test_migrate_comes_up_in_a_process_of_its_own() -> None:
    """What a test imported before can't help it."""
    subprocess.run([sys.executable, "-c", "import pbem.cli.migrate"], check=True, timeout=60)
