"""`pbem game`: games are started and looked at from the command line."""

from pathlib import Path

import pytest

from engine import commitment, parse_record
from tests.support.cli.runs import CONFIG, inside, pbem

SEATS = '"Jónsson, Jón" <jon@example.org> is, Anna <anna@example.org>, bot:greedy'


@pytest.fixture(scope="module")
def two_games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A server with game 1 under way and game 2, between bots, over."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "config.toml").write_text(CONFIG)
    first = pbem(folder, "game", "new", "--seats", SEATS, "--json").json
    second = inside(folder, "game", "new", "--seats", "bot:greedy, bot:greedy", "--edition", "2021")
    assert first["game"] == 1
    assert (second.code, second.out) == (0, "game 2 started\n")
    return folder


def test_a_new_game_is_announced_to_everyone_in_their_language(two_games: Path) -> None:
    mails = inside(two_games, "mail", "list", "--box", "out", "--json").json
    assert [mail["kind"] for mail in reversed(mails)] == ["started", "turn"]
    assert {mail["game_id"] for mail in mails} == {1}


def test_games_that_run_are_listed(two_games: Path) -> None:
    (game,) = inside(two_games, "game", "list", "--json").json
    assert (game["id"], game["status"], game["edition"]) == (1, "running", "2019")
    assert game["seats"] == "Jónsson, Jón, Anna, Gusto"


def test_games_that_are_over_are_listed_with_all(two_games: Path) -> None:
    heading, *lines = inside(two_games, "game", "list", "--all").out.splitlines()
    assert heading.split()[:3] == ["id", "status", "edition"]
    assert [line.split()[:3] for line in lines] == [["1", "running", "2019"], ["2", "over", "2021"]]


def test_a_game_is_shown_with_its_position_and_its_ledger(two_games: Path) -> None:
    shown = inside(two_games, "game", "show", "2", "--json").json
    assert shown["status"] == "over"
    assert shown["position"]["over"]
    assert len(shown["ledger"]) > 20
    assert shown["ledger"][0].startswith(("take ", "reserve ", "buy "))


def test_a_game_is_shown_to_people(two_games: Path) -> None:
    lines = inside(two_games, "game", "show", "1").out.splitlines()
    assert lines == ["Jónsson, Jón: 0 points", "Anna: 0 points", "Gusto: 0 points"]


def test_the_record_of_a_finished_game_verifies(two_games: Path, tmp_path: Path) -> None:
    text = inside(two_games, "game", "record", "2").out
    (tmp_path / "record.txt").write_text(text, encoding="utf-8")
    assert inside(tmp_path, "verify", "record.txt", "--json").json["verified"]
    assert inside(two_games, "game", "record", "2", "--json").json == {"game": 2, "record": text}


def test_the_record_holds_the_secret_that_was_committed_to(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(CONFIG)
    started = inside(tmp_path, "game", "new", "--seats", "bot:greedy, bot:greedy", "--json").json
    record = inside(tmp_path, "game", "record", str(started["game"])).out
    assert commitment(parse_record(record).secret) == started["commitment"]


def test_the_record_of_a_game_that_runs_is_kept_secret(two_games: Path) -> None:
    run = inside(two_games, "game", "record", "1")
    assert (run.code, run.out) == (1, "")
    assert "not over" in run.complaint


@pytest.mark.parametrize("command", ["show", "record"])
def test_a_game_that_is_not_there_is_told_in_one_line(two_games: Path, command: str) -> None:
    run = inside(two_games, "game", command, "99", "--json")
    assert (run.code, run.out, run.complaint) == (1, "", "there is no game 99")


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        ("Anna <anna@example.org>", "seats"),
        ("bot:greedy, bot:greedy, bot:greedy, bot:greedy, bot:greedy", "seats"),
        ("Anna, Jon", "no seat in 'Anna'"),
    ],
)
def test_a_game_that_can_not_be_started_is_told_in_one_line_and_leaves_nothing(
    two_games: Path, seats: str, told: str
) -> None:
    run = inside(two_games, "game", "new", "--seats", seats)
    assert (run.code, run.out) == (1, "")
    assert told in run.complaint


def test_without_a_configuration_there_are_no_games(tmp_path: Path) -> None:
    run = inside(tmp_path, "game", "list")
    assert (run.code, run.complaint) == (
        1,
        "config.toml: No such file or directory; pbem init writes one, --config names another",
    )
    assert list(tmp_path.iterdir()) == []


def test_moves_are_shown_under_the_name_of_who_made_them(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(CONFIG)
    inside(tmp_path, "game", "new", "--seats", "bot:greedy, Anna <anna@example.org>")
    inside(tmp_path, "game", "new", "--seats", "Eva <eva@example.org>, bot:greedy")
    assert inside(tmp_path, "game", "replace", "1", "Gusto", "Eva").code == 0
    for command in ("show", "replay"):
        lines = inside(tmp_path, "game", command, "1").out
        assert "1 computer: take" in lines
        assert "Eva: take" not in lines
