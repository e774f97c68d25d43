"""`pbem simulate`: a summary for people or programs, and an exit code that tells whether all checks held."""

from pathlib import Path

import pytest

from pbem.worlds.simulation.checks.watch import BrokenCheck
from pbem.worlds.simulation.report import Report
from pbem.worlds.simulation.world import START
from tests.support.cli.runs import inside

FEW = ("simulate", "--games", "2", "--days", "5", "--seed", "7")


def test_the_summary_ends_with_the_number_of_failures(tmp_path: Path) -> None:
    run = inside(tmp_path, *FEW, "--processes", "1")
    assert run.code == 0
    assert run.err == ""
    assert run.out.splitlines()[0].split() == ["games", "2"]
    assert run.out.splitlines()[-1].split() == ["failures", "0"]


def test_what_comes_out_is_the_same_however_many_processes_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.worlds.simulation.shard.GAMES_A_SHARD", 1)
    answers = [inside(tmp_path, *FEW, "--json", "--processes", each).json for each in ("1", "2")]
    assert answers[0] == answers[1]
    assert answers[0]["failures"] == []


def test_a_check_that_failed_is_told_and_makes_the_exit_code_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failure = BrokenCheck("bank", "7/0", START, "game 3: the banks are wrong")
    report = Report(failures=[failure])
    monkeypatch.setattr("pbem.cli.simulate.run", lambda *_: report)
    run = inside(tmp_path, *FEW)
    assert run.code == 1
    assert run.out.splitlines()[-1].strip() == str(failure)
    assert "7/0" in run.out


@pytest.mark.parametrize("wrong", [("--games", "0"), ("--processes", "none"), ("--hours", "3")])
def test_wrong_usage_is_one_line_and_exit_code_2(tmp_path: Path, wrong: tuple[str, str]) -> None:
    run = inside(tmp_path, "simulate", *wrong)
    assert run.code == 2
    assert run.complaint
