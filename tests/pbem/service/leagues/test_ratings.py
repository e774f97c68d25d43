"""Ratings: every game that ends changes them, league and casual apart."""

from pbem.actions.results import load_result, rating_of
from pbem.league.rating import Pool, history
from tests.pbem.service.leagues.desk import LeagueDesk


def test_a_casual_game_changes_casual_ratings_only(desk: LeagueDesk) -> None:
    anna, bjorn = desk.people[:2]
    for person in desk.people[2:]:
        del desk.crowd.people[person.address]
    desk.new_game()
    desk.reply(anna, "resign")
    with desk.store.work() as work:
        winner, loser = (rating_of(work, Pool.CASUAL, desk_number) for desk_number in (2, 1))
        assert winner
        assert loser
        assert winner.safe > loser.safe
        assert rating_of(work, Pool.LEAGUE, 1) is None
    assert bjorn.kinds()[-1] == "ended"


def test_a_bot_that_played_from_the_start_is_rated_apart(desk: LeagueDesk) -> None:
    for person in desk.people[1:]:
        del desk.crowd.people[person.address]
    desk.new_game("greedy")
    desk.reply(desk.people[0], "resign")
    with desk.store.work() as work:
        assert rating_of(work, Pool.BOTS, "greedy")
        assert rating_of(work, Pool.CASUAL, 1) is None


def test_the_kept_ratings_are_those_that_follow_from_all_results(desk: LeagueDesk) -> None:
    desk.under_way()
    desk.end_games()
    results = [load_result(each.result) for each in desk.fixtures() if each.result]
    ratings, changes = history((Pool.LEAGUE, result) for result in sorted(results, key=lambda each: each.game))
    with desk.store.work() as work:
        for number in range(1, 8):
            assert rating_of(work, Pool.LEAGUE, number) == ratings.of(Pool.LEAGUE, number)
            assert len(work.rating_history(str(number))) == 4
    assert len(changes) == 28
