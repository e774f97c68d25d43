"""A season from its announcement to the next one, by mail and by time."""

from datetime import timedelta

from pbem.league.season import Phase
from pbem.model import LeagueRules, Terms
from tests.pbem.office import kinds
from tests.pbem.service.leagues.desk import READING, START, LeagueDesk


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
