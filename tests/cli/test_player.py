"""`pbem player`, and what `pbem game` does to a game: directors at the command line."""

from collections import Counter
from pathlib import Path

import pytest

from tests.support.cli.runs import inside, pbem

SEATS = "Anna <anna@example.org>, Björn <bjorn@example.org>, Cy <cy@example.org>"


@pytest.fixture(autouse=True)
def _a_game_under_way(home: Path) -> None:
    assert inside(home, "game", "new", "--seats", SEATS).code == 0


def ledger(folder: Path) -> list[str]:
    lines = inside(folder, "game", "show", "1", "--json").json["ledger"]
    assert isinstance(lines, list)
    return lines


def kinds(folder: Path) -> list[str]:
    """What waits in the outbox, the oldest first."""
    return [mail["kind"] for mail in reversed(inside(folder, "mail", "list", "--box", "out", "--json").json)]


def test_players_are_listed(home: Path) -> None:
    players = inside(home, "player", "list", "--json").json
    assert [(each["id"], each["name"], each["address"]) for each in players] == [
        (1, "Anna", "anna@example.org"),
        (2, "Björn", "bjorn@example.org"),
        (3, "Cy", "cy@example.org"),
    ]
    assert inside(home, "player", "list").out.splitlines()[0].split()[:3] == ["id", "name", "address"]


@pytest.mark.parametrize("who", ["2", "bjorn@example.org", "björn"])
def test_a_player_is_shown_by_number_address_or_name(home: Path, who: str) -> None:
    assert inside(home, "player", "show", who, "--json").json["player"]["name"] == "Björn"
    lines = inside(home, "player", "show", who).out.splitlines()
    assert "name: Björn" in lines
    assert lines[-1] == "game 1: running"


def test_a_player_is_banned_and_unbanned(home: Path) -> None:
    assert pbem(home, "player", "ban", "Anna").out == "Anna is banned\n"
    assert ledger(home)[0] == "replace 1 greedy"
    assert sorted(kinds(home)[3:]) == ["status", "status", "turn"]
    assert inside(home, "player", "ban", "Anna").complaint == "Anna is banned already."
    assert inside(home, "player", "unban", "Anna", "--json").json["done"] == "Anna is no longer banned"
    assert not inside(home, "player", "list", "--json").json[0]["banned"]


def test_a_player_is_forgotten(home: Path) -> None:
    assert inside(home, "player", "forget", "Anna", "--yes").out == "forgotten\n"
    shown = inside(home, "player", "list").out
    assert "Anna" not in shown
    assert "anna@" not in shown
    assert "Player 1" in inside(home, "game", "show", "1").out
    assert inside(home, "player", "forget", "1", "--yes").complaint == "Player 1 is forgotten already"


@pytest.mark.parametrize("command", ["show", "ban", "unban", "forget"])
def test_an_unknown_player_is_one_line_of_complaint(home: Path, command: str) -> None:
    run = inside(home, "player", command, "Zoe", *(["--yes"] if command == "forget" else []))
    assert run.code == 1
    assert "Zoe" in run.complaint


def test_a_game_is_paused_resumed_and_extended(home: Path) -> None:
    assert inside(home, "game", "pause", "1").out == "game 1 is paused\n"
    assert inside(home, "game", "pause", "1").complaint == "Game #1 is paused already."
    assert inside(home, "game", "resume", "1").out == "game 1 goes on\n"
    assert inside(home, "game", "extend", "1", "24").code == 0
    assert inside(home, "game", "extend", "1", "12", "cy").code == 0
    assert ledger(home) == ["pause", "resume", "extend 1 24", "extend 3 12"]
    assert Counter(kinds(home)[3:]) == {"status": 12, "turn": 1}


def test_a_seat_is_given_to_a_bot_or_to_another_player(home: Path) -> None:
    inside(home, "game", "new", "--seats", "Dora <dora@example.org>, bot:greedy")
    assert inside(home, "game", "replace", "1", "Cy", "bot:greedy").code == 0
    assert inside(home, "game", "replace", "1", "Björn", "dora@example.org").code == 0
    assert ledger(home) == ["replace 3 greedy", "replace 2 Dora"]
    assert "Björn" in inside(home, "game", "replace", "1", "Björn", "bot:greedy").complaint


def test_a_game_is_adjudicated(home: Path) -> None:
    assert inside(home, "game", "adjudicate", "1", "Anna", "Cy", "--json").json == {
        "done": "game 1 is over",
        "mails": 3,
    }
    assert ledger(home) == ["adjudicate 1 3"]
    assert "over" in inside(home, "game", "adjudicate", "1").complaint


def test_a_game_is_replayed_line_by_line(home: Path) -> None:
    inside(home, "game", "new", "--seats", "bot:greedy, bot:greedy")
    lines = inside(home, "game", "replay", "2").out.splitlines()
    assert lines[0].split()[:2] == ["1", "Gusto:"]
    assert lines[0].endswith("[0 0]")
    positions = inside(home, "game", "replay", "2", "--json").json
    assert len(positions) == len(lines) + 1
    assert positions[0]["entry"] == ""
    assert positions[-1]["position"]["over"]


@pytest.mark.parametrize("command", ["pause", "resume", "adjudicate", "replay"])
def test_an_unknown_game_is_one_line_of_complaint(home: Path, command: str) -> None:
    assert inside(home, "game", command, "99").complaint == "there is no game 99"
