"""A game is over: its ratings change and, if it is one of a league, its result is written down."""

from dataclasses import replace

from pbem.league.rating import Pool
from pbem.model import Fixture, Game
from pbem.service.leagues.log import note
from pbem.service.leagues.ratings import rate
from pbem.service.leagues.results import dump_result, result_of
from pbem.work import Work


def game_over(work: Work, game: Game) -> None:
    """The season is looked at next: the game may have been the last, or made room for another."""
    result = result_of(game, work.now)
    fixture = work.fixture_of(game.id)
    if fixture:
        _write_down(work, replace(fixture, result=dump_result(result)))
    rate(work, result, Pool.LEAGUE if fixture else Pool.CASUAL)


def _write_down(work: Work, fixture: Fixture) -> None:
    season = work.season(fixture.season_id)
    assert season
    work.save_fixture(fixture)
    note(work, season, "finished", fixture=fixture.number, result=fixture.result)
    work.save_season(replace(season, due_at=work.now))
