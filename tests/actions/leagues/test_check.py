"""`pbem league check`: an honest league is what its log says."""

from pbem.model import LeagueRules, Terms
from tests.support.league_desk import LeagueDesk

LONG = LeagueRules(terms=Terms(free_hours=336, bank_hours=3000))


def test_a_season_with_drop_outs_and_substitutes_is_what_its_log_says(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    hanna = league_desk.new_player("Hanna")
    league_desk.write(league_desk.people[0], "withdraw")
    league_desk.substitute("Björn", hanna)
    league_desk.write(league_desk.people[3], "vacation 2026-12-20 to 2026-12-30")
    league_desk.write(league_desk.people[4], "name Eva")
    league_desk.reply(league_desk.people[2], "resign", to="started")
    assert league_desk.check() == ()
    league_desk.end_games()
    league_desk.let_pass(hours=73)
    league_desk.direct("league sign-off")
    assert league_desk.check() == ()


def test_whoever_is_forgotten_leaves_a_log_that_still_holds(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    league_desk.write(league_desk.people[1], "vacation 2026-12-20 to 2026-12-30")
    league_desk.end_games()
    league_desk.reply(league_desk.people[1], "forget me", to="ended")
    league_desk.reply(league_desk.people[1], "yes", to="confirm")
    assert league_desk.check() == ()
