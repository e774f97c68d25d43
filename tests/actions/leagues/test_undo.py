"""What a decision changed is as it was once it is undone; what can't be given back is refused, and nothing changes."""

from collections.abc import Mapping
from typing import Any

import pytest

from pbem.league.season import Phase
from pbem.model import LeagueRules, Terms
from tests.support.league_desk import LeagueDesk
from tests.support.lobby import refusal
from tests.support.people import text_of

LONG = LeagueRules(terms=Terms(free_hours=336, bank_hours=3000))
_SEALED = ("name_hash", "mu", "sigma", "mu_before", "sigma_before")
"""A name has another salt when its owner comes in again; ratings are worked out again, to the last digit but one."""


def rows(desk: LeagueDesk) -> dict[tuple[str, str], Mapping[str, Any]]:
    """Every row that matters, as it is."""
    with desk.store.look() as look:
        found = look.league_rows(1).items()
    return {name: {key: value for key, value in row.items() if key not in _SEALED} for name, row in found}


def to_be_begun(desk: LeagueDesk) -> None:
    desk.found(LONG)
    desk.all_enter()
    desk.new_player("Karl")


def under_way(desk: LeagueDesk) -> None:
    desk.under_way(LONG)
    desk.new_player("Karl")


def provisional(desk: LeagueDesk) -> None:
    desk.under_way(LONG)
    desk.end_games()
    desk.write(desk.people[0], "protest It was mine.")


def to_be_signed_off(desk: LeagueDesk) -> None:
    provisional(desk)
    desk.let_pass(hours=73)


def signed_off(desk: LeagueDesk) -> None:
    to_be_signed_off(desk)
    desk.direct("league sign-off Nordic")


@pytest.mark.parametrize(
    ("prepare", "decision"),
    [
        (to_be_begun, "admit Nordic Karl"),
        (to_be_begun, "expel Nordic Björn because of cheating"),
        (to_be_begun, "set Nordic free-hours 48"),
        (to_be_begun, "set Nordic free-hours 48 from 2026-12-24"),
        (to_be_begun, "postpone Nordic 2027-01-04"),
        (to_be_begun, "cancel Nordic"),
        (to_be_begun, "seed Nordic 1: Anna, Ewa"),
        (to_be_begun, "apart Nordic Anna, Björn"),
        (to_be_begun, "rename Nordic Polar"),
        (to_be_begun, "directors Nordic add Anna"),
        (under_way, "set Nordic scale 9-5-2-0 next"),
        (under_way, "set Nordic weeks 20"),
        (under_way, "admit Nordic Karl"),
        (under_way, "substitute Nordic Björn with Karl"),
        (provisional, "penalty Nordic Anna 30 because of rudeness"),
        (provisional, "ruling #1 void because it was agreed"),
        (provisional, "ruling case 1 refused because it was not"),
        (provisional, "expel Nordic Björn because of cheating"),
        (to_be_signed_off, "sign-off Nordic no next"),
        (signed_off, "reopen Nordic"),
    ],
)
def test_what_is_undone_is_as_it_was(league_desk: LeagueDesk, prepare: Any, decision: str) -> None:
    prepare(league_desk)
    league_desk.keep_time()
    before = rows(league_desk)
    league_desk.direct(f"league {decision}")
    assert rows(league_desk) != before
    told = league_desk.direct("league undo")
    assert "This is undone" in text_of(told[0])
    assert rows(league_desk) == before
    assert league_desk.check() == ()


@pytest.mark.parametrize(
    ("prepare", "decision"),
    [
        (to_be_begun, "start Nordic"),
        (under_way, "pause Nordic"),
        (under_way, "expel Nordic Björn void because of cheating"),
        (under_way, "set Nordic free-hours 48"),
        (to_be_signed_off, "sign-off Nordic"),
        (to_be_signed_off, "sign-off Nordic next 2027-04-05"),
    ],
)
def test_what_can_not_be_given_back_is_refused(league_desk: LeagueDesk, prepare: Any, decision: str) -> None:
    prepare(league_desk)
    league_desk.direct(f"league {decision}")
    before = rows(league_desk)
    assert refusal(league_desk.ask("league undo Nordic")) == "rests_on_it"
    assert rows(league_desk) == before


def test_a_message_can_not_be_unsaid_so_the_decision_before_it_is_undone(league_desk: LeagueDesk) -> None:
    under_way(league_desk)
    league_desk.direct("league tell Nordic Hello")
    assert refusal(league_desk.ask("league undo Nordic")) == "nothing_to_undo"
    league_desk.direct("league apart Nordic Anna, Björn")
    league_desk.direct("league tell Nordic Hello again")
    assert "apart" in text_of(league_desk.ask("league undo Nordic")[0])


def test_whoever_waited_and_came_in_goes_out_again_with_what_made_room(league_desk: LeagueDesk) -> None:
    league_desk.found(LeagueRules(cap=6, terms=LONG.terms))
    league_desk.all_enter()
    before = rows(league_desk)
    league_desk.direct("league expel Nordic Björn because of cheating")
    assert {each.player_id for each in league_desk.members()} == {1, 3, 4, 5, 6, 7}
    league_desk.direct("league undo Nordic")
    assert rows(league_desk) == before


def test_everyone_hears_that_what_they_were_told_of_is_undone(league_desk: LeagueDesk) -> None:
    to_be_begun(league_desk)
    league_desk.direct("league postpone Nordic 2027-01-04")
    for person in league_desk.people:
        person.mails.clear()
    league_desk.direct("league undo Nordic")
    assert [len(person.mails) for person in league_desk.people[:7]] == [1] * 7
    assert league_desk.season().phase == Phase.ENTRIES
