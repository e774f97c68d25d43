"""Directors and leagues: everything by mail, reports, protests."""

from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.league.season import Phase
from pbem.model import LeagueRules, Terms
from pbem.render.words import spoken
from tests.support.desk import kinds
from tests.support.league_desk import START, LeagueDesk
from tests.support.lobby import refusal
from tests.support.people import text_of

LONG = LeagueRules(terms=Terms(free_hours=336, bank_hours=3000))


def test_a_league_is_announced_by_mail(league_desk: LeagueDesk) -> None:
    line = "league new Nordic League 3 start 2027-01-04 weeks 10 widths 1,1,2 scale 9-3-0 at-most 2 no-private-talk"
    (told,) = league_desk.direct(line)
    assert "A new season begins on Monday 4 January." in " ".join(text_of(told).split())
    season = league_desk.season()
    rules = season.rules
    assert (rules.seats, rules.weeks, rules.widths, rules.scale, rules.at_most) == (3, 10, (1, 1, 2), "9-3-0", 2)
    assert not rules.terms.private_talk
    assert season.start.isoformat() == "2027-01-04T00:00:00+00:00"


@pytest.mark.parametrize(
    "line", ["league new Nordic", "league new Nordic start soon", "league new Nordic 9 start 2027-01-04"]
)
def test_what_can_not_be_read_is_refused(league_desk: LeagueDesk, line: str) -> None:
    assert kinds(league_desk.direct(line)) == ["refused"]


def test_nobody_else_directs(league_desk: LeagueDesk) -> None:
    league_desk.found()
    for line in ("league new Other start 2027-01-04", "league start Nordic", "league sign-off Nordic"):
        assert kinds(league_desk.write(league_desk.people[0], line)) == ["refused"]
    assert league_desk.season().phase == Phase.ENTRIES


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_director_directs_in_every_language(league_desk: LeagueDesk, code: str) -> None:
    league_desk.found()
    league_desk.all_enter()
    league_desk.direct(spoken(language(code), "league start Nordic"))
    assert league_desk.season().phase == Phase.RUNNING


def test_a_director_enters_and_withdraws_others(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.direct("league enter Nordic Anna")
    league_desk.direct("league enter Nordic new@people.example")
    assert len(league_desk.members()) == 2
    league_desk.direct("league withdraw Nordic Anna")
    assert len(league_desk.members()) == 1


def test_a_director_starts_a_season_at_once(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.all_enter()
    arrived = league_desk.direct("league start Nordic")
    assert (kinds(arrived).count("started"), kinds(arrived).count("turn")) == (0, 7)
    assert league_desk.season().phase == Phase.RUNNING


def test_every_week_directors_hear_who_is_late_and_what_rests(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LeagueRules(terms=Terms(free_hours=24, bank_hours=1000)))
    league_desk.direct("pause #1")
    league_desk.admin_mails.clear()
    league_desk.let_pass(days=8)
    (report,) = (mail for mail in league_desk.admin_mails if mail["X-PBEM-Kind"] == "league")
    assert "late" in text_of(report)
    assert "#1" in text_of(report)


def test_a_report_waits_for_the_end_of_a_directors_quiet_hours(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    league_desk.direct("quiet 17:00-20:00")
    league_desk.admin_mails.clear()
    league_desk.until(START + timedelta(weeks=1, hours=1))
    assert league_desk.admin_mails == []
    league_desk.let_pass(hours=1)
    assert kinds(league_desk.admin_mails) == ["league"]


def test_a_protest_reaches_the_directors_at_once_and_the_log_proves_it(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    league_desk.end_games()
    league_desk.keep_time()
    league_desk.admin_mails.clear()
    assert "league" in kinds(league_desk.write(league_desk.people[0], "protest Game 3 was mine."))
    assert "Game 3 was mine." in text_of(league_desk.admin_mails[-1])
    assert league_desk.log()[-1] == "protest"
    league_desk.let_pass(hours=73)
    assert "Game 3 was mine." in text_of(league_desk.admin_mails[-1])


def test_the_secret_is_told_when_a_director_signs_off(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    secret = league_desk.season().secret.hex()
    league_desk.end_games()
    assert kinds(league_desk.direct("league sign-off")) == ["refused"]
    league_desk.let_pass(hours=73)
    before = len(league_desk.people[0].mails)
    league_desk.direct("league sign off Nordic")
    told = [secret in "".join(text_of(mail).split()) for mail in league_desk.people[0].mails]
    assert (any(told), any(told[:before])) == (True, False)
    league = [text_of(mail) for mail in league_desk.people[0].mails if mail["X-PBEM-Kind"] == "league"]
    assert any(league_desk.seasons()[0].commitment in "".join(text.split()) for text in league)


def test_in_overtime_nobody_has_more_than_a_day_in_the_bank(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    league_desk.let_pass(weeks=13, hours=1)
    assert league_desk.season().phase == Phase.OVERTIME
    game = league_desk.game(1)
    assert (game.terms.free_hours, game.terms.bank_hours) == (12, 24)
    assert all(holder.bank <= 24 * 3600 for holder in game.holders)
    assert game.due_at
    assert game.due_at <= league_desk.now + timedelta(hours=48)


def test_at_the_hard_date_games_end_as_they_stand(league_desk: LeagueDesk) -> None:
    league_desk.under_way(replace(LONG, weeks=1, overtime_days=0))
    league_desk.until(START + timedelta(weeks=1, hours=1))
    assert all(each.result for each in league_desk.fixtures())
    assert "adjudicated" in league_desk.log()
    assert league_desk.season().phase == Phase.PROVISIONAL


def reports(desk: LeagueDesk) -> list[str]:
    mails = [mail for mail in desk.admin_mails if "Report to the directors" in str(mail["Subject"])]
    return [" ".join(text_of(mail).split()) for mail in mails]


def test_directors_hear_when_entries_close_and_when_the_season_begins(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.all_enter()
    league_desk.until(START - timedelta(days=2))
    assert "Entries are closed" in reports(league_desk)[-1]
    assert "Entered: 7. Checked in: 0." in reports(league_desk)[-1]
    for person in league_desk.people[1:]:
        league_desk.reply(person, "yes", to="league")
    league_desk.until(START)
    assert "The season has begun." in reports(league_desk)[-1]
    assert "Entered, but did not check in: Anna." in reports(league_desk)[-1]


def test_whoever_is_silent_at_check_in_is_asked_once_more(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.all_enter()
    league_desk.until(START - timedelta(days=2))
    anna, *others = league_desk.people
    for person in others:
        league_desk.reply(person, "yes", to="league")
    arrived = league_desk.until(START - timedelta(hours=1))
    (reminder,) = arrived
    assert reminder in anna.mails
    assert "we don't know yet whether you'll be playing" in " ".join(text_of(reminder).split())
    league_desk.reply(anna, "yes", to="league")
    league_desk.until(START)
    assert all(each.plays for each in league_desk.members())


def test_directors_hear_on_the_day_whose_time_ran_out_and_who_resigned(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LeagueRules(terms=Terms(free_hours=30, bank_hours=0)))
    member = league_desk.fixtures()[0].members[3]
    league_desk.write(league_desk.people[member - 1], "resign #1")
    league_desk.admin_mails.clear()
    league_desk.let_pass(days=1)
    assert f"Game #1: {league_desk.people[member - 1].name} resigned." in reports(league_desk)[-1]
    league_desk.let_pass(days=2)
    assert len(reports(league_desk)) <= 3
    assert "ran out of time (so far:" in reports(league_desk)[-1]


def test_a_vanished_player_is_in_every_report_as_long_as_somebody_else_plays(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LeagueRules(terms=Terms(free_hours=12, bank_hours=0)))
    league_desk.admin_mails.clear()
    league_desk.let_pass(weeks=2, hours=1)
    assert "is gone," in reports(league_desk)[-1]
    (asked,) = league_desk.ask("league report Nordic")
    assert "is gone," in " ".join(text_of(asked).split())


def test_whoever_directs_one_league_is_answered_however_long_the_conversation_gets(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LeagueRules(terms=Terms(free_hours=336, bank_hours=3000)))
    limits = replace(league_desk.server.limits, conversation_an_hour=3, answers_an_hour=4)
    league_desk.server = replace(league_desk.server, limits=limits)
    league_desk.direct("league directors Nordic add Anna")
    answered = {}
    for person in league_desk.people[:2]:
        league_desk.reply(person, "league nonsense", to="league")
        said = [f"league nonsense {number}" for number in range(6)]
        answered[person.name] = sum(len(league_desk.reply(person, text, to="refused")) for text in said)
    assert answered["Anna"] == 6 > answered["Björn"]


def test_whoever_directs_one_league_enters_people_in_it_and_reads_nothing_of_another(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.direct("league directors Nordic add Anna")
    league_desk.direct("league new Polar 4 start 2026-12-20")
    anna = league_desk.people[0]
    told, *_ = league_desk.write(anna, "league enter Nordic Björn, Chaim, Zoë <zoe@people.example>")
    assert {"Björn: entered", "Chaim: entered"} < {*text_of(told).splitlines()}
    assert len(league_desk.members(1)) == 3
    for line in (
        "enter Polar Björn",
        "withdraw Polar Björn",
        "report Polar",
        "protests Polar",
        "new Third 4 start 2027-01-01",
    ):
        assert refusal(league_desk.write(anna, f"league {line}")) == "admins_only", line
