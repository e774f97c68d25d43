"""Several processes on one PostgreSQL: a season and a rating are changed by one at a time."""

from dataclasses import replace

import pytest

from pbem.errors import Conflict
from pbem.model import LeagueRules, Member, Player, RatingChange, Season
from pbem.store.store import SqlStore
from pbem.work import Work
from tests.support.processes import Submit, waits
from tests.support.stores import POSTGRESQL_ONLY, START, add_game

pytestmark = POSTGRESQL_ONLY


def announce(work: Work) -> Season:
    league = work.add_league("Club", LeagueRules())
    return work.add_season(Season(0, league.id, 1, LeagueRules(), START, b"secret", "entries", due_at=START))


def test_nobody_enters_a_season_while_it_is_drawn(store: SqlStore, known_anna: Player, another: Submit) -> None:
    def look() -> str:
        with store.work() as work:
            found = work.season(season.id)
            assert found
            return found.phase

    with store.work() as work:
        season = announce(work)
    with store.work() as work:
        (due,) = work.due_seasons(1)
        work.save_season(replace(due, phase="regular"))
        entering = another(look)
        assert waits(entering)
    assert entering.result() == "regular"


def test_whoever_draws_a_season_sees_everyone_who_has_entered(store: SqlStore, known_anna: Player) -> None:
    with store.work() as work:
        season = announce(work)
    with store.work() as drawing:
        assert drawing.leagues()
        with store.work() as entering:
            assert entering.season(season.id)
            entering.add_member(Member(season.id, known_anna.id, START))
        drawing.season(season.id)
        assert [member.player_id for member in drawing.members(season.id)] == [known_anna.id]


def test_a_season_that_was_only_looked_at_is_not_overwritten(store: SqlStore) -> None:
    with store.work() as work:
        season = announce(work)
    with store.work() as one:
        (seen,) = one.seasons(season.league_id)
        with store.work() as another:
            another.save_season(replace(season, phase="check-in"))
        with pytest.raises(Conflict):
            one.save_season(replace(seen, due_at=None))


def test_a_rating_that_two_games_change_is_changed_by_one_after_the_other(store: SqlStore) -> None:
    with store.work() as work:
        game = add_game(work, "anna", "jon")
    change = RatingChange("casual", "1", game.id, START, 25.0, 8.0, 26.0, 7.5)
    with store.work() as one:
        assert one.rating("casual", "1") is None
        with store.work() as another:
            assert another.rating("casual", "1") is None
            another.add_rating_change(change)
        with pytest.raises(Conflict):
            one.add_rating_change(replace(change, mu=24.0))
