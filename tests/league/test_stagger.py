from collections import Counter
from itertools import chain

import pytest

from pbem.league.fixtures import fixtures, to_start

GAMES = fixtures(7, 4).games


@pytest.mark.parametrize("at_most", [1, 2, 3])
def test_nobody_has_more_games_than_agreed_whichever_ends_first(at_most: int) -> None:
    started, finished = list[int](), list[int]()
    while len(finished) < len(GAMES):
        started += to_start(GAMES, started, finished, at_most)
        running = [number for number in started if number not in finished]
        assert max(Counter(chain.from_iterable(GAMES[number] for number in running)).values()) <= at_most
        finished.append(running[-1])
    assert sorted(started) == list(range(7))


def test_all_games_start_at_once_where_everyone_may_have_them_all() -> None:
    assert to_start(GAMES, (), (), at_most=4) == tuple(range(7))


def test_a_game_waits_until_all_its_players_are_free() -> None:
    games = ((0, 1), (0, 2), (2, 3))
    assert to_start(games, (), (), at_most=1) == (0, 2)
    assert to_start(games, (0, 2), (0,), at_most=1) == ()
    assert to_start(games, (0, 2), (0, 2), at_most=1) == (1,)
