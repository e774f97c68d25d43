"""What a director reads of their own decisions and of what happened, in words that fit the format."""

from collections.abc import Callable
from datetime import timedelta
from email.message import EmailMessage

import pytest

from pbem.actions.leagues.decide import at_hand
from pbem.actions.leagues.founding import found, rules_of
from pbem.model import LeagueRules, Terms
from pbem.model.games import House
from tests.support.desk import ADMIN, kinds
from tests.support.league_desk import READING, START, LeagueDesk
from tests.support.lobby import refusal
from tests.support.people import text_of, typed

LONG = LeagueRules(terms=Terms(free_hours=336, bank_hours=3000))


def words(mails: list[EmailMessage]) -> str:
    return " ".join(" ".join(text_of(each).split()) for each in mails)


def test_a_no_is_answered_and_nothing_happens(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    (asked,) = league_desk.ask("league penalty Nordic Anna 2 because of rudeness")
    told = league_desk.hand_in(typed(asked, f"Director <{ADMIN}>", "no"))
    assert kinds(told) == ["refused"]
    assert "You said no, so this is not done: league penalty Nordic Anna 2 because of rudeness" in words(told)
    assert not any(each.penalty for each in league_desk.members())


def test_a_case_is_found_though_there_are_two_leagues(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    league_desk.do(lambda work: found(work, league_desk.server, "Polar", LONG, START + timedelta(days=90))[1])
    anna = league_desk.people[0]
    game = next(each.game_id for each in league_desk.fixtures() if league_desk.number(anna) in each.members)
    league_desk.write(anna, f"protest #{game} He was helped.")
    told = league_desk.direct("ruling case 1 refused because nobody saw it!")
    assert "Protest 1 by Anna is rejected." in words(told)


def test_a_case_that_nobody_brought_names_what_to_write(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    league_desk.do(lambda work: found(work, league_desk.server, "Polar", LONG, START + timedelta(days=90))[1])
    told = league_desk.ask("ruling case 4 refused because nobody saw it")
    assert refusal(told) == "which_case"
    assert "league ruling Polar case 4 refused" in words(told)


def test_a_penalty_says_that_points_decide_nothing_in_a_cup(league_desk: LeagueDesk) -> None:
    league_desk.under_way(rules_of(House(), 2, {"format": "cup"}))
    assert refusal(league_desk.ask("league penalty Nordic Anna 2 because of rudeness")) == "points_decide_nothing"


def test_nobody_without_a_penalty_has_it_lifted(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    assert refusal(league_desk.ask("league lift Nordic Anna")) == "no_penalty"


def test_in_rounds_people_are_kept_apart_when_games_are_drawn(league_desk: LeagueDesk) -> None:
    league_desk.under_way(rules_of(House(), 3, {"format": "swiss 3"}))
    order = "league apart Nordic Anna, Björn"
    assert "Anna and Björn are kept apart when games are drawn" in words(league_desk.ask(order))
    league_desk.direct(order)
    assert "may be drawn against each other again" in words(league_desk.ask(order))


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("free-hours 48", "free-hours 336 → 48."),
        (
            "weeks 4",
            "weeks 13 → 4. Overtime begins on 29 December 2026, "
            "and what is not over by 12 January 2027 ends as it stands.",
        ),
    ],
)
def test_a_changed_rule_shows_what_it_was_and_what_it_does(league_desk: LeagueDesk, order: str, told: str) -> None:
    league_desk.under_way(LONG)
    assert told in words(league_desk.ask(f"league set Nordic {order}"))


def test_where_only_places_change_no_points_are_told(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    league_desk.end_games()
    told = words(league_desk.ask("league penalty Nordic Anna 900 because of bribes"))
    assert "points" in told
    assert not [each for each in told.split("*") if each.count("→") == 2 and "Anna" not in each]


def test_a_sign_off_that_comes_too_early_says_when_it_may_come(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    league_desk.end_games()
    league_desk.keep_time()
    told = league_desk.ask("league sign-off Nordic")
    assert refusal(told) == "protests_heard"
    assert "Protests are heard until 2026-12-04" in words(told)


def test_the_report_says_whom_decisions_were_about(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    league_desk.direct("league penalty Nordic Anna 2 because of rudeness")
    league_desk.direct("league set Nordic free-hours 48")
    told = words(league_desk.ask("league report Nordic"))
    assert "decided: penalty (Anna · 2)." in told
    assert "decided: set (free-hours · 48)." in told


def test_a_seat_for_which_nobody_is_found_yet_is_told_as_that(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LeagueRules(terms=Terms(free_hours=24, bank_hours=0)))
    seen = _until(league_desk, lambda text: "is gone" in text)
    assert "is gone, and a substitute is being looked for." in seen


def test_a_timeout_that_is_told_again_is_counted_on(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LeagueRules(terms=Terms(free_hours=24, bank_hours=0)))
    seen = _until(league_desk, lambda text: "(so far: 2×)" in text)
    assert "Game #1:" in seen


def _until(desk: LeagueDesk, tells: Callable[[str], bool]) -> str:
    """Nobody moves; what the directors read on the day on which it is told."""
    for _ in range(20):
        desk.admin_mails.clear()
        desk.let_pass(days=1)
        for mail in desk.admin_mails:
            if tells(text := words([mail])):
                return text
    raise AssertionError


def test_whoever_missed_check_in_may_come_late(league_desk: LeagueDesk) -> None:
    league_desk.found(LONG)
    league_desk.all_enter()
    finn, gisli = league_desk.people[5:]
    there = [each for each in league_desk.people if each not in (finn, gisli)]

    def read() -> None:
        for each in there:
            league_desk.reply(each, "yes", to="league")
        league_desk.reply(gisli, "no", to="league")

    assert league_desk.now < READING
    league_desk.admin_mails.clear()
    league_desk.until(START, read)
    told = words(league_desk.admin_mails)
    assert "did not check in: Finn." in told
    assert "Withdrew during check-in: Gísli." in told
    assert "waiting list" in words(league_desk.write(finn, "enter Nordic"))
    league_desk.write(there[0], "withdraw Nordic")
    league_desk.direct("league admit Nordic Finn")
    assert any(each.substitute_id == league_desk.number(finn) for each in league_desk.members())
    assert league_desk.check() == ()


def test_while_all_games_rest_every_date_is_the_one_after_the_pause(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    before = words(league_desk.ask("league Nordic"))
    assert "Overtime from: Tuesday 2 March" in before
    league_desk.direct("league pause Nordic until 2026-12-15")
    told = words(league_desk.ask("league Nordic"))
    assert "Status: the games are being played (paused)" in told
    assert "Overtime from: Tuesday 16 March" in told
    assert "Time until the final deadline: 118 days." in words(league_desk.ask("league report Nordic"))
    league_desk.let_pass(days=20)
    assert "Overtime from: Tuesday 16 March" in words(league_desk.ask("league Nordic"))


def test_the_page_of_a_director_has_a_season_that_was_opened_again_too(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    league_desk.end_games()
    league_desk.let_pass(hours=73)
    league_desk.direct("league sign-off Nordic next 2027-04-05")
    league_desk.direct("league reopen Nordic")
    with league_desk.store.look() as look:
        assert [each.number for each in at_hand(look, look.league(1))] == [1, 2]


@pytest.mark.parametrize(("code", "told"), [("en", "penalty (Anna · 2), line"), ("da", "straf (Anna · 2), linje")])
def test_what_is_undone_is_named_in_the_readers_language(league_desk: LeagueDesk, code: str, told: str) -> None:
    league_desk.under_way(LONG)
    league_desk.direct("league penalty Nordic Anna 2 because of rudeness")
    if code != "en":
        league_desk.direct("language da")
    assert told in words(league_desk.ask("league undo Nordic"))


@pytest.mark.parametrize(
    "line",
    [
        "I'd like to give the players 36 hours a turn in Nordic",
        "Who has entered Nordic?",
        "please put Hedda into the Nordic league and tell her she is welcome",
    ],
)
def test_whoever_directs_in_words_that_are_none_of_ours_reads_what_an_order_looks_like(
    league_desk: LeagueDesk, line: str
) -> None:
    league_desk.found(LONG)
    told = league_desk.ask(line)
    assert refusal(told) == "directors_unread"
    assert "league set Nordic free-hours 48" in words(told)
    assert "buy 36" not in words(told)
    assert "Directors write" not in words(league_desk.write(league_desk.people[0], line))
