"""What people answer to a league in their own words, and which league an answer is for."""

from pathlib import Path

from pbem.actions.leagues.challenges import order_of
from pbem.actions.leagues.founding import rules_of
from pbem.model.games import House
from tests.support.desk import kinds
from tests.support.league_desk import READING, LeagueDesk
from tests.support.people import Person, text_of

LADDER = rules_of(House(), 2, {"format": "ladder"})


def challenged(desk: LeagueDesk) -> Person:
    """Whoever is second on the ladder, and is challenged by the third."""
    desk.under_way(LADDER)
    with desk.store.look() as look:
        _, upper, lower, *_ = (desk.people[number - 1] for number in order_of(look, desk.season()))
    desk.write(lower, f"challenge {upper.name}")
    return upper


def test_a_challenge_and_a_place_are_answered_in_a_sentence(league_desk: LeagueDesk) -> None:
    upper = challenged(league_desk)
    assert "started" in kinds(league_desk.reply(upper, "Sure, with pleasure! See you at the table.", to="league"))
    late = league_desk.new_player("Late")
    league_desk.direct("league substitute Nordic Anna with Late")
    assert "Late plays for Anna" in text_of(league_desk.reply(late, "Gladly, I'd love to.", to="league")[0])


def test_words_that_say_neither_bring_the_question_again_and_change_nothing(league_desk: LeagueDesk) -> None:
    league_desk.found()
    league_desk.all_enter()
    league_desk.until(READING)
    anna = league_desk.people[0]
    (again,) = league_desk.reply(anna, "When does it start, and how many are we?", to="league")
    assert "Will you be playing?" in str(again["Subject"])
    assert "Start: Tuesday 1 December" in text_of(again)
    assert league_desk.members()[0].awaited
    league_desk.reply(anna, "Ah, then I'm in.", to="league")
    assert not league_desk.members()[0].awaited


def test_an_answer_to_one_league_gives_away_no_rung_of_another(tmp_path: Path) -> None:
    desk = LeagueDesk(tmp_path)
    upper = challenged(desk)
    desk.direct("league new Polar 4 start 2026-12-20")
    desk.write(upper, "enter Polar")
    desk.let_pass(days=3)
    challenges = desk.season().challenges
    desk.reply(upper, "no", to="league")
    assert desk.seasons()[0].challenges == challenges
