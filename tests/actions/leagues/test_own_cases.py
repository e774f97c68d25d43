"""No director decides about themselves or about a game of their own, by whatever word."""

import pytest

from pbem.model import LeagueRules, Terms
from tests.support.desk import kinds
from tests.support.league_desk import LeagueDesk
from tests.support.lobby import refusal

LONG = LeagueRules(terms=Terms(free_hours=336, bank_hours=3000))


@pytest.fixture
def two_who_direct(league_desk: LeagueDesk) -> LeagueDesk:
    """Anna and Ewa play in the season that they direct; four games are over."""
    league_desk.under_way(LONG)
    league_desk.end_games(4)
    for name in ("Anna", "Ewa"):
        league_desk.direct(f"league directors Nordic add {name}")
    return league_desk


@pytest.mark.parametrize(
    "decision",
    [
        "penalty Nordic Anna 2 because …",
        "lift Nordic Anna",
        "reinstate Nordic Anna",
        "ruling Nordic case 1 granted because …",
        "undo Nordic",
    ],
)
def test_nobody_decides_about_themselves(two_who_direct: LeagueDesk, decision: str) -> None:
    anna = two_who_direct.people[0]
    two_who_direct.write(anna, "protest It was mine.")
    two_who_direct.direct("league expel Nordic Anna because of rudeness")
    two_who_direct.direct("league penalty Nordic Anna 2 because of rudeness")
    members = two_who_direct.members()
    assert refusal(two_who_direct.write(anna, f"league {decision}")) == "own_case"
    assert two_who_direct.members() == members


def test_nobody_expels_themselves(two_who_direct: LeagueDesk) -> None:
    assert refusal(two_who_direct.write(two_who_direct.people[0], "league expel Nordic Anna because …")) == "own_case"


@pytest.mark.parametrize("how", ["void", "forfeit"])
def test_nobody_rules_on_their_own_games_by_expelling_who_sat_there(two_who_direct: LeagueDesk, how: str) -> None:
    rulings = [each.ruling for each in two_who_direct.fixtures()]
    assert (
        refusal(two_who_direct.write(two_who_direct.people[0], f"league expel Nordic Dagny {how} because …"))
        == "own_ruling"
    )
    assert [each.ruling for each in two_who_direct.fixtures()] == rulings


def test_nobody_takes_back_a_ruling_on_their_own_game(two_who_direct: LeagueDesk) -> None:
    mine = next(each.game_id for each in two_who_direct.fixtures() if each.result and 1 in each.members)
    two_who_direct.direct(f"ruling #{mine} void because it was agreed")
    assert refusal(two_who_direct.write(two_who_direct.people[0], "league undo Nordic")) == "own_ruling"


def test_nobody_decides_about_a_place_that_they_play_for(two_who_direct: LeagueDesk) -> None:
    karl = two_who_direct.new_player("Karl")
    two_who_direct.substitute("Björn", karl, " inherits")
    two_who_direct.direct("league directors Nordic add Karl")
    assert refusal(two_who_direct.write(karl, "league penalty Nordic Björn 2 because …")) == "own_case"


def test_nobody_admits_themselves(two_who_direct: LeagueDesk) -> None:
    karl = two_who_direct.new_player("Karl")
    two_who_direct.direct("league directors Nordic add Karl")
    assert refusal(two_who_direct.write(karl, "league admit Nordic Karl")) == "own_case"


def test_colleagues_decide_about_each_other(two_who_direct: LeagueDesk) -> None:
    assert kinds(two_who_direct.write(two_who_direct.people[0], "league penalty Nordic Ewa 2 because …"))[:1] == [
        "confirm"
    ]
