"""`pbem league`: an organiser at the command line."""

import json
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
    begun = league(home, "start", "Nordic", "--yes").out
    assert begun.startswith("The season begins now. Who plays: anna, bjorn,")
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


def test_show_tells_rules_formats_directors_and_who_waits(home: Path) -> None:
    assert league(home, "new", "Cup", "--start", START, "--format", "swiss 4", "--cap", "1").code == 0
    assert league(home, "enter", "Cup", "anna@example.org").out == "anna@example.org is entered\n"
    assert league(home, "enter", "Cup", "bo@example.org").out == "bo@example.org is on the waiting list\n"
    (home / "more.csv").write_text("Cy Young,cy@example.org\nDi Long,di@example.org\n", encoding="utf-8")
    assert league(home, "enter", "Cup", "--from", "more.csv").out == (
        "entered from more.csv: 0, on the waiting list: 2\n"
    )
    assert league(home, "directors", "Cup", "add", "anna", "--yes").code == 0
    shown = league(home, "show", "Cup").out
    for told in (
        "points for places: 10-6-3-1",
        "directors: anna",
        "stage 1 rounds: 4",
        "waiting list: bo, cy young, di long",
    ):
        assert told in shown.lower()


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
    assert (run.code, run.out.splitlines()[-1]) == (0, "checked: equal")


def test_an_exported_season_can_be_checked_by_anyone(under_way: Path) -> None:
    end_all_games(under_way)
    assert league(under_way, "export", "Nordic", "out", "--season", "1").out == "7 games are in out\n"
    assert inside(under_way, "verify", "out/records/1.txt").code == 0
    assert "pbem league check" in (under_way / "out" / "README.md").read_text()
    run = league(under_way, "check", "out")
    assert run.out.startswith("division 1\n")
    assert (run.code, run.out.splitlines()[-1]) == (0, "checked: equal")
    assert "season 1 is not signed off" in run.out


def test_a_league_is_checked_against_its_log_and_a_kept_mail(under_way: Path) -> None:
    run = league(under_way, "check", "Nordic")
    assert (run.code, run.out.splitlines()[-1]) == (0, "checked: equal")
    line, kept = league(under_way, "log", "Nordic").out.splitlines()[9], under_way / "kept.eml"
    kept.write_text(f"X-PBEM-League: nordic; line=10; head={json.loads(line)['hash']}\n\n")
    assert league(under_way, "check", "Nordic", "--mail", "kept.eml").code == 0
    kept.write_text(f"X-PBEM-League: nordic; line=11; head={json.loads(line)['hash']}\n\n")
    run = league(under_way, "check", "Nordic", "--mail", "kept.eml")
    assert (run.code, run.out.splitlines()[-1]) == (1, "line 11 is not the one that the kept mail names")
    assert league(under_way, "check", "Nordic", "--mail", "config.toml").complaint.endswith(
        "names no line of a league's log"
    )


def test_whoever_changes_an_exported_log_is_found_out(under_way: Path) -> None:
    end_all_games(under_way)
    league(under_way, "export", "Nordic", "out")
    log = under_way / "out" / "log.jsonl"
    log.write_text(log.read_text().replace('"score":0', '"score":9', 1))
    run = league(under_way, "check", "out", "--json")
    assert run.code == 1
    assert "the log is broken at line" in run.out


def test_somebody_else_is_asked_to_play_for_a_member(under_way: Path) -> None:
    inside(under_way, "game", "new", "--seats", "Hanna <hanna@example.org>, bot:greedy")
    run = league(under_way, "substitute", "Nordic", "anna", "with", "Hanna", "--yes")
    assert run.out == "Hanna has been asked to play for anna from now on. Nothing changes before they say yes.\n"
    shown = league(under_way, "show", "Nordic", "--json").json["members"]
    assert [each["name"] for each in shown if each["left"]] == []


def test_nothing_is_signed_off_before_its_time(under_way: Path) -> None:
    assert league(under_way, "sign-off", "Nordic").complaint.startswith("A season can be signed off once")


def test_an_unknown_league_is_named(home: Path) -> None:
    assert league(home, "show", "Sudric").complaint.startswith("There is no league called Sudric.")


def test_what_is_decided_is_shown_and_asked_first(under_way: Path) -> None:
    run = league(under_way, "penalty", "Nordic", "anna", "2", "--because", "rudeness")
    assert run.code == 1
    assert "Points taken from anna: 2." in run.err
    assert league(under_way, "penalty", "Nordic", "anna", "2", "--yes").complaint.startswith("Say why")
    done = league(under_way, "penalty", "Nordic", "anna", "2", "--because", "rudeness", "--yes").out
    assert done.startswith("Points taken from anna: 2.\n")
    assert "points 0 → -2" in done
    decided = json.loads(league(under_way, "log", "Nordic").out.splitlines()[-1])["entry"]
    assert (decided["event"], decided["by"], decided["because"]) == ("penalty", "operator", "rudeness")
    assert league(under_way, "report", "Nordic", "--json").json[0]["what"].startswith("Games over: 0 of 7;")


DECISIONS = (
    ("ruling", "#1", "void", "--because", "a fault"),
    ("ruling", "1", "as", "played", "--because", "none"),
    ("penalty", "Nordic", "anna", "1", "--because", "rudeness"),
    ("lift", "Nordic", "anna"),
    ("expel", "Nordic", "bjorn", "void", "--because", "cheating"),
    ("reinstate", "Nordic", "bjorn"),
    ("apart", "Nordic", "chaim,", "dagny"),
    ("set", "Nordic", "free-hours", "48"),
    ("tell", "Nordic", "division", "1", "Hello"),
    ("directors", "Nordic", "add", "ewa"),
    ("pause", "Nordic"),
    ("resume", "Nordic"),
    ("rename", "Nordic", "Polar"),
    ("undo", "Polar"),
)


def test_the_operator_decides_all_that_a_director_does_and_the_league_still_checks(under_way: Path) -> None:
    for decision in DECISIONS:
        run = league(under_way, *decision, "--yes")
        assert run.code == 0, (decision, run.complaint)
    run = league(under_way, "check", "Nordic")
    assert (run.code, run.out.splitlines()[-1]) == (0, "checked: equal")


def test_a_season_that_has_not_begun_is_put_in_order(home: Path) -> None:
    for name in PEOPLE:
        league(home, "enter", "Nordic", f"{name}@example.org")
    for decision in (("seed", "1:", "finn,", "ewa"), ("postpone", "2126-02-01"), ("cancel",)):
        assert league(home, decision[0], "Nordic", *decision[1:], "--yes").code == 0
    assert league(home, "show", "Nordic", "--json").json["phase"] == "called off"


def test_many_are_entered_at_once_from_a_file(home: Path) -> None:
    file = home / "people.csv"
    file.write_text("name,address\nAnna Berg,anna@example.org\nBjörn,bjorn@example.org\n", encoding="utf-8")
    assert league(home, "enter", "Nordic", "--from", str(file)).out == f"entered from {file}: 2\n"
    names = [each["name"] for each in league(home, "show", "Nordic", "--json").json["members"]]
    assert names == ["Anna Berg", "Björn"]
    file.write_text("Αnna Berg,other@example.org\n", encoding="utf-8")
    asked = league(home, "enter", "Nordic", "--from", str(file))
    assert asked.code == 1
    assert len(league(home, "show", "Nordic", "--json").json["members"]) == 2
    assert league(home, "enter", "Nordic", "--from", str(file), "--yes").code == 0
    assert len(league(home, "show", "Nordic", "--json").json["members"]) == 3
