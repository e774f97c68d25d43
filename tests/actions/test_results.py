"""Ratings: every game that ends changes them, league and casual apart."""

from pbem.actions.results import load_result, rating_of
from pbem.league.rating import Pool, history
from tests.support.league_desk import LeagueDesk


def test_a_casual_game_changes_casual_ratings_only(league_desk: LeagueDesk) -> None:
    anna, bjorn = league_desk.people[:2]
    for person in league_desk.people[2:]:
        del league_desk.crowd.people[person.address]
    league_desk.new_game()
    league_desk.reply(anna, "take white blue green")
    league_desk.reply(bjorn, "take green red black")
    league_desk.reply(anna, "resign")
    with league_desk.store.work() as work:
        winner, loser = (rating_of(work, Pool.CASUAL, desk_number) for desk_number in (2, 1))
        assert winner
        assert loser
        assert winner.safe > loser.safe
        assert rating_of(work, Pool.LEAGUE, 1) is None
    assert bjorn.kinds()[-1] == "ended"


def test_a_bot_that_played_from_the_start_is_rated_apart(league_desk: LeagueDesk) -> None:
    for person in league_desk.people[1:]:
        del league_desk.crowd.people[person.address]
    league_desk.new_game("greedy")
    league_desk.reply(league_desk.people[0], "take white blue green")
    league_desk.reply(league_desk.people[0], "resign")
    with league_desk.store.work() as work:
        assert rating_of(work, Pool.BOTS, "greedy")
        assert rating_of(work, Pool.CASUAL, 1) is None


def test_the_kept_ratings_are_those_that_follow_from_all_results(league_desk: LeagueDesk) -> None:
    league_desk.under_way()
    league_desk.end_games()
    results = [load_result(each.result) for each in league_desk.fixtures() if each.result]
    ratings, changes = history((Pool.LEAGUE, result) for result in sorted(results, key=lambda each: each.game))
    with league_desk.store.work() as work:
        for number in range(1, 8):
            assert rating_of(work, Pool.LEAGUE, number) == ratings.of(Pool.LEAGUE, number)
            assert len(work.rating_history(str(number))) == 4
    assert len(changes) == 28
