"""The tournament plays balanced games and says what came of them."""

from pathlib import Path

import pytest

from benchmarks import bots
from benchmarks.bots import Level, Result, Score, _balanced, _ratings, _wilson, lines, run
from engine.bots import STYLES


def test_a_tournament_has_each_level_against_those_below_and_at_a_table_of_four() -> None:
    result = run(games=4, bots=("random", "greedy", "steady"), processes=1)
    assert [(score.bot, *score.company) for score in result.pairings] == [
        ("greedy", "random"),
        ("steady", "random"),
        ("steady", "greedy"),
    ]
    assert [(score.bot, *score.company) for score in result.fours] == [("steady", "greedy", "greedy", "greedy")]
    assert result.games == 16
    assert 10 < result.most_turns <= 100
    assert [level.bot for level in result.levels] == ["random", "greedy", "steady"]


def test_each_style_plays_against_the_level_that_it_is_as_strong_as() -> None:
    result = run(games=2, bots=("greedy", "5"), processes=1)
    assert [(score.bot, *score.company) for score in result.styles] == [(name, "5") for name in STYLES]


def test_a_tournament_that_was_broken_off_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "games"
    whole = run(games=2, bots=("random", "greedy"), processes=1, kept=kept)
    lines_of_file = kept.read_text("utf-8").splitlines()
    assert len(lines_of_file) == 2
    kept.write_text(lines_of_file[0] + "\n", "utf-8")
    again = run(games=2, bots=("random", "greedy"), processes=1, kept=kept)
    assert (again.games, again.pairings, again.most_turns) == (whole.games, whole.pairings, whole.most_turns)
    assert kept.read_text("utf-8").splitlines()[0] == lines_of_file[0]
    monkeypatch.setattr(bots, "_play", None)
    assert run(games=2, bots=("random", "greedy"), processes=1, kept=kept).pairings == whole.pairings


def test_each_deal_is_played_from_every_seat() -> None:
    games = _balanced(("a", "b"), 4)
    assert [(game.bots, game.number) for game in games] == [
        (("a", "b"), 0),
        (("b", "a"), 0),
        (("a", "b"), 1),
        (("b", "a"), 1),
    ]


def test_the_interval_is_wilsons() -> None:
    assert _wilson(0.75, 400) == pytest.approx((0.7054, 0.7900), abs=0.0001)
    assert _wilson(1.0, 400) == pytest.approx((0.9905, 1.0), abs=0.0001)


def test_three_wins_in_four_are_worth_190_points() -> None:
    ratings = _ratings(("greedy", "steady"), [Score("steady", ("greedy",), 4000, 0.75, 0.7, 0.8)])
    assert ratings == pytest.approx({"greedy": 1500, "steady": 1691}, abs=1)


def test_the_figures_are_tables() -> None:
    level = Level("steady", 1690.6, 25.25, 2.04, 11.4)
    pairing = Score("steady", ("greedy",), 400, 0.8, 0.758, 0.836)
    table = Score("steady", ("greedy",) * 3, 400, 0.5, 0.451, 0.549)
    style = Score("courtier", ("5",), 400, 0.5, 0.451, 0.549)
    shown = lines(Result((level,), (pairing,), (table,), (style,), 800, 41))
    assert "| `steady` | 1691 | 25.2 | 2.0 | 11 |" in shown
    assert "| `steady` against `greedy` | 400 | 80.0% | 75.8% to 83.6% |" in shown
    assert "| `steady` among three `greedy` | 400 | 50.0% | 45.1% to 54.9% |" in shown
    assert "| `courtier` against `5` | 400 | 50.0% | 45.1% to 54.9% |" in shown
    assert shown[-1] == "800 games, none over 41 turns a player, no illegal order"
