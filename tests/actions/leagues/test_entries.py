"""Entering, checking in and stepping back by mail, in five languages."""

import pytest

from pbem.league.season import Phase
from tests.support.desk import kinds
from tests.support.league_desk import READING, START, LeagueDesk
from tests.support.people import text_of, typed

WORDS = {
    "en": ("league", "enter", "check in", "withdraw", "standings", "protest"),
    "da": ("liga", "tilmeld", "tjek ind", "træk mig", "tabel", "protest"),
    "is": ("deild", "skrá", "innrita mig", "draga mig úr", "stigatafla", "kæra"),
    "pl": ("liga", "zapisz", "melduję się", "wycofaj", "tabela", "protest"),
    "he": ("ליגה", "הירשם", "צ'ק אין", "לפרוש מליגה", "טבלה", "ערעור"),
}


@pytest.mark.parametrize("language", WORDS)
def test_every_command_is_understood_in_every_language(league_desk: LeagueDesk, language: str) -> None:
    league, enter, check_in, withdraw, standings, protest = WORDS[language]
    anna = league_desk.people[0]
    league_desk.set(anna, language=language)
    league_desk.found()
    assert kinds(league_desk.write(anna, league)) == ["league"]
    assert kinds(league_desk.write(anna, enter)) == ["league"]
    assert [each.player_id for each in league_desk.members()] == [1]
    league_desk.until(READING)
    assert kinds(league_desk.reply(anna, check_in, to="league")) == ["league"]
    assert [each.awaited for each in league_desk.members()] == [False]
    assert kinds(league_desk.write(anna, standings)) == ["refused"]
    assert kinds(league_desk.write(anna, f"{protest} Not so!")) == ["refused"]
    assert kinds(league_desk.write(anna, withdraw)) == ["league"]
    assert league_desk.members() == []


def test_a_plain_yes_to_the_announcement_enters(league_desk: LeagueDesk) -> None:
    anna = league_desk.people[0]
    league_desk.found()
    league_desk.write(anna, "league")
    assert kinds(league_desk.reply(anna, "yes", to="league")) == ["league"]
    assert [each.player_id for each in league_desk.members()] == [league_desk.number(anna)]


def test_a_plain_no_to_the_check_in_mail_steps_back(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.all_enter()
    league_desk.until(READING)
    assert kinds(league_desk.reply(league_desk.people[0], "no", to="league")) == ["league"]
    assert len(league_desk.members()) == 6


def test_whoever_enters_while_check_in_is_open_is_there(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.until(READING)
    league_desk.write(league_desk.people[0], "enter Nordic")
    assert [each.awaited for each in league_desk.members()] == [False]


def test_a_late_entry_waits(league_desk: LeagueDesk) -> None:
    league_desk.found()
    for person in league_desk.people[:6]:
        league_desk.write(person, "enter")
    league_desk.until(START, lambda: [league_desk.reply(each, "yes", to="league") for each in league_desk.people[:6]])
    assert kinds(league_desk.write(league_desk.people[6], "enter Nordic")) == ["league"]
    assert league_desk.season().waiting == (league_desk.number(league_desk.people[6]),)
    assert len(league_desk.members()) == 6


@pytest.mark.parametrize("line", ["league", "league Nordic", "league list", "league show nordic", "leagues"])
def test_leagues_can_be_looked_at(league_desk: LeagueDesk, line: str) -> None:
    league_desk.found()
    (mail,) = league_desk.write(league_desk.people[0], line)
    assert "Nordic" in text_of(mail)


def test_nobody_enters_twice(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.write(league_desk.people[0], "enter")
    assert kinds(league_desk.write(league_desk.people[0], "enter")) == ["refused"]


def test_of_several_leagues_one_has_to_be_named(league_desk: LeagueDesk) -> None:
    anna = league_desk.people[0]
    league_desk.found()
    league_desk.found(name="Sunday Cup")
    (refused,) = league_desk.write(anna, "enter")
    assert "Nordic" in text_of(refused)
    assert "Sunday Cup" in text_of(refused)
    assert kinds(league_desk.write(anna, "enter sunday")) == ["league"]


def test_an_answer_to_the_check_in_mail_of_one_league_is_for_that_league(league_desk: LeagueDesk) -> None:
    anna = league_desk.people[0]
    for name in ("Nordic", "Sunday Cup"):
        league_desk.found(name=name)
        league_desk.write(anna, f"enter {name}")
    league_desk.until(READING)
    asked = next(mail for mail in anna.mails[-2:] if "Sunday Cup" in mail["Subject"])
    league_desk.hand_in(typed(asked, anna.sender, "yes"))
    with league_desk.store.work() as work:
        assert [each.awaited for season in (1, 2) for each in work.members(season)] == [True, False]


def test_only_those_hear_of_a_new_season_who_asked_or_played(league_desk: LeagueDesk) -> None:
    anna, bjorn, *_ = league_desk.people
    league_desk.write(anna, "league")
    league_desk.write(bjorn, "league")
    league_desk.write(bjorn, "league off")
    league_desk.found()
    assert anna.kinds().count("league") == 2
    assert bjorn.kinds().count("league") == 2
    assert all("league" not in person.kinds() for person in league_desk.people[2:])


def test_members_are_in_the_next_season_if_they_check_in(league_desk: LeagueDesk) -> None:
    league_desk.under_way()
    league_desk.end_games()
    league_desk.let_pass(hours=73)
    league_desk.direct("league sign-off")
    assert len(league_desk.members()) == 7
    opens = league_desk.season().start
    league_desk.let_pass(seconds=(opens - league_desk.now).total_seconds() - 3600)
    assert league_desk.season().phase == Phase.CHECK_IN
    for person in league_desk.people[:5]:
        league_desk.reply(person, "yes", to="league")
    league_desk.let_pass(hours=2)
    assert sum(each.plays for each in league_desk.members()) == 5


def test_whoever_is_entered_by_a_director_reads_by_whom_and_how_to_leave(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.direct("league enter Nordic Anna")
    told = " ".join(text_of(league_desk.people[0].last("league")).split())
    assert "Director has entered you for the season" in told
    assert "withdraw Nordic" in told
    league_desk.reply(league_desk.people[0], "no", to="league")
    assert league_desk.members() == []


def test_a_director_enters_several_strangers_who_read_so_and_may_say_no(league_desk: LeagueDesk) -> None:
    league_desk.found()
    arrived = league_desk.direct("league enter Nordic Karl Berg <karl@people.example>, Kari Holm <kari@people.example>")
    told = [mail for mail in arrived if "@people.example" in str(mail["To"])]
    assert all("Director has entered you for the season" in " ".join(text_of(mail).split()) for mail in told)
    assert len(league_desk.members()) == len(told) == 2
    league_desk.hand_in(typed(told[0], "Karl Berg <karl@people.example>", "yes"))
    assert len(league_desk.members()) == 2
    league_desk.hand_in(typed(told[1], "Kari Holm <kari@people.example>", "no"))
    assert len(league_desk.members()) == 1


def test_names_that_look_alike_are_told_to_whoever_enters_them(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.direct("league enter Nordic Anna")
    arrived = league_desk.direct("league enter Nordic Аnna <other@people.example>")
    assert any(
        "Names that look alike: Anna" in text_of(mail) for mail in arrived if "td@example.org" in str(mail["To"])
    )


def test_league_by_mail_shows_names_rules_and_how_everyone_stands(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.all_enter()
    anna = league_desk.people[0]
    shown = " ".join(text_of(league_desk.write(anna, "league Nordic")[0]).split())
    assert "Björn: entered" in shown
    assert "Points for places: 10-6-3-1" in shown
    league_desk.until(READING)
    league_desk.reply(anna, "yes", to="league")
    shown = " ".join(text_of(league_desk.write(anna, "league Nordic")[0]).split())
    assert "Anna: checked in" in shown
    assert "Björn: not checked in yet" in shown
