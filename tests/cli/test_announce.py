"""`pbem announce`: one mail to all who play, asked first, in the outbox behind turns."""

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.store.store import SqlStore
from tests.support.cli.runs import CONFIG, inside
from tests.support.stores import add_game


@pytest.fixture
def table_of_three(tmp_path: Path, store_now: SqlStore) -> Path:
    """Two play; one of them wants no mail. A third has no game."""
    (tmp_path / "config.toml").write_text(CONFIG)
    with store_now.work() as work:
        add_game(work, "anna", "bo", "cy")
        for name in ("anna", "bo", "cy"):
            player = work.player_at(f"{name}@players.example")
            assert player
            work.save_player(replace(player, confirmed=True, stopped=name == "cy"))
    return tmp_path


def announced(folder: Path) -> list[dict[str, object]]:
    return [row for row in inside(folder, "mail", "list", "--box", "out", "--json").json if row["kind"] == "press"]


def test_all_who_play_and_want_mail_get_one(table_of_three: Path) -> None:
    run = inside(table_of_three, "announce", "We rest on Sunday.", "--yes", "--json")
    assert run.json == {"mails": 2}
    assert len(announced(table_of_three)) == 2
    number = str(announced(table_of_three)[0]["id"])
    assert "We rest on Sunday." in inside(table_of_three, "mail", "show", number, "--box", "out").out


def test_it_is_asked_first_how_many_would_get_it(table_of_three: Path) -> None:
    run = inside(table_of_three, "announce", "We rest on Sunday.", typed="n\n")
    assert run.code == 1
    assert "2 people will get this mail" in run.err
    assert announced(table_of_three) == []


@pytest.mark.parametrize("text", ["", "  \n", "x" * 5001])
def test_an_empty_or_endless_text_is_not_sent(table_of_three: Path, text: str) -> None:
    run = inside(table_of_three, "announce", text, "--yes")
    assert (run.code, announced(table_of_three)) == (1, [])
