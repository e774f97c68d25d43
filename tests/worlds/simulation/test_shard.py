"""A small simulation: everything holds; and if a clock were broken, it would be noticed."""

import pytest

from pbem.actions.games import clock as clocks
from pbem.actions.games.counted_time import Calendar
from pbem.model import Game, Player
from pbem.work import Work
from pbem.worlds.simulation.report import Report
from pbem.worlds.simulation.shard import Plan, Shard, run_shard

SMALL = Plan("all kinds 13", games=15, days=45)
# Three of the four people there travel.
BRIEF = Plan("many holidays 261", games=3, days=12)


@pytest.fixture(scope="module")
def shard_report() -> Report:
    return run_shard(SMALL)


def test_every_game_ends_and_every_check_holds(shard_report: Report) -> None:
    assert [str(failure) for failure in shard_report.failures] == []
    assert shard_report.counts["games"] == SMALL.games


@pytest.mark.parametrize("event", ["timeouts", "reminders", "vacations", "bounces", "questions", "stops", "pauses"])
def test_all_kinds_of_trouble_came_up(shard_report: Report, event: str) -> None:
    assert shard_report.counts[event] > 0


@pytest.mark.parametrize(
    "check",
    ["bank", "clock", "one turn mail", "quiet hours", "reminders once", "reminders sent", "stop", "every game ended"],
)
def test_every_check_was_made(shard_report: Report, check: str) -> None:
    assert shard_report.checks[check] > 0


def test_the_same_seed_brings_about_the_same(shard_report: Report) -> None:
    first, second = run_shard(BRIEF), run_shard(BRIEF)
    assert first.as_dict() == second.as_dict()
    assert first.counts != shard_report.counts


def test_a_clock_that_ignores_vacations_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def without_vacations(_work: Work, game: Game, player: Player) -> Calendar:
        return Calendar(player.timezone, (), game.terms.weekends_off)

    monkeypatch.setattr(clocks, "calendar_of", without_vacations)
    failures = Shard(BRIEF).run().failures
    assert {"bank", "clock"} & {failure.check for failure in failures}
