"""A simulated league runs to its end with no command but the sign-off, and its tables recompute."""

from dataclasses import replace

import pytest

from pbem.worlds.simulation.league import LeaguePlan, LeagueReport, SeasonFigures, correlation, simulate_league


def figures(number: int, top: float, bottom: float, problems: tuple[str, ...] = ()) -> SeasonFigures:
    return SeasonFigures(number, 28, 28, 60, (0.7, 0.5, 0.3), 0.5, top, bottom, 0, 0, 0, problems)


def test_a_small_league_plays_two_seasons_by_itself() -> None:
    report = simulate_league(LeaguePlan(players=2, seasons=2, widths="1", seats=2, size=2))
    assert [each.problems for each in report.seasons] == [(), ()]
    assert [each.games for each in report.seasons] == [2, 2]
    assert report.commands == 2


def test_it_fails_where_the_strong_do_not_rise() -> None:
    report = LeagueReport([figures(1, 2.0, 2.0), figures(2, 2.5, 1.5)])
    report.judge()
    assert len(report.failures) == 2
    assert list(report.lines())[-1] == "failures 2"


def test_nobody_rises_where_there_is_one_level() -> None:
    seasons = [replace(figures(number, 1.0, 1.0), strength_by_level=(0.5,)) for number in (1, 2)]
    report = LeagueReport(seasons)
    report.judge()
    assert report.failures == []


def test_it_fails_where_a_table_does_not_recompute() -> None:
    report = LeagueReport([figures(1, 2.0, 2.0, ("the table of division 1 differs",))])
    report.judge()
    assert report.failures == ["season 1: the table of division 1 differs"]


def test_ranks_that_go_together_correlate() -> None:
    assert correlation([1, 2, 3], [10, 20, 30]) == pytest.approx(1)
    assert correlation([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    assert correlation([1, 1, 1], [3, 2, 1]) == 0
