"""A club's server is restarted, upgraded, backed up and cut off, and nothing of its games gets lost."""

from pathlib import Path

import pytest

from pbem.store.schema import HEAD, current_version
from pbem.worlds.simulation.club import Club, ClubLeague, ClubPlan, ClubReport
from pbem.worlds.simulation.disk import ServerOnDisk

BRIEF = {"size": "4", "weeks": "2", "overtime-days": "3", "check-in-days": "1", "protest-hours": "12"}
DUEL = ClubLeague("Duel", 2, 5, 1, {**BRIEF, "break-days": "1", "at-most": "2", "free-hours": "12", "bank-hours": "12"})
SMALL = ClubPlan(players=6, months=1, games=3, seed=5, leagues=(DUEL,))


@pytest.fixture(scope="module")
def club_report(tmp_path_factory: pytest.TempPathFactory) -> ClubReport:
    return Club(SMALL, tmp_path_factory.mktemp("club")).run()


def test_every_game_ends_and_nothing_is_lost(club_report: ClubReport) -> None:
    assert [str(failure) for failure in club_report.played.failures] == []
    assert club_report.played.counts["games"] == SMALL.games + club_report.played.counts["league games"]


def test_seasons_are_played_and_when_nobody_comes_any_more_the_last_is_called_off(club_report: ClubReport) -> None:
    counts = club_report.played.counts
    assert counts["league games"] >= counts["seasons"] > 0
    assert counts["seasons called off"] == 1
    assert "league games" in "\n".join(club_report.lines())


@pytest.mark.parametrize(
    "check",
    [
        "every season ended",
        "every fixture was played once",
        "every division is even",
        "every table is right",
        "every table recomputes",
        "league mail once",
        "the right people",
    ],
)
def test_every_season_was_looked_into(club_report: ClubReport, check: str) -> None:
    assert club_report.played.checks[check] > 0


@pytest.mark.parametrize("event", ["restarts", "upgrades", "power cuts", "locked", "relay down", "backups"])
def test_all_that_happens_to_a_server_happened(club_report: ClubReport, event: str) -> None:
    assert club_report.wear[event] > 0


@pytest.mark.parametrize(
    "check", ["nothing lost in the upgrade", "a power cut leaves what was before", "the backup is whole"]
)
def test_each_of_it_was_looked_into(club_report: ClubReport, check: str) -> None:
    assert club_report.played.checks[check] > 0


def test_the_size_of_the_database_is_told(club_report: ClubReport) -> None:
    (size,) = club_report.sizes
    assert SMALL.games < size.games <= club_report.played.counts["games"]
    assert 0 < size.backup_megabytes < size.megabytes
    assert f"    1 {size.games:6}" in "\n".join(club_report.lines())


def test_an_upgrade_keeps_a_copy_of_the_old_file(tmp_path: Path) -> None:
    place = ServerOnDisk("old", tmp_path, "0003")
    assert current_version(place.store.engine) == "0003"
    place.upgrade()
    assert current_version(place.store.engine) == HEAD
    assert [path.name.split(".")[2] for path in tmp_path.glob("*.bak")] == ["0003"]
    place.close()
