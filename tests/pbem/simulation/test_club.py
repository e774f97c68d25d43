"""A club's server is restarted, upgraded, backed up and cut off, and nothing of its games gets lost."""

from pathlib import Path

import pytest

from pbem.simulation.club import Club, ClubPlan, ClubReport
from pbem.simulation.premises import Premises
from pbem.store.schema import HEAD, current_version

SMALL = ClubPlan(players=6, months=1, games=3, seed=5)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> ClubReport:
    return Club(SMALL, tmp_path_factory.mktemp("club")).run()


def test_every_game_ends_and_nothing_is_lost(report: ClubReport) -> None:
    assert [str(failure) for failure in report.played.failures] == []
    assert report.played.counts["games"] == SMALL.games


@pytest.mark.parametrize("event", ["restarts", "upgrades", "power cuts", "locked", "relay down", "backups"])
def test_all_that_happens_to_a_server_happened(report: ClubReport, event: str) -> None:
    assert report.wear[event] > 0


@pytest.mark.parametrize(
    "check", ["nothing lost in the upgrade", "a power cut leaves what was before", "the backup is whole"]
)
def test_each_of_it_was_looked_into(report: ClubReport, check: str) -> None:
    assert report.played.checks[check] > 0


def test_the_size_of_the_database_is_told(report: ClubReport) -> None:
    (size,) = report.sizes
    assert size.games == SMALL.games
    assert 0 < size.backup_megabytes < size.megabytes
    assert f"    1 {SMALL.games:6}" in "\n".join(report.lines())


def test_an_upgrade_keeps_a_copy_of_the_old_file(tmp_path: Path) -> None:
    place = Premises("old", tmp_path, "0003")
    assert current_version(place.store.engine) == "0003"
    place.upgrade()
    assert current_version(place.store.engine) == HEAD
    assert [path.name.split(".")[2] for path in tmp_path.glob("*.bak")] == ["0003"]
    place.close()
