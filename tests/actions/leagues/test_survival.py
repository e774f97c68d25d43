"""No season dies by accident: each way in which one did, and what happens now."""

from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.league.season import Phase
from pbem.model import LeagueRules, Terms
from tests.support.desk import kinds
from tests.support.league_desk import START, LeagueDesk
from tests.support.lobby import refusal
from tests.support.people import taps, text_of

LONG = LeagueRules(terms=Terms(free_hours=336, bank_hours=3000))


def second_season(desk: LeagueDesk, rules: LeagueRules = LONG) -> None:
    """Season 1 is signed off, and season 2 takes entries."""
    desk.under_way(rules)
    desk.end_games()
    desk.let_pass(hours=rules.protest_hours + 1)
    desk.direct("league sign-off Nordic")
    assert (desk.season().number, desk.season().phase) == (2, Phase.ENTRIES)


def test_a_second_season_that_is_started_before_check_in_begins_with_all_who_stayed(league_desk: LeagueDesk) -> None:
    second_season(league_desk)
    league_desk.direct("league start Nordic")
    assert league_desk.season().phase == Phase.RUNNING
    assert sum(each.plays for each in league_desk.members()) == 7


def test_a_second_season_survives_a_server_that_was_down_through_check_in(league_desk: LeagueDesk) -> None:
    second_season(league_desk)
    league_desk.wait(seconds=(league_desk.season().start - league_desk.now).total_seconds() + 60)
    league_desk.keep_time()
    assert league_desk.season().phase == Phase.RUNNING
    assert sum(each.plays for each in league_desk.members()) == 7


def test_a_league_without_check_in_has_a_second_season(league_desk: LeagueDesk) -> None:
    second_season(league_desk, replace(LONG, check_in_days=0))
    league_desk.let_pass(seconds=(league_desk.season().start - league_desk.now).total_seconds() + 60)
    assert league_desk.season().phase == Phase.RUNNING
    assert sum(each.plays for each in league_desk.members()) == 7


def test_no_start_of_a_directors_calls_a_season_off(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.write(league_desk.people[0], "enter")
    assert refusal(league_desk.direct("league start Nordic")) == "too_few_here"
    assert league_desk.season().phase == Phase.ENTRIES


def test_who_starts_during_check_in_reads_who_has_not_answered(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.all_enter()
    league_desk.until(START - timedelta(days=2))
    (refused,) = league_desk.direct("league start Nordic")
    assert refusal([refused]) == "too_few_here"
    assert all(name in text_of(refused) for name in ("Anna", "Gísli"))
    assert league_desk.season().phase == Phase.CHECK_IN


def test_a_paused_game_is_not_decided_by_the_hard_date_and_gets_its_pause_back(league_desk: LeagueDesk) -> None:
    league_desk.under_way(replace(LONG, weeks=1, overtime_days=0))
    league_desk.until(START + timedelta(days=1))
    league_desk.pause_all()
    league_desk.until(START + timedelta(weeks=1, hours=1))
    assert league_desk.season().phase == Phase.ADJUDICATION
    assert not any(each.result for each in league_desk.fixtures())
    league_desk.let_pass(days=1)
    for fixture in league_desk.fixtures():
        league_desk.direct(f"resume #{fixture.game_id}")
    league_desk.let_pass(hours=1)
    assert not any(each.result for each in league_desk.fixtures())
    league_desk.let_pass(weeks=1)
    assert all(each.result for each in league_desk.fixtures())
    assert league_desk.season().phase in (Phase.PROVISIONAL, Phase.SIGN_OFF)


def test_whoever_is_on_turn_gets_the_board_when_a_game_goes_on(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    league_desk.direct("pause #1")
    arrived = league_desk.direct("resume #1")
    (turn,) = (mail for mail in arrived if mail["X-PBEM-Kind"] == "turn")
    assert any(tap.body.startswith("take") for tap in taps(turn))


def test_the_check_in_mail_has_a_button_for_yes_and_one_for_no(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.all_enter()
    league_desk.until(START - timedelta(days=2))
    anna = league_desk.people[0]
    assert [tap.body.strip() for tap in taps(anna.last("league"))][:2] == ["yes", "no"]
    league_desk.reply(anna, "no", to="league")
    assert len(league_desk.members()) == 6


@pytest.mark.parametrize(
    ("options", "bounds"),
    [
        ("size 16 promoted 8 relegated 8", "promoted 0–7"),
        ("size 40", "size 4–16"),
        ("weeks 60", "weeks 1–52"),
        ("relegated 7", "relegated 0–6"),
        ("free-hours 1000", "free-hours 1–336"),
        ("newcomers above", "bottom"),
    ],
)
def test_what_is_out_of_bounds_is_refused_with_the_bounds(league_desk: LeagueDesk, options: str, bounds: str) -> None:
    (refused,) = league_desk.direct(f"league new Nordic 4 start 2027-01-04 {options}")
    assert kinds([refused]) == ["refused"]
    assert bounds in " ".join(text_of(refused).split())


@pytest.mark.parametrize("rule", ["widths 1,1", "size 5", "scale 9-5-2-0", "cap 30"])
def test_no_rule_that_is_fixed_by_then_is_planned(league_desk: LeagueDesk, rule: str) -> None:
    league_desk.found(LONG)
    league_desk.all_enter()
    assert refusal(league_desk.ask(f"league set Nordic {rule} from 2026-12-05")) == "rule_fixed"
    assert kinds(league_desk.ask(f"league set Nordic {rule} from 2026-11-20")) == ["confirm"]


def test_a_planned_rule_that_comes_too_late_is_dropped_and_the_season_goes_on(league_desk: LeagueDesk) -> None:
    league_desk.found(LONG)
    league_desk.all_enter()
    league_desk.direct("league set Nordic scale 9-5-2-0 from 2026-11-24")
    league_desk.direct("league start Nordic")
    league_desk.admin_mails.clear()
    league_desk.until(START - timedelta(days=6))
    told = [" ".join(text_of(mail).split()) for mail in league_desk.admin_mails]
    assert any("stays as it was: scale 9-5-2-0" in text for text in told)
    assert (league_desk.season().planned, league_desk.season().rules.scale) == ((), "")
    league_desk.end_games()
    league_desk.keep_time()
    assert league_desk.season().phase == Phase.PROVISIONAL
    assert league_desk.check() == ()


def test_what_is_planned_once_a_season_is_over_is_of_the_next(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    league_desk.end_games()
    league_desk.keep_time()
    league_desk.direct("league set Nordic scale 9-5-2-0 from 2027-06-01")
    with league_desk.store.work() as work:
        assert work.league(1).rules.scale == "9-5-2-0"


def test_nothing_begins_while_it_rests(league_desk: LeagueDesk) -> None:
    league_desk.found(LONG)
    league_desk.all_enter()
    league_desk.direct("league pause Nordic")
    before = league_desk.season()
    assert refusal(league_desk.direct("league start Nordic")) == "league_rests"
    assert league_desk.season() == before


def test_directors_are_told_once_a_day_of_a_season_that_the_server_can_not_see_to(
    league_desk: LeagueDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    league_desk.under_way(LONG)
    league_desk.admin_mails.clear()
    monkeypatch.setattr("pbem.actions.leagues.calendar.look_at_season", lambda *_: 1 / 0)
    league_desk.let_pass(hours=60)
    told = [" ".join(text_of(mail).split()) for mail in league_desk.admin_mails]
    assert sum("could not process this season" in text for text in told) == 2
    monkeypatch.undo()
    league_desk.end_games()
    league_desk.let_pass(hours=2)
    assert league_desk.season().phase == Phase.PROVISIONAL
    assert league_desk.check() == ()
