"""`pbem league`: an organiser at the command line."""

from pathlib import Path

import pytest

from tests.support.cli.runs import Run, inside, pbem

PEOPLE = ("anna", "bjorn", "chaim", "dagny", "ewa", "finn", "gisli")
START = "2126-01-07"


@pytest.fixture(autouse=True)
def _a_league_that_nobody_has_entered(home: Path) -> None:
    assert league(home, "new", "Nordic", "--start", START).code == 0


@pytest.fixture
def under_way(home: Path) -> Path:
    """A season that has begun."""
    for name in PEOPLE:
        assert league(home, "enter", "Nordic", f"{name}@example.org").code == 0
    assert league(home, "start", "Nordic").out == "the season of Nordic begins\n"
    return home


def league(folder: Path, *arguments: str) -> Run:
    return inside(folder, "league", *arguments)


def end_all_games(folder: Path) -> None:
    for game in inside(folder, "game", "list", "--json").json:
        assert inside(folder, "game", "adjudicate", str(game["id"]), "1").code == 0


def test_a_league_is_announced_listed_and_shown(home: Path) -> None:
    assert pbem(home, "league", "list").out.splitlines()[0].split()[:3] == ["name", "season", "phase"]
    (listed,) = league(home, "list", "--json").json
    assert (listed["name"], listed["phase"], listed["entrants"]) == ("Nordic", "entries", 0)
    assert league(home, "show", "nordic", "--json").json["members"] == []


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (("--start", "2020-01-01"), "A season can't begin in the past."),
        (("--start", "soon"), "We could not read this: start soon."),
        (("--start", START, "--size", "40"), "40 is not possible here: size 4–16."),
        (("--start", START, "--scale", "1-2-3-4"), "We could not read this: scale 1-2-3-4."),
        (("--start", START, "--edition", "1999"), "edition is one of these: 2014, 2019, 2021."),
        (("--start", START, "--widths", "1,x"), "We could not read this: widths 1,x."),
    ],
)
def test_what_can_not_be_is_said_in_one_line(home: Path, options: tuple[str, ...], complaint: str) -> None:
    run = league(home, "new", "Other", *options)
    assert run.code == 1
    assert run.complaint == complaint


def test_a_league_whose_season_is_not_over_is_not_announced_again(home: Path) -> None:
    assert (
        league(home, "new", "NORDIC", "--start", START).complaint
        == "There is a league of this name whose season is not over: Nordic."
    )


def test_players_enter_and_withdraw(home: Path) -> None:
    league(home, "enter", "Nordic", "anna@example.org")
    assert league(home, "enter", "Nordic", "anna").complaint == "You have entered this league already: Nordic."
    assert league(home, "show", "Nordic", "--json").json["members"][0]["name"] == "anna"
    assert league(home, "withdraw", "Nordic", "anna").out == "anna is out\n"
    assert league(home, "show", "Nordic", "--json").json["members"] == []


def test_a_newcomer_is_entered_by_name_and_address(home: Path) -> None:
    league(home, "enter", "Nordic", "Cy Young <Cy@example.org>")
    assert league(home, "show", "Nordic", "--json").json["members"][0]["name"] == "Cy Young"
    assert league(home, "enter", "Nordic", "cy@example.org").complaint.startswith("You have entered this league")


def test_a_season_starts_with_all_who_entered(under_way: Path) -> None:
    games = league(under_way, "fixtures", "Nordic", "--json").json
    assert [each["game"] for each in games] == [1, 2, 3, 4, 5, 6, 7]
    assert all(len(each["seats"].split(", ")) == 4 for each in games)
    (table,) = league(under_way, "standings", "Nordic", "--json").json["tables"]
    assert [row["place"] for row in table["table"]] == [1, 2, 3, 4, 5, 6, 7]


def test_tables_are_computed_again_from_the_records_alone(under_way: Path) -> None:
    end_all_games(under_way)
    run = league(under_way, "standings", "Nordic", "--recompute")
    assert (run.code, run.out.splitlines()[-1]) == (0, "recomputed: equal")


def test_an_exported_season_can_be_checked_by_anyone(under_way: Path) -> None:
    end_all_games(under_way)
    assert league(under_way, "export", "Nordic", "out", "--season", "1").out == "7 games are in out\n"
    assert inside(under_way, "verify", "out/records/1.txt").code == 0
    assert "pbem league check" in (under_way / "out" / "README.md").read_text()
    run = league(under_way, "check", "out")
    assert run.out.startswith("division 1\n")
    assert (run.code, run.out.splitlines()[-1]) == (1, "the season is not signed off: its log does not tell the secret")


def test_whoever_changes_an_exported_log_is_found_out(under_way: Path) -> None:
    end_all_games(under_way)
    league(under_way, "export", "Nordic", "out")
    log = under_way / "out" / "log.jsonl"
    log.write_text(log.read_text().replace('"score":0', '"score":9', 1))
    run = league(under_way, "check", "out", "--json")
    assert run.code == 1
    assert "the log is broken at line" in run.out


def test_somebody_else_plays_for_a_member(under_way: Path) -> None:
    inside(under_way, "game", "new", "--seats", "Hanna <hanna@example.org>, bot:greedy")
    assert league(under_way, "substitute", "Nordic", "anna", "with", "Hanna").out == "Hanna plays for anna\n"
    shown = league(under_way, "show", "Nordic", "--json").json["members"]
    assert [each["name"] for each in shown if each["left"]] == ["anna"]


def test_nothing_is_signed_off_before_its_time(under_way: Path) -> None:
    assert league(under_way, "sign-off", "Nordic").complaint.startswith("A season can be signed off once")


def test_an_unknown_league_is_named(home: Path) -> None:
    assert league(home, "show", "Sudric").complaint.startswith("There is no league of this name: Sudric.")
