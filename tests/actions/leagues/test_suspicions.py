"""Whose moves they are, for whoever looks at who helps whom."""

from engine import Order
from pbem.actions.leagues.suspicions import choices
from pbem.league.suspicion import Choice
from pbem.model import LeagueRules, Terms
from tests.support.league_desk import LeagueDesk


def moves(desk: LeagueDesk, game: int) -> list[Choice]:
    with desk.store.work() as work:
        return list(choices(work, game))


def orders(desk: LeagueDesk, game: int) -> int:
    with desk.store.work() as work:
        return sum(isinstance(line.entry, Order) for line in work.ledger(game))


def test_a_move_is_of_whoever_made_it(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LeagueRules(terms=Terms(free_hours=336, bank_hours=1000)))
    first = league_desk.people[league_desk.fixtures()[0].members[0] - 1]
    league_desk.reply(first, "take white blue green", to="turn")
    (choice,) = moves(league_desk, 1)
    assert choice.mover == league_desk.number(first)
    assert {choice.mover, *choice.served} == set(league_desk.fixtures()[0].members)


def test_what_stand_ins_and_bots_play_is_nobody_s(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LeagueRules(terms=Terms(free_hours=12, bank_hours=0)))
    league_desk.let_pass(days=6)
    assert orders(league_desk, 1) > 4
    assert moves(league_desk, 1) == []
