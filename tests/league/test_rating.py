from datetime import timedelta
from itertools import count, pairwise
from math import exp, sqrt

import pytest

from engine.bots import LEVELS
from pbem.league.points import Result
from pbem.league.rating import Change, Pool, Rating, Ratings, first_rating, history, key_of, update
from tests.support.league_games import START, game


def after(*results: Result, pool: Pool = Pool.LEAGUE) -> Ratings:
    return history((pool, result) for result in results)[0]


def test_ratings_are_shown_around_1500_and_never_below_100() -> None:
    assert str(Rating()) == "1500"
    assert str(Rating(30.0, 2.0)) == "2460"
    assert str(Rating(20.0, 8.0)) == "1340"
    assert str(Rating(-10.0, 25 / 3)) == "100"


def test_a_win_against_an_equal_is_worth_what_weng_and_lin_say() -> None:
    """Both at 25 with a variance of 69.45 (tau added): half of it, over the root of twice 69.45 + 17.36."""
    ratings = after(game(1, 1, 2))
    assert ratings.of(Pool.LEAGUE, 1).mu == pytest.approx(25 + 2.6354, abs=0.001)
    assert ratings.of(Pool.LEAGUE, 2).mu == pytest.approx(25 - 2.6354, abs=0.001)


def test_places_order_the_ratings_of_four() -> None:
    ratings = after(game(1, 3, 1, 4, 2))
    assert [ratings.of(Pool.LEAGUE, who).safe for who in (3, 1, 4, 2)] == sorted(
        (ratings.of(Pool.LEAGUE, who).safe for who in (1, 2, 3, 4)), reverse=True
    )


def test_those_who_share_a_place_fare_alike() -> None:
    ratings = after(game(1, 1, 2, 3, level=2))
    assert ratings.of(Pool.LEAGUE, 1) == ratings.of(Pool.LEAGUE, 2)
    assert ratings.of(Pool.LEAGUE, 1).mu > 25 > ratings.of(Pool.LEAGUE, 3).mu


def test_the_stronger_of_two_rises_with_every_win() -> None:
    numbers = count(1)
    changes = history((Pool.CASUAL, game(next(numbers), 1, 2)) for _ in range(20))[1]
    shown = [change.after.safe for change in changes if change.who == 1]
    assert shown == sorted(shown)
    assert shown[-1] > 15


def test_league_and_casual_games_are_rated_apart() -> None:
    ratings = after(game(1, 1, 2))
    assert ratings.of(Pool.CASUAL, 1) == Rating()
    both, _ = update(ratings, game(2, 2, 1), Pool.CASUAL)
    assert both.of(Pool.LEAGUE, 1) == ratings.of(Pool.LEAGUE, 1)
    assert both.of(Pool.CASUAL, 2).mu > 25


def test_a_bot_at_the_table_changes_no_persons_rating() -> None:
    with_bot = after(game(1, "strong", 1, "greedy", 2), pool=Pool.CASUAL)
    without = after(game(1, 1, 2), pool=Pool.CASUAL)
    assert with_bot.of(Pool.CASUAL, 1) == without.of(Pool.CASUAL, 1)
    assert (Pool.CASUAL, "strong") not in with_bot.known


def test_bots_are_rated_in_a_pool_of_their_own_with_those_who_play_them() -> None:
    ratings = after(game(1, "strong", 1, "greedy"), pool=Pool.CASUAL)
    strong, person, greedy = (ratings.of(Pool.BOTS, who).mu for who in ("strong", 1, "greedy"))
    assert strong > person > greedy
    assert (Pool.CASUAL, 1) not in ratings.known


def test_a_bot_begins_as_strong_as_its_level_and_a_neighbour_loses_to_it_as_often_as_it_was_measured() -> None:
    ratings = [first_rating(str(level)).mu for level in LEVELS]
    chances = [_won(upper, lower) for lower, upper in pairwise(ratings)]
    assert all(0.61 < each < 0.65 for each in chances)
    assert first_rating("steady") == first_rating("7")
    assert first_rating(1) == Rating()


def _won(mine: float, other: float) -> float:
    """By Bradley and Terry, as the model has it between two of whom nobody doubts how strong they are."""
    beta = 25 / 6
    return 1 / (1 + exp((other - mine) / sqrt(2 * (beta**2 + 1.5**2))))


def test_a_bot_whose_name_is_a_number_is_not_the_player_with_that_number() -> None:
    assert key_of("3") != key_of(3)
    assert key_of("greedy") == "greedy"


def test_a_bot_that_takes_over_a_seat_is_not_rated_for_it() -> None:
    ratings = after(game(1, 1, 2, 3, bot=("greedy", None, None)))
    assert {who for _, who in ratings.known} == {1, 2, 3}


def test_a_bot_with_two_seats_gets_the_mean_of_both() -> None:
    ratings = after(game(1, "greedy", 1, "greedy"), pool=Pool.CASUAL)
    assert ratings.of(Pool.BOTS, "greedy").mu == pytest.approx(25, abs=0.5)
    won_and_lost = after(game(1, "greedy", 1, "4"), pool=Pool.CASUAL)
    assert ratings.of(Pool.BOTS, "greedy").mu == pytest.approx(
        (won_and_lost.of(Pool.BOTS, "greedy").mu + won_and_lost.of(Pool.BOTS, "4").mu) / 2
    )


def test_leaving_a_game_with_bots_alone_does_not_pay_for_one_with_people() -> None:
    bots, people = game(1, 1, "greedy", gone=(START, None)), game(2, 2, 1, gone=(None, START))
    assert after(bots, people).of(Pool.LEAGUE, 1) == after(people).of(Pool.LEAGUE, 1)
    assert after(people).of(Pool.LEAGUE, 1).mu < 25


def test_whoever_leaves_a_game_is_last_in_it() -> None:
    """The bot that took the seat over even won."""
    ratings = after(game(1, 1, 2, 3, bot=("greedy", None, None)))
    assert ratings.of(Pool.LEAGUE, 1).mu < ratings.of(Pool.LEAGUE, 3).mu < ratings.of(Pool.LEAGUE, 2).mu


def test_a_cluster_of_timeouts_counts_once() -> None:
    gone = [game(number, 2, 1, gone=(None, START), day=number * 10) for number in range(1, 6)]
    once, often = after(gone[0]), after(*gone)
    assert often.of(Pool.LEAGUE, 1) == once.of(Pool.LEAGUE, 1)
    assert often.of(Pool.LEAGUE, 1).mu < 25


def test_the_others_at_the_table_are_rated_as_if_that_seat_had_been_empty() -> None:
    first, second = game(1, 9, 1, gone=(None, START)), game(2, 2, 3, 1, gone=(None, None, START))
    assert after(first, second).of(Pool.LEAGUE, 2) == after(game(2, 2, 3)).of(Pool.LEAGUE, 2)


def test_a_timeout_long_after_counts_again() -> None:
    later = START + timedelta(days=60)
    games = game(1, 2, 1, gone=(None, START)), game(2, 2, 1, gone=(None, later), day=70)
    assert after(*games).of(Pool.LEAGUE, 1).mu < after(games[0]).of(Pool.LEAGUE, 1).mu


@pytest.mark.parametrize(("place", "gains"), [(0, True), (3, False)])
def test_a_substitute_can_only_gain(place: int, gains: bool) -> None:
    seasoned = after(*(game(number, 9, 50 + number) for number in range(1, 9)))
    members = (1, 2, 3, 4)
    result = game(20, *members, substitute=tuple(9 if seat == place else None for seat in range(4)))
    before, now = seasoned.of(Pool.LEAGUE, 9), update(seasoned, result, Pool.LEAGUE)[0].of(Pool.LEAGUE, 9)
    assert now.safe > before.safe if gains else now == before


def test_the_one_who_was_substituted_pays_for_it_wherever_the_seat_came_out() -> None:
    ratings = after(game(1, 1, 2, 3, substitute=(9, None, None)))
    assert ratings.of(Pool.LEAGUE, 1).mu < 25 < ratings.of(Pool.LEAGUE, 9).mu


def test_history_tells_each_change_of_a_players_rating() -> None:
    results = [game(1, 1, 2), game(2, 2, 3), game(3, 3, 1)]
    ratings, changes = history((Pool.LEAGUE, result) for result in results)
    mine = [change for change in changes if change.who == 1]
    assert [change.game for change in mine] == [1, 3]
    assert mine[0] == Change(Pool.LEAGUE, 1, 1, results[0].finished, Rating(), mine[0].after)
    assert (mine[1].before, mine[1].after) == (mine[0].after, ratings.of(Pool.LEAGUE, 1))


def test_a_game_that_only_one_person_finished_says_nothing() -> None:
    assert after(game(1, 1, "greedy")).of(Pool.LEAGUE, 1) == Rating()
