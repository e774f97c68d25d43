"""Directors and leagues: everything by mail, reports, protests."""

from datetime import timedelta

import pytest

from pbem.league.season import Phase
from pbem.model import LeagueRules, Terms
from tests.e2e.people import text_of
from tests.pbem.office import kinds
from tests.pbem.service.leagues.desk import START, LeagueDesk

LONG = LeagueRules(terms=Terms(free_hours=336, bank_hours=3000))


def test_a_league_is_announced_by_mail(desk: LeagueDesk) -> None:
    line = "league new Nordic League 3 start 2027-01-04 weeks 10 widths 1,1,2 scale 9-3-0 at-most 2 no-private-talk"
    assert kinds(desk.direct(line)) == ["status"]
    season = desk.season()
    rules = season.rules
    assert (rules.seats, rules.weeks, rules.widths, rules.scale, rules.at_most) == (3, 10, (1, 1, 2), "9-3-0", 2)
    assert not rules.terms.private_talk
    assert season.start.isoformat() == "2027-01-04T00:00:00+00:00"


@pytest.mark.parametrize(
    "line", ["league new Nordic", "league new Nordic start soon", "league new Nordic 9 start 2027-01-04"]
)
def test_what_can_not_be_read_is_refused(desk: LeagueDesk, line: str) -> None:
    assert kinds(desk.direct(line)) == ["refused"]


def test_nobody_else_directs(desk: LeagueDesk) -> None:
    desk.found()
    for line in ("league new Other start 2027-01-04", "league start Nordic", "league sign-off Nordic"):
        assert kinds(desk.write(desk.people[0], line)) == ["refused"]
    assert desk.season().phase == Phase.ENTRIES


def test_a_director_enters_and_withdraws_others(desk: LeagueDesk) -> None:
    desk.found()
    desk.direct("league enter Nordic Anna")
    desk.direct("league enter Nordic new@people.example")
    assert len(desk.members()) == 2
    desk.direct("league withdraw Nordic Anna")
    assert len(desk.members()) == 1


def test_a_director_starts_a_season_at_once(desk: LeagueDesk) -> None:
    desk.found()
    desk.all_enter()
    arrived = desk.direct("league start Nordic")
    assert kinds(arrived).count("started") == 28
    assert desk.season().phase == Phase.RUNNING


def test_every_week_directors_hear_who_is_late_and_what_rests(desk: LeagueDesk) -> None:
    desk.under_way(LeagueRules(terms=Terms(free_hours=24, bank_hours=1000)))
    desk.direct("pause #1")
    desk.admin_mails.clear()
    desk.let_pass(days=8)
    (report,) = (mail for mail in desk.admin_mails if mail["X-PBEM-Kind"] == "league")
    assert "late" in text_of(report)
    assert "#1" in text_of(report)


def test_a_report_waits_for_the_end_of_a_directors_quiet_hours(desk: LeagueDesk) -> None:
    desk.under_way(LONG)
    desk.direct("quiet 17:00-20:00")
    desk.admin_mails.clear()
    desk.until(START + timedelta(weeks=1, hours=1))
    assert desk.admin_mails == []
    desk.let_pass(hours=1)
    assert kinds(desk.admin_mails) == ["league"]


def test_a_protest_reaches_the_directors_at_once_and_the_log_proves_it(desk: LeagueDesk) -> None:
    desk.under_way(LONG)
    desk.end_games()
    desk.keep_time()
    desk.admin_mails.clear()
    assert "league" in kinds(desk.write(desk.people[0], "protest Game 3 was mine."))
    assert "Game 3 was mine." in text_of(desk.admin_mails[-1])
    assert desk.log()[-1] == "protest"
    desk.let_pass(hours=73)
    assert kinds(desk.write(desk.people[0], "protest Once more")) == ["refused"]
    assert "Game 3 was mine." in text_of(desk.admin_mails[-1])


def test_the_secret_is_told_when_a_director_signs_off(desk: LeagueDesk) -> None:
    desk.under_way(LONG)
    secret = desk.season().secret.hex()
    desk.end_games()
    assert kinds(desk.direct("league sign-off")) == ["refused"]
    desk.let_pass(hours=73)
    desk.direct("league sign off Nordic")
    told = [text_of(mail) for mail in desk.people[0].mails if mail["X-PBEM-Kind"] == "standings"]
    assert [secret in "".join(text.split()) for text in told] == [False, True]
    league = [text_of(mail) for mail in desk.people[0].mails if mail["X-PBEM-Kind"] == "league"]
    assert any(desk.seasons()[0].commitment in "".join(text.split()) for text in league)


def test_in_overtime_nobody_has_more_than_a_day_in_the_bank(desk: LeagueDesk) -> None:
    desk.under_way(LONG)
    desk.let_pass(weeks=13, hours=1)
    assert desk.season().phase == Phase.OVERTIME
    game = desk.game(1)
    assert (game.terms.free_hours, game.terms.bank_hours) == (12, 24)
    assert all(holder.bank <= 24 * 3600 for holder in game.holders)
    assert game.due_at
    assert game.due_at <= desk.now + timedelta(hours=48)


def test_at_the_hard_date_games_end_as_they_stand(desk: LeagueDesk) -> None:
    desk.under_way(LONG)
    desk.pause_all()
    desk.until(START + timedelta(weeks=15, hours=1))
    assert all(each.result for each in desk.fixtures())
    assert "adjudicated" in desk.log()
    assert desk.season().phase == Phase.PROVISIONAL
