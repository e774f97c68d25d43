"""Drop-outs: no game is voided, somebody or something plays on, and whoever left scores nothing."""

from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.actions.leagues.divisions import divisions, ranked, who_left
from pbem.actions.leagues.founding import rules_of
from pbem.actions.request import Refused
from pbem.actions.results import load_result
from pbem.league.rating import Pool
from pbem.model import LeagueRules, RatingChange, Terms
from pbem.model.games import House
from tests.support.desk import kinds
from tests.support.league_desk import SEVEN, START, LeagueDesk
from tests.support.people import text_of

LONG = LeagueRules(terms=Terms(free_hours=336, bank_hours=3000))


def games_of(league_desk: LeagueDesk, member: int) -> list[int]:
    return [each.game_id for each in league_desk.fixtures() if member in each.members and each.game_id]


def test_bots_play_on_for_whoever_withdraws(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    anna = league_desk.people[0]
    assert kinds(league_desk.write(anna, "withdraw"))[0] == "league"
    for number in games_of(league_desk, league_desk.number(anna)):
        game = league_desk.game(number)
        (holder,) = (each for each in game.holders if each.member_id == league_desk.number(anna))
        assert holder.bot == "greedy"
        assert holder.player_id is None
        assert not game.state.over
    assert league_desk.log()[-1] == "left"


def test_a_seat_that_was_given_up_is_offered_to_a_substitute(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    anna, hanna = league_desk.people[0], league_desk.new_player("Hanna")
    league_desk.set(hanna, substitute=True)
    arrived = league_desk.write(anna, "withdraw")
    (offer,) = (mail for mail in arrived if mail["X-PBEM-Kind"] == "invite")
    free = games_of(league_desk, league_desk.number(anna))
    assert all(f"accept {number} or decline {number}" in text_of(offer) for number in free)
    assert kinds(league_desk.reply(hanna, f"accept {free[2]}", to="invite"))[-1] in ("status", "turn")
    taken = [
        holder
        for number in free
        for holder in league_desk.game(number).holders
        if holder.member_id == league_desk.number(anna) and holder.player_id == league_desk.number(hanna)
    ]
    assert len(taken) == 1


def test_nobody_is_offered_the_seat_that_they_gave_up(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    anna = league_desk.people[0]
    league_desk.set(anna, substitute=True)
    assert "invite" not in kinds(league_desk.write(anna, "withdraw"))
    assert "invite" not in kinds(league_desk.let_pass(days=3))


def test_overtime_is_told_to_the_substitute_and_not_to_whoever_left(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    anna, hanna = league_desk.people[0], league_desk.new_player("Hanna")
    league_desk.write(anna, "withdraw")
    league_desk.substitute("Anna", hanna)
    for person in (anna, hanna):
        person.mails.clear()
    league_desk.until(START + timedelta(weeks=13, hours=1))
    assert anna.mails == []
    (told,) = (mail for mail in hanna.mails if mail["X-PBEM-Kind"] == "league")
    assert "Overtime" in told["Subject"]


def test_whoever_left_scores_nothing_in_unfinished_games_and_is_out_first(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    anna = league_desk.people[0]
    league_desk.write(anna, "withdraw")
    league_desk.end_games()
    season = league_desk.season()
    with league_desk.store.work() as work:
        (division,) = divisions(work, season)
        rows = ranked(season, division)
        assert who_left(division) == {league_desk.people.index(anna) + 1}
    assert next(row.points for row in rows if row.member == 1) == 0
    results = [load_result(each.result) for each in league_desk.fixtures() if each.result]
    assert len(results) == 7
    assert all(result.seats[seat].left for result in results if (seat := result.seat_of(1)) is not None)


@pytest.mark.parametrize("between", ["with ", "med ", "með ", "przez ", "על ידי ", ""])
def test_a_director_lets_somebody_else_play(league_desk: LeagueDesk, between: str) -> None:
    league_desk.under_way(LONG)
    hanna = league_desk.new_player("Hanna")
    arrived = league_desk.direct(f"league substitute Nordic Anna {between}Hanna")
    assert kinds(arrived)[0] == "league"
    league_desk.reply(hanna, "yes", to="league")
    holders = [holder for number in games_of(league_desk, 1) for holder in league_desk.game(number).holders]
    assert [each.name for each in holders if each.member_id == 1] == ["Hanna"] * 4
    assert "turn" in hanna.kinds() or "status" in hanna.kinds()
    assert league_desk.log()[-2:] == ["substitute", "replaced"]


def test_games_that_begin_later_have_the_substitute_from_the_start(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LeagueRules(terms=LONG.terms, at_most=1))
    waiting = [each for each in league_desk.fixtures() if each.game_id is None]
    assert waiting
    league_desk.write(league_desk.people[0], "withdraw")
    while not all(each.result for each in league_desk.fixtures()):
        league_desk.end_games()
        league_desk.keep_time()
    holders = [league_desk.game(each.game_id or 0).holders for each in league_desk.fixtures() if 1 in each.members]
    assert all(holder.bot == "greedy" for seats in holders for holder in seats if holder.member_id == 1)


def test_nobody_has_more_games_than_agreed(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LeagueRules(terms=LONG.terms, at_most=2))
    while not all(each.result for each in league_desk.fixtures()):
        running = [each for each in league_desk.fixtures() if each.game_id and not each.result]
        for number in range(1, len(SEVEN) + 1):
            assert sum(number in each.members for each in running) <= 2
        league_desk.end_games(1)
        league_desk.keep_time()


def test_stand_ins_play_at_the_level_that_the_rules_name(league_desk: LeagueDesk) -> None:
    terms = rules_of(House(), 4, {"stand-in": "5", "free-hours": "336", "bank-hours": "1440"}).terms
    league_desk.under_way(replace(LONG, terms=terms))
    league_desk.write(league_desk.people[0], "withdraw")
    holders = [holder for number in games_of(league_desk, 1) for holder in league_desk.game(number).holders]
    assert {holder.bot for holder in holders if holder.member_id == 1} == {"5"}


@pytest.mark.parametrize(("mu", "level"), [(28.1, "5"), (50.0, "7"), (10.0, "1")])
def test_stand_ins_play_as_well_as_the_player_is_rated_if_the_rules_say_so(
    league_desk: LeagueDesk, mu: float, level: str
) -> None:
    terms = rules_of(House(), 4, {"stand-in": "rating", "free-hours": "336", "bank-hours": "1440"}).terms
    league_desk.under_way(replace(LONG, terms=terms))
    with league_desk.store.work() as work:
        work.add_rating_change(RatingChange(Pool.LEAGUE, "1", 1, work.now, 25, 8, mu, 2))
    league_desk.write(league_desk.people[0], "withdraw")
    holders = [holder for number in games_of(league_desk, 1) for holder in league_desk.game(number).holders]
    assert {holder.bot for holder in holders if holder.member_id == 1} == {level}


@pytest.mark.parametrize("level", ["0", "8", "strong"])
def test_no_other_stand_in_can_be_named(level: str) -> None:
    with pytest.raises(Refused):
        rules_of(House(), 4, {"stand-in": level})
