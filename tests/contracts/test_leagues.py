"""What a unit of work promises to leagues, on SQLite and on PostgreSQL."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy.exc import IntegrityError

from pbem.actions.results import entries
from pbem.model import Fixture, LeagueRules, Member, Protest, RatingChange, Season, Terms
from pbem.model.log_chain import broken_at, head_of
from pbem.notices import NAMING
from pbem.store.store import SqlStore
from pbem.work import Work
from tests.support.stores import START, Watch, add_game

RULES = LeagueRules(seats=3, widths=(1, 1, 2), scale="8-4-1", terms=Terms(free_hours=12.5, private_talk=False))


def add_season(work: Work) -> Season:
    league = work.add_league("Nordic Ægir", RULES)
    return work.add_season(Season(0, league.id, 1, RULES, START, b"secret", "entries", due_at=START))


def test_a_league_is_kept_with_its_rules(store: SqlStore) -> None:
    with store.work() as work:
        league = work.add_league("Nordic Ægir", RULES)
    with store.work() as work:
        assert work.leagues() == [league]
        changed = replace(league, rules=LeagueRules())
        work.save_league(changed)
        assert work.league(league.id) == changed


def test_no_two_leagues_have_the_same_name(store: SqlStore) -> None:
    with store.work() as work:
        work.add_league("Nordic", RULES)
        with pytest.raises(IntegrityError), work.attempt():
            work.add_league("Nordic", RULES)


def test_a_season_is_kept_with_all_that_is_known_of_it(store: SqlStore) -> None:
    with store.work() as work:
        season = add_season(work)
        changed = replace(
            season,
            phase="running",
            decided_at=START,
            signed_off_at=START,
            weekly_at=START,
            due_at=None,
            absent={7: (1, 2), 12: (0, 1)},
        )
        work.save_season(changed)
    with store.work() as work:
        assert work.season(season.id) == changed
        assert work.seasons(season.league_id) == [changed]
        assert work.season(99) is None


def test_a_season_is_due_when_its_time_has_come(store: SqlStore, watch: Watch) -> None:
    with store.work() as work:
        season = add_season(work)
        work.save_season(replace(season, due_at=START + timedelta(hours=1)))
        assert work.due_seasons(10) == []
    watch.forward(hours=1)
    with store.work() as work:
        assert [each.id for each in work.due_seasons(10)] == [season.id]
        work.save_season(replace(season, due_at=None))
        assert work.due_seasons(10) == []


def test_members_come_change_and_go(store: SqlStore) -> None:
    with store.work() as work:
        season = add_season(work)
        anna, bo = (work.add_player(name, f"{name}@players.example", "en", "UTC") for name in ("anna", "bo"))
        first = Member(season.id, bo.id, START)
        second = Member(season.id, anna.id, START + timedelta(hours=1), awaited=True)
        for member in (second, first):
            work.add_member(member)
        assert work.members(season.id) == [first, second]
        changed = replace(first, level=1, division=0, place=3, left_at=START, substitute_id=anna.id)
        work.save_member(changed)
        work.remove_member(second)
    with store.work() as work:
        assert work.members(season.id) == [changed]


def test_who_wants_to_hear_of_leagues_is_known_once(store: SqlStore) -> None:
    with store.work() as work:
        anna = work.add_player("Anna", "anna@players.example", "en", "UTC")
        work.read_of_leagues(anna.id, True)
        work.read_of_leagues(anna.id, True)
        assert work.league_readers() == [anna.id]
        work.read_of_leagues(anna.id, False)
        assert work.league_readers() == []


def test_a_fixture_is_found_by_its_game_and_keeps_its_result(store: SqlStore) -> None:
    with store.work() as work:
        season = add_season(work)
        game = add_game(work, "anna", "bo")
        work.add_fixtures([Fixture(0, season.id, 1, 0, number, (2, 1)) for number in (1, 2)])
        first, second = work.fixtures(season.id)
        assert (first.members, first.game_id, first.result) == ((2, 1), None, None)
        played = replace(second, game_id=game.id, result={"ranking": [[0], [1]], "who": "Þóra"})
        work.save_fixture(played)
    with store.work() as work:
        assert work.fixture_of(game.id) == played
        assert work.fixture_of(99) is None


def test_a_game_may_get_other_terms(store: SqlStore, watch: Watch) -> None:
    with store.work() as work:
        game = add_game(work, "anna", "bo")
        hurried = replace(game, terms=Terms(free_hours=1))
        work.save_terms(hurried)
    with store.work() as work:
        assert work.game(game.id) == hurried
        assert work.changed_at(game.id) == watch.now


def test_a_log_is_read_in_the_order_in_which_it_was_written(store: SqlStore) -> None:
    with store.work() as work:
        season = add_season(work)
        for event in ("one", "two", "þrír"):
            work.write_log(season.id, event, {})
    with store.work() as work:
        lines = work.league_log(season.league_id)
        assert [each["event"] for each in entries(lines)] == ["one", "two", "þrír"]
        assert broken_at(lines) is None
        assert work.log_head(season.league_id) == (3, head_of(lines[-1]))


def test_protests_are_kept_until_their_author_is_forgotten(store: SqlStore) -> None:
    with store.work() as work:
        season = add_season(work)
        anna = work.add_player("Anna", "anna@players.example", "en", "UTC")
        work.add_protest(Protest(0, season.id, anna.id, START, "Not so!"))
        work.read_of_leagues(anna.id, True)
        work.add_member(Member(season.id, anna.id, START))
        assert [(each.player_id, each.text) for each in work.protests(season.id)] == [(anna.id, "Not so!")]
        assert [each["text"] for each in work.data_of(anna)["protests"]] == ["Not so!"]
        work.forget_player(anna, "Player 1", NAMING)
        assert [each.text for each in work.protests(season.id)] == [""]
        assert work.league_readers() == []
        assert [each.player_id for each in work.members(season.id)] == [anna.id]


def test_the_last_change_is_the_rating_that_somebody_has(store: SqlStore) -> None:
    with store.work() as work:
        game = add_game(work, "anna", "bo")
        first = RatingChange("casual", "1", game.id, START, 25.0, 8.333, 27.5, 8.1)
        lapse = RatingChange("casual", "1", game.id, START, 27.5, 8.1, 26.0, 8.0, lapsed_at=START)
        other = RatingChange("bots", "greedy", game.id, START, 25.0, 8.333, 20.0, 8.0)
        for change in (first, lapse, other):
            work.add_rating_change(change)
    with store.work() as work:
        assert work.rating("casual", "1") == lapse
        assert work.rating("league", "1") is None
        assert work.rating_history("1") == [first, lapse]
        assert work.last_lapse(1) == START
        assert work.last_lapse(2) is None
