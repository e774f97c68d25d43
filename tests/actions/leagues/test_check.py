"""Tables from the records alone: they are the same as those that were shown, or it is said what differs."""

from dataclasses import replace

from pbem.actions.leagues.check import Recomputed, recompute_season
from pbem.model import LeagueRules, Terms
from tests.support.league_desk import LeagueDesk

LONG = LeagueRules(terms=Terms(free_hours=336, bank_hours=3000))


def recomputed(league_desk: LeagueDesk) -> Recomputed:
    with league_desk.store.work() as work:
        return recompute_season(work, work.seasons(1)[0])


def test_a_season_with_drop_outs_and_substitutes_recomputes(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    league_desk.new_player("Hanna")
    league_desk.write(league_desk.people[0], "withdraw")
    league_desk.direct("league substitute Nordic Björn with Hanna")
    league_desk.reply(league_desk.people[2], "resign", to="started")
    league_desk.end_games()
    league_desk.let_pass(hours=73)
    league_desk.direct("league sign-off")
    found = recomputed(league_desk)
    assert found.problems == ()
    assert [len(rows) for rows in found.tables.values()] == [7]


def test_a_result_that_was_changed_by_hand_is_noticed(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    league_desk.end_games()
    with league_desk.store.work() as work:
        fixture = work.fixtures(1)[0]
        assert fixture.result
        ranking = fixture.result["ranking"]
        work.save_fixture(replace(fixture, result={**fixture.result, "ranking": ranking[::-1]}))
    assert recomputed(league_desk).problems == ("the table of division 1 differs",)


def test_a_log_that_was_changed_by_hand_is_noticed(league_desk: LeagueDesk) -> None:
    league_desk.under_way(LONG)
    with league_desk.store.work() as work:
        work.write_log(1, '{"entry":{"event":"finished"},"hash":"0"}')
        lines = len(work.season_log(1))
    assert f"the log is broken at line {lines}" in recomputed(league_desk).problems
