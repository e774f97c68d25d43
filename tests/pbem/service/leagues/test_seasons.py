"""A season from its announcement to the next one, by mail and by time."""

from contextlib import closing
from datetime import timedelta
from pathlib import Path

from pbem.actions.leagues.founding import rules_of
from pbem.league.season import Phase
from pbem.model import LeagueRules, Terms
from tests.pbem.office import kinds
from tests.pbem.service.leagues.desk import READING, START, LeagueDesk
from tests.pbem.service.lobby.lobby import refusal


def test_whoever_entered_is_asked_three_days_before_and_plays_after_one_reply(desk: LeagueDesk) -> None:
    desk.found()
    desk.all_enter()
    arrived = desk.until(READING)
    assert kinds(arrived) == ["league"] * 7
    for person in desk.people:
        assert kinds(desk.reply(person, "yes", to="league")) == ["league"]
    desk.until(START)
    assert desk.season().phase == Phase.RUNNING
    assert len(desk.fixtures()) == 7
    assert all(each.game_id for each in desk.fixtures())
    assert desk.log()[-9:] == ["divisions", "fixtures", *["started"] * 7]


def test_an_empty_reply_checks_in(desk: LeagueDesk) -> None:
    desk.found()
    desk.all_enter()
    desk.until(READING)
    assert kinds(desk.reply(desk.people[0], "", to="league")) == ["league"]
    assert [each.awaited for each in desk.members()] == [False, *[True] * 6]


def test_who_does_not_check_in_is_out(desk: LeagueDesk) -> None:
    desk.found()
    desk.all_enter()
    desk.until(START, lambda: [desk.reply(each, "yes", to="league") for each in desk.people[1:]])
    assert [each.plays for each in desk.members()] == [False, *[True] * 6]
    assert desk.people[0].kinds()[-1] == "league"


def test_who_says_stop_after_checking_in_is_out(desk: LeagueDesk) -> None:
    desk.found()
    desk.all_enter()
    desk.until(READING)
    for person in desk.people:
        desk.reply(person, "yes", to="league")
    desk.write(desk.people[0], "stop")
    desk.until(START)
    assert [each.plays for each in desk.members()] == [False, *[True] * 6]
    assert all(1 not in each.members for each in desk.fixtures())


def test_a_season_goes_its_way_to_the_next_one(desk: LeagueDesk) -> None:
    desk.under_way(LeagueRules(terms=Terms(free_hours=336, bank_hours=3000)))
    desk.end_games(3)
    arrived = desk.let_pass(weeks=1)
    assert kinds(arrived).count("standings") == 7
    desk.until(START + timedelta(weeks=13, hours=1))
    assert desk.season().phase == Phase.OVERTIME
    desk.pause_all()
    desk.until(START + timedelta(weeks=15, hours=1))
    assert desk.season().phase == Phase.PROVISIONAL
    assert sorted(each.place or 0 for each in desk.members()) == [1, 2, 3, 4, 5, 6, 7]
    desk.let_pass(hours=72)
    assert desk.season().phase == Phase.SIGN_OFF
    desk.direct("league sign-off Nordic")
    first, second = desk.seasons()
    assert first.phase == Phase.SIGNED_OFF
    assert second.phase == Phase.ENTRIES
    assert second.start - desk.now >= timedelta(days=14)
    assert [each.awaited for each in desk.members()] == [True] * len(desk.members())


def test_too_few_players_call_a_season_off(desk: LeagueDesk) -> None:
    desk.found(LeagueRules())
    desk.write(desk.people[0], "enter")
    desk.until(START, lambda: desk.reply(desk.people[0], "yes", to="league"))
    assert desk.season().phase == "called off"
    assert desk.season().due_at is None


def test_the_first_goes_up_and_the_last_goes_down(tmp_path: Path) -> None:
    with closing(LeagueDesk(tmp_path, *(f"Player {letter}" for letter in "ABCDEFGHIJ"))) as desk:
        desk.under_way(LeagueRules(size=5, widths=(1, 1), promoted=1, relegated=1))
        desk.end_games()
        desk.let_pass(hours=73)
        desk.direct("league sign-off")
        desk.let_pass(seconds=(desk.season().start - desk.now).total_seconds() - 3600)
        for person in desk.people:
            desk.reply(person, "yes", to="league")
        desk.let_pass(hours=2)
        before = {(each.level, each.place): each.player_id for each in desk.members(1)}
        after = {each.player_id: each.level for each in desk.members(2)}
    assert sorted(after.values(), key=str) == [0] * 5 + [1] * 5
    assert after[before[0, 5]] == 1
    assert after[before[1, 1]] == 0
    assert [after[before[0, place]] for place in range(1, 5)] == [0] * 4


def test_a_server_that_was_down_over_check_in_starts_with_all_who_entered(desk: LeagueDesk) -> None:
    desk.found()
    desk.all_enter()
    desk.wait(days=16)
    desk.keep_time()
    assert desk.season().phase == Phase.RUNNING
    assert all(each.plays for each in desk.members())
    assert "check-in" not in desk.log()


def test_nothing_is_told_twice(desk: LeagueDesk) -> None:
    desk.under_way()
    assert desk.keep_time() == []
    assert desk.log().count("fixtures") == 1


def test_nobody_gets_a_hint_in_a_league_game(desk: LeagueDesk) -> None:
    desk.under_way(rules_of(desk.office.house, 4, {}))
    assert refusal(desk.reply(desk.people[0], "hint", to="started")) == "hints_off"
