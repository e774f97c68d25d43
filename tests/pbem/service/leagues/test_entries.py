"""Entering, checking in and stepping back by mail, in five languages."""

import pytest

from pbem.league.season import Phase
from tests.e2e.people import text_of, typed
from tests.pbem.office import kinds
from tests.pbem.service.leagues.desk import READING, START, LeagueDesk

WORDS = {
    "en": ("league", "enter", "check in", "withdraw", "standings", "protest"),
    "da": ("liga", "tilmeld", "tjek ind", "træk mig", "tabel", "protest"),
    "is": ("deild", "skrá", "innrita mig", "draga mig úr", "stigatafla", "kæra"),
    "pl": ("liga", "zapisz", "melduję się", "wycofaj", "tabela", "protest"),
    "he": ("ליגה", "הירשם", "צ'ק אין", "לפרוש מליגה", "טבלה", "ערעור"),
}


@pytest.mark.parametrize("language", WORDS)
def test_every_command_is_understood_in_every_language(desk: LeagueDesk, language: str) -> None:
    league, enter, check_in, withdraw, standings, protest = WORDS[language]
    anna = desk.people[0]
    desk.set(anna, language=language)
    desk.found()
    assert kinds(desk.write(anna, league)) == ["league"]
    assert kinds(desk.write(anna, enter)) == ["league"]
    assert [each.player_id for each in desk.members()] == [1]
    desk.until(READING)
    assert kinds(desk.reply(anna, check_in, to="league")) == ["league"]
    assert [each.awaited for each in desk.members()] == [False]
    assert kinds(desk.write(anna, standings)) == ["refused"]
    assert kinds(desk.write(anna, f"{protest} Not so!")) == ["refused"]
    assert kinds(desk.write(anna, withdraw)) == ["league"]
    assert desk.members() == []


def test_a_plain_yes_to_the_announcement_enters(desk: LeagueDesk) -> None:
    anna = desk.people[0]
    desk.found()
    desk.write(anna, "league")
    assert kinds(desk.reply(anna, "yes", to="league")) == ["league"]
    assert [each.player_id for each in desk.members()] == [desk.number(anna)]


def test_a_plain_no_to_the_check_in_mail_steps_back(desk: LeagueDesk) -> None:
    desk.found()
    desk.all_enter()
    desk.until(READING)
    assert kinds(desk.reply(desk.people[0], "no", to="league")) == ["league"]
    assert len(desk.members()) == 6


def test_whoever_enters_while_check_in_is_open_is_there(desk: LeagueDesk) -> None:
    desk.found()
    desk.until(READING)
    desk.write(desk.people[0], "enter Nordic")
    assert [each.awaited for each in desk.members()] == [False]


def test_a_late_entry_is_refused(desk: LeagueDesk) -> None:
    desk.found()
    for person in desk.people[:6]:
        desk.write(person, "enter")
    desk.until(START, lambda: [desk.reply(each, "yes", to="league") for each in desk.people[:6]])
    assert kinds(desk.write(desk.people[6], "enter Nordic")) == ["refused"]
    assert len(desk.members()) == 6


@pytest.mark.parametrize("line", ["league", "league Nordic", "league list", "league show nordic", "leagues"])
def test_leagues_can_be_looked_at(desk: LeagueDesk, line: str) -> None:
    desk.found()
    (mail,) = desk.write(desk.people[0], line)
    assert "Nordic" in text_of(mail)


def test_nobody_enters_twice(desk: LeagueDesk) -> None:
    desk.found()
    desk.write(desk.people[0], "enter")
    assert kinds(desk.write(desk.people[0], "enter")) == ["refused"]


def test_of_several_leagues_one_has_to_be_named(desk: LeagueDesk) -> None:
    anna = desk.people[0]
    desk.found()
    desk.found(name="Sunday Cup")
    (refused,) = desk.write(anna, "enter")
    assert "Nordic" in text_of(refused)
    assert "Sunday Cup" in text_of(refused)
    assert kinds(desk.write(anna, "enter sunday")) == ["league"]


def test_an_answer_to_the_check_in_mail_of_one_league_is_for_that_league(desk: LeagueDesk) -> None:
    anna = desk.people[0]
    for name in ("Nordic", "Sunday Cup"):
        desk.found(name=name)
        desk.write(anna, f"enter {name}")
    desk.until(READING)
    asked = next(mail for mail in anna.mails[-2:] if "Sunday Cup" in mail["Subject"])
    desk.hand_in(typed(asked, anna.sender, ""))
    with desk.store.work() as work:
        assert [each.awaited for season in (1, 2) for each in work.members(season)] == [True, False]


def test_only_those_hear_of_a_new_season_who_asked_or_played(desk: LeagueDesk) -> None:
    anna, bjorn, *_ = desk.people
    desk.write(anna, "league")
    desk.write(bjorn, "league")
    desk.write(bjorn, "league off")
    desk.found()
    assert anna.kinds().count("league") == 2
    assert bjorn.kinds().count("league") == 2
    assert all("league" not in person.kinds() for person in desk.people[2:])


def test_members_are_in_the_next_season_if_they_check_in(desk: LeagueDesk) -> None:
    desk.under_way()
    desk.end_games()
    desk.let_pass(hours=73)
    desk.direct("league sign-off")
    assert [each.awaited for each in desk.members()] == [True] * 7
    opens = desk.season().start
    desk.let_pass(seconds=(opens - desk.now).total_seconds() - 3600)
    assert desk.season().phase == Phase.CHECK_IN
    for person in desk.people[:5]:
        desk.reply(person, "", to="league")
    desk.let_pass(hours=2)
    assert sum(each.plays for each in desk.members()) == 5
