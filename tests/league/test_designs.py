"""Every design is counted anew here, without the code that states its imbalance."""

from itertools import combinations, permutations

import pytest

from benchmarks.league_search import BLOCKS, SIZES
from pbem.league.fixtures import Imbalance, fixtures, least_imbalance, sizes

ALL = [(players, seats) for seats in (2, 3, 4) for players in sizes(seats)]


def seats_of(player: int, games: tuple[tuple[int, ...], ...]) -> list[int]:
    return sorted(game.index(player) for game in games if player in game)


def times_ahead(one: int, other: int, games: tuple[tuple[int, ...], ...]) -> int:
    return sum({one, other} <= set(game) and game.index(one) < game.index(other) for game in games)


def test_seven_at_tables_of_four_play_seven_games_once_in_each_seat_and_meet_everyone_twice() -> None:
    games = fixtures(7, 4).games
    assert games[0] == (3, 0, 5, 6)
    assert games[1] == (4, 1, 6, 0)
    assert len(games) == 7
    assert all(seats_of(player, games) == [0, 1, 2, 3] for player in range(7))
    assert all(times_ahead(one, other, games) == 1 for one, other in permutations(range(7), 2))


def test_seven_at_tables_of_three_play_six_games_twice_in_each_seat_and_meet_everyone_twice() -> None:
    games = fixtures(7, 3).games
    assert (games[0], games[7]) == ((0, 1, 3), (3, 1, 0))
    assert len(games) == 14
    assert all(seats_of(player, games) == [0, 0, 1, 1, 2, 2] for player in range(7))
    assert all(times_ahead(one, other, games) == 1 for one, other in permutations(range(7), 2))


def test_six_at_tables_of_two_play_a_double_round_robin() -> None:
    games = fixtures(6, 2).games
    assert sorted(games) == sorted(permutations(range(6), 2))
    assert all(seats_of(player, games) == [0] * 5 + [1] * 5 for player in range(6))


def test_thirteen_of_an_open_event_meet_everyone_once() -> None:
    games = fixtures(13, 4).games
    assert games[0] == (0, 1, 3, 9)
    assert all(seats_of(player, games) == [0, 1, 2, 3] for player in range(13))
    for one, other in combinations(range(13), 2):
        assert times_ahead(one, other, games) + times_ahead(other, one, games) == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_there_are_fixtures_for_every_sensible_size(seats: int) -> None:
    assert sizes(seats) == tuple(SIZES[seats])


@pytest.mark.parametrize(("players", "seats"), ALL)
def test_nobody_plays_twice_at_the_same_table(players: int, seats: int) -> None:
    for game in fixtures(players, seats).games:
        assert len(set(game)) == seats
        assert set(game) <= set(range(players))


@pytest.mark.parametrize(("players", "seats"), ALL)
def test_the_stated_imbalance_is_what_a_count_gives(players: int, seats: int) -> None:
    design = fixtures(players, seats)
    everyone = range(players)
    played = [len(seats_of(player, design.games)) for player in everyone]
    sat = [seats_of(player, design.games).count(seat) for player in everyone for seat in range(seats)]
    ahead = {pair: times_ahead(*pair, design.games) for pair in permutations(everyone, 2)}
    met = [ahead[one, other] + ahead[other, one] for one, other in combinations(everyone, 2)]
    order = max(abs(ahead[one, other] - ahead[other, one]) for one, other in combinations(everyone, 2))
    assert design.imbalance == Imbalance(max(played) - min(played), max(met) - min(met), max(sat) - min(sat), order)


@pytest.mark.parametrize(("players", "seats"), ALL)
def test_no_fixtures_could_be_more_balanced(players: int, seats: int) -> None:
    design = fixtures(players, seats)
    games_each = len(design.games) * seats // players
    assert games_each == (seats * BLOCKS[seats] if seats > 2 else 2 * (players - 1))
    assert design.imbalance == least_imbalance(players, seats, games_each)


@pytest.mark.parametrize(("players", "seats"), [(3, 4), (17, 4), (5, 5), (1, 2)])
def test_a_size_without_fixtures_is_refused(players: int, seats: int) -> None:
    with pytest.raises(ValueError, match=f"no fixtures for {players} players"):
        fixtures(players, seats)
