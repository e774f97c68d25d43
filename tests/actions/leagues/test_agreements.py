"""What a league leaves to its tables: nothing, unless its rules say so."""

from dataclasses import replace
from datetime import timedelta

import pytest

from engine import entry_text, legal_orders, view
from pbem.actions.leagues.founding import rules_of
from pbem.actions.request import Refused
from pbem.model import LeagueRules, Terms
from pbem.model.games import House
from tests.support.league_desk import START, LeagueDesk
from tests.support.lobby import refusal
from tests.support.people import Person, text_of

LONG = LeagueRules(terms=Terms(free_hours=336, bank_hours=1440))
GAME = 1
REST = START + timedelta(days=20)


def left(*what: str) -> LeagueRules:
    return replace(LONG, terms=replace(LONG.terms, agreements=",".join(what)))


def seated(desk: LeagueDesk) -> list[Person]:
    """Who plays in the first game: whoever is on turn first."""
    game = desk.game(GAME)
    assert game.state.turn is not None
    names = [holder.name for holder in game.holders]
    turned = names[game.state.turn :] + names[: game.state.turn]
    return [next(each for each in desk.people if each.name == name) for name in turned]


def ledger(desk: LeagueDesk) -> list[str]:
    with desk.store.work() as work:
        return [entry_text(line.entry) for line in work.ledger(GAME)]


def take(desk: LeagueDesk) -> str:
    """An order of whoever is on turn that turns up no card."""
    state = desk.game(GAME).state
    assert state.turn is not None
    return next(
        text for each in legal_orders(view(state, state.turn)) if (text := str(entry_text(each))).count(" ") == 3
    )


@pytest.mark.parametrize(
    "words", ["take back", "give {other} 2 days", f"pause until {REST:%Y-%m-%d}", "end by agreement"]
)
def test_tables_settle_nothing_where_the_rules_are_silent(league_desk: LeagueDesk, words: str) -> None:
    league_desk.under_way(LONG)
    asking, other, *_ = seated(league_desk)
    league_desk.reply(asking, take(league_desk))
    answer = league_desk.write(asking, f"#{GAME} {words.format(other=other.name)}")
    assert refusal(answer) == "not_in_leagues"


def test_a_move_is_taken_back_where_the_rules_leave_it_to_the_table(league_desk: LeagueDesk) -> None:
    league_desk.under_way(left("take-back"))
    asking, *others = seated(league_desk)
    league_desk.reply(asking, take(league_desk))
    league_desk.write(asking, f"#{GAME} take back")
    for other in others:
        league_desk.write(other, f"#{GAME} agree")
    assert ledger(league_desk)[-1].startswith("take back")
    assert refusal(league_desk.write(asking, f"#{GAME} give {others[0].name} 2 days")) == "not_in_leagues"
    assert league_desk.check() == ()


def test_time_is_given_where_the_rules_leave_it_to_the_table(league_desk: LeagueDesk) -> None:
    league_desk.under_way(replace(left("give"), terms=Terms(free_hours=24, bank_hours=120, agreements="give")))
    asking, other, *_ = seated(league_desk)
    league_desk.write(asking, f"#{GAME} give {other.name} 2 days")
    assert ledger(league_desk)[-1].startswith("give ")


def test_a_pause_in_a_league_has_a_last_day_and_only_its_directors_end_theirs(league_desk: LeagueDesk) -> None:
    league_desk.under_way(left("pause"))
    asking, *others = seated(league_desk)
    assert refusal(league_desk.write(asking, f"#{GAME} pause")) == "no_such_rest"
    league_desk.write(asking, f"#{GAME} pause until {REST:%Y-%m-%d}")
    for other in others:
        league_desk.write(other, f"#{GAME} agree")
    assert league_desk.game(GAME).paused
    league_desk.write(asking, f"#{GAME} resume")
    for other in others:
        league_desk.write(other, f"#{GAME} agree")
    assert not league_desk.game(GAME).paused
    league_desk.direct(f"pause #{GAME}")
    assert refusal(league_desk.write(asking, f"#{GAME} resume")) == "not_in_leagues"


def test_no_table_of_a_league_ends_its_game(league_desk: LeagueDesk) -> None:
    league_desk.under_way(left("take-back", "give", "pause"))
    assert refusal(league_desk.write(seated(league_desk)[0], f"#{GAME} end by agreement")) == "not_in_leagues"


def test_directors_leave_it_to_the_tables_in_a_season_that_runs(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    league_desk.direct("league set Nordic agreements take-back,pause")
    league_desk.direct("yes")
    assert league_desk.game(GAME).terms.agreements == "take-back,pause"
    (told,) = league_desk.write(seated(league_desk)[0], "league Nordic")
    row = next(line for line in text_of(told).splitlines() if "Tables may agree on" in line)
    assert all(each in row for each in ("taking a move back", "a pause"))
    assert "time" not in row


def test_nothing_else_can_be_left_to_the_tables() -> None:
    assert rules_of(House(), 4, {"agreements": "none"}).terms.agreements == ""
    with pytest.raises(Refused):
        rules_of(House(), 4, {"agreements": "take-back,draw"})
