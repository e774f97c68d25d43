"""A season from its announcement to the next one, by mail and by time."""

from contextlib import closing
from datetime import timedelta
from pathlib import Path

from pbem.actions.leagues.founding import rules_of
from pbem.league.season import Phase
from pbem.model import LeagueRules, Terms
from tests.support.desk import kinds
from tests.support.league_desk import READING, START, LeagueDesk
from tests.support.lobby import refusal


def test_whoever_entered_is_asked_three_days_before_and_plays_after_one_reply(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.all_enter()
    arrived = league_desk.until(READING)
    assert kinds(arrived) == ["league"] * 8  # one of them to the directors
    for person in league_desk.people:
        assert kinds(league_desk.reply(person, "yes", to="league")) == ["league"]
    league_desk.until(START)
    assert league_desk.season().phase == Phase.RUNNING
    assert len(league_desk.fixtures()) == 7
    assert all(each.game_id for each in league_desk.fixtures())
    assert league_desk.log()[-9:] == ["divisions", "fixtures", *["started"] * 7]


def test_an_empty_reply_checks_nobody_in(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.all_enter()
    league_desk.until(READING)
    league_desk.reply(league_desk.people[0], "", to="league")
    assert all(each.awaited for each in league_desk.members())


def test_who_does_not_check_in_is_out(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.all_enter()
    league_desk.until(START, lambda: [league_desk.reply(each, "yes", to="league") for each in league_desk.people[1:]])
    assert [each.plays for each in league_desk.members()] == [False, *[True] * 6]
    assert league_desk.people[0].kinds()[-1] == "league"


def test_who_says_stop_after_checking_in_is_out(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.all_enter()
    league_desk.until(READING)
    for person in league_desk.people:
        league_desk.reply(person, "yes", to="league")
    league_desk.write(league_desk.people[0], "stop")
    league_desk.until(START)
    assert [each.plays for each in league_desk.members()] == [False, *[True] * 6]
    assert all(1 not in each.members for each in league_desk.fixtures())


def test_a_season_goes_its_way_to_the_next_one(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LeagueRules(terms=Terms(free_hours=336, bank_hours=3000), overtime_days=1))
    league_desk.end_games(3)
    arrived = league_desk.let_pass(weeks=1)
    assert kinds(arrived).count("standings") == 7
    league_desk.until(START + timedelta(weeks=13, hours=1))
    assert league_desk.season().phase == Phase.OVERTIME
    league_desk.until(START + timedelta(weeks=13, hours=25))
    assert league_desk.season().phase == Phase.PROVISIONAL
    assert sorted(each.place or 0 for each in league_desk.members()) == [1, 2, 3, 4, 5, 6, 7]
    league_desk.let_pass(hours=72)
    assert league_desk.season().phase == Phase.SIGN_OFF
    league_desk.direct("league sign-off Nordic")
    first, second = league_desk.seasons()
    assert first.phase == Phase.SIGNED_OFF
    assert second.phase == Phase.ENTRIES
    assert second.start - league_desk.now >= timedelta(days=14)
    assert len(league_desk.members()) == 7


def test_too_few_players_call_a_season_off(league_desk: LeagueDesk) -> None:
    league_desk.found(LeagueRules())
    league_desk.write(league_desk.people[0], "enter")
    league_desk.until(START, lambda: league_desk.reply(league_desk.people[0], "yes", to="league"))
    assert league_desk.season().phase == "called off"
    assert league_desk.season().due_at is None


def test_the_first_goes_up_and_the_last_goes_down(tmp_path: Path) -> None:
    with closing(LeagueDesk(tmp_path, *(f"Player {letter}" for letter in "ABCDEFGHIJ"))) as league_desk:
        league_desk.under_way(LeagueRules(size=5, widths=(1, 1), promoted=1, relegated=1))
        league_desk.end_games()
        league_desk.let_pass(hours=73)
        league_desk.direct("league sign-off")
        league_desk.let_pass(seconds=(league_desk.season().start - league_desk.now).total_seconds() - 3600)
        for person in league_desk.people:
            league_desk.reply(person, "yes", to="league")
        league_desk.let_pass(hours=2)
        before = {(each.level, each.place): each.player_id for each in league_desk.members(1)}
        after = {each.player_id: each.level for each in league_desk.members(2)}
    assert sorted(after.values(), key=str) == [0] * 5 + [1] * 5
    assert after[before[0, 5]] == 1
    assert after[before[1, 1]] == 0
    assert [after[before[0, place]] for place in range(1, 5)] == [0] * 4


def test_a_server_that_was_down_over_check_in_starts_with_all_who_entered(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.all_enter()
    league_desk.wait(days=16)
    league_desk.keep_time()
    assert league_desk.season().phase == Phase.RUNNING
    assert all(each.plays for each in league_desk.members())
    assert "check-in" not in league_desk.log()


def test_nothing_is_told_twice(league_desk: LeagueDesk) -> None:
    league_desk.under_way()
    assert league_desk.keep_time() == []
    assert league_desk.log().count("fixtures") == 1


def test_nobody_gets_a_hint_in_a_league_game(league_desk: LeagueDesk) -> None:
    league_desk.under_way(rules_of(league_desk.server.house, 4, {}))
    assert refusal(league_desk.reply(league_desk.people[0], "hint", to="started")) == "hints_off"
