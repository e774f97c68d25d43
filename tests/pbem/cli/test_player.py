"""`pbem player`, and what `pbem game` does to a game: directors at the command line."""

from pathlib import Path

import pytest

from tests.pbem.cli.runs import CONFIG, inside, pbem

SEATS = "Anna <anna@example.org>, Björn <bjorn@example.org>, Cy <cy@example.org>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A server with one game under way."""
    (tmp_path / "config.toml").write_text(CONFIG)
    assert inside(tmp_path, "game", "new", "--seats", SEATS).code == 0
    return tmp_path


def ledger(folder: Path) -> list[str]:
    lines = inside(folder, "game", "show", "1", "--json").json["ledger"]
    assert isinstance(lines, list)
    return lines


def kinds(folder: Path) -> list[str]:
    """What waits in the outbox, the oldest first."""
    return [mail["kind"] for mail in reversed(inside(folder, "mail", "list", "--box", "out", "--json").json)]


def test_players_are_listed(folder: Path) -> None:
    players = inside(folder, "player", "list", "--json").json
    assert [(each["id"], each["name"], each["address"]) for each in players] == [
        (1, "Anna", "anna@example.org"),
        (2, "Björn", "bjorn@example.org"),
        (3, "Cy", "cy@example.org"),
    ]
    assert inside(folder, "player", "list").out.splitlines()[0].split()[:3] == ["id", "name", "address"]


@pytest.mark.parametrize("who", ["2", "bjorn@example.org", "björn"])
def test_a_player_is_shown_by_number_address_or_name(folder: Path, who: str) -> None:
    assert inside(folder, "player", "show", who, "--json").json["player"]["name"] == "Björn"
    lines = inside(folder, "player", "show", who).out.splitlines()
    assert "name: Björn" in lines
    assert lines[-1] == "game 1: running"


def test_a_player_is_banned_and_unbanned(folder: Path) -> None:
    assert pbem(folder, "player", "ban", "Anna").out == "Anna is banned\n"
    assert ledger(folder)[0] == "replace 1 greedy"
    assert sorted(kinds(folder)[4:]) == ["status", "status", "turn"]
    assert inside(folder, "player", "ban", "Anna").complaint == "Anna is banned already."
    assert inside(folder, "player", "unban", "Anna", "--json").json["done"] == "Anna is no longer banned"
    assert not inside(folder, "player", "list", "--json").json[0]["banned"]


def test_a_player_is_forgotten(folder: Path) -> None:
    assert inside(folder, "player", "forget", "Anna", "--yes").out == "forgotten\n"
    shown = inside(folder, "player", "list").out
    assert "Anna" not in shown
    assert "anna@" not in shown
    assert "Player 1" in inside(folder, "game", "show", "1").out
    assert inside(folder, "player", "forget", "1", "--yes").complaint == "Player 1 is forgotten already"


@pytest.mark.parametrize("command", ["show", "ban", "unban", "forget"])
def test_an_unknown_player_is_one_line_of_complaint(folder: Path, command: str) -> None:
    run = inside(folder, "player", command, "Zoe", *(["--yes"] if command == "forget" else []))
    assert run.code == 1
    assert "Zoe" in run.complaint


def test_a_game_is_paused_resumed_and_extended(folder: Path) -> None:
    assert inside(folder, "game", "pause", "1").out == "game 1 is paused\n"
    assert inside(folder, "game", "pause", "1").complaint == "Game #1 is paused already."
    assert inside(folder, "game", "resume", "1").out == "game 1 goes on\n"
    assert inside(folder, "game", "extend", "1", "24").code == 0
    assert inside(folder, "game", "extend", "1", "12", "cy").code == 0
    assert ledger(folder) == ["pause", "resume", "extend 1 24", "extend 3 12"]
    assert kinds(folder)[4:] == ["status"] * 12


def test_a_seat_is_given_to_a_bot_or_to_another_player(folder: Path) -> None:
    inside(folder, "game", "new", "--seats", "Dora <dora@example.org>, bot:greedy")
    assert inside(folder, "game", "replace", "1", "Cy", "bot:greedy").code == 0
    assert inside(folder, "game", "replace", "1", "Björn", "dora@example.org").code == 0
    assert ledger(folder) == ["replace 3 greedy", "replace 2 Dora"]
    assert "Björn" in inside(folder, "game", "replace", "1", "Björn", "bot:greedy").complaint


def test_a_game_is_adjudicated(folder: Path) -> None:
    assert inside(folder, "game", "adjudicate", "1", "Anna", "Cy", "--json").json == {
        "done": "game 1 is over",
        "mails": 3,
    }
    assert ledger(folder) == ["adjudicate 1 3"]
    assert "over" in inside(folder, "game", "adjudicate", "1").complaint


def test_a_game_is_replayed_line_by_line(folder: Path) -> None:
    inside(folder, "game", "new", "--seats", "bot:greedy, bot:greedy")
    lines = inside(folder, "game", "replay", "2").out.splitlines()
    assert lines[0].split()[:2] == ["1", "greedy:"]
    assert lines[0].endswith("[0 0]")
    positions = inside(folder, "game", "replay", "2", "--json").json
    assert len(positions) == len(lines) + 1
    assert positions[0]["entry"] == ""
    assert positions[-1]["position"]["over"]


@pytest.mark.parametrize("command", ["pause", "resume", "adjudicate", "replay"])
def test_an_unknown_game_is_one_line_of_complaint(folder: Path, command: str) -> None:
    assert inside(folder, "game", command, "99").complaint == "there is no game 99"
