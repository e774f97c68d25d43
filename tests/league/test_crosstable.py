from pbem.league.points import SCALES
from pbem.league.standings import Cell, crosstable, points_over_time
from tests.support.league_games import game


def test_the_crosstable_counts_who_finished_ahead_of_whom() -> None:
    table = crosstable((1, 2, 3), [game(1, 1, 2, 3), game(2, 2, 1, 3, level=2), game(3, 3, 2, 1)])
    assert table[1] == {2: Cell(ahead=1, level=1, behind=1), 3: Cell(ahead=2, behind=1)}
    assert table[3] == {1: Cell(ahead=1, behind=2), 2: Cell(ahead=1, behind=2)}


def test_a_game_that_one_left_is_not_held_against_the_other() -> None:
    table = crosstable((1, 2, 3), [game(1, 1, 2, 3, substitute=(9, None, None))])
    assert table[1] == {2: Cell(), 3: Cell()}
    assert table[2] == {1: Cell(), 3: Cell(ahead=1)}


def test_points_grow_in_the_order_in_which_games_end() -> None:
    late, early = game(1, 1, 2, 3, 4, day=9), game(2, 4, 1, 9, 3, day=5)
    first, second = points_over_time((1, 2, 3, 4), [late, early], SCALES[4])
    assert (first.at, second.at) == (early.finished, late.finished)
    assert first.points == {1: 6, 2: 0, 3: 1, 4: 10}
    assert second.points == {1: 16, 2: 6, 3: 4, 4: 11}
