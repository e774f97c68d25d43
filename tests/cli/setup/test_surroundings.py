"""What the machine tells of its owner is taken as a suggestion."""

from pathlib import Path

import pytest

from pbem.cli.setup.surroundings import system_language, system_timezone


def test_the_environment_says_which_time_zone_it_is(tmp_path: Path) -> None:
    assert system_timezone({"TZ": ":Europe/Copenhagen"}, tmp_path) == "Europe/Copenhagen"


def test_a_link_to_the_zone_s_rules_says_it_too(tmp_path: Path) -> None:
    (tmp_path / "localtime").symlink_to("/usr/share/zoneinfo/Asia/Jerusalem")
    assert system_timezone({}, tmp_path) == "Asia/Jerusalem"


@pytest.mark.parametrize(
    ("told", "zone"), [("Atlantic/Reykjavik\n", "Atlantic/Reykjavik"), ("Etc/UTC\n", "UTC"), ("?", "UTC")]
)
def test_so_does_a_file(tmp_path: Path, told: str, zone: str) -> None:
    (tmp_path / "timezone").write_text(told)
    assert system_timezone({}, tmp_path) == zone


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({"LANG": "pl_PL.UTF-8"}, "pl"),
        ({"LANG": "da_DK", "LC_ALL": "is_IS"}, "is"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_terminal_speaks_a_language(environ: dict[str, str], language: str) -> None:
    assert system_language(environ) == language
