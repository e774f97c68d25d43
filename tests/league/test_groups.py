"""Groups that are equally strong, and who goes on from them."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from pbem.league.groups import Best, group_sizes, grouped, seeded
from pbem.league.standings import TableRow
from tests.support.league_games import SECRET


def row(member: int, points: int, games: int = 4) -> TableRow:
    return TableRow(member, games=games, points=Fraction(points), lot="ff")


@given(st.integers(4, 64), st.integers(1, 8))
def test_groups_differ_by_one_at_most_and_nobody_is_lost(count: int, groups: int) -> None:
    sizes = group_sizes(count, groups, 7, range(4, 17))
    made = grouped(range(count), sizes, ())
    assert sorted(member for group in made for member in group) == list(range(count))
    assert max(map(len, made)) - min(map(len, made)) <= 1
    assert [min(group) for group in made] == list(range(len(made)))


@given(st.integers(6, 40))
def test_those_who_must_not_meet_are_in_different_groups(count: int) -> None:
    made = grouped(range(count), group_sizes(count, 2, 0, range(3, 21)), [(0, 3), (1, 2)])
    assert not any({0, 3} <= set(group) or {1, 2} <= set(group) for group in made)


def test_seeds_are_set_by_hand_then_by_rating_or_by_lot() -> None:
    ratings = {1: 5.0, 2: 9.0, 3: 7.0}
    assert seeded((1, 2, 3), ratings, (1,), SECRET, by_lot=False) == (1, 2, 3)
    assert seeded((1, 2, 3), ratings, (), SECRET, by_lot=False) == (2, 3, 1)
    assert seeded((1, 2, 3), {}, (), SECRET, by_lot=True) == seeded((3, 2, 1), ratings, (), SECRET, by_lot=True)


def test_the_best_of_each_group_go_on_and_then_the_best_of_the_seconds() -> None:
    tables = [[row(1, 30), row(2, 20), row(3, 5)], [row(4, 32), row(5, 24), row(6, 6)], [row(7, 28), row(8, 10)]]
    assert Best(1).chosen(tables) == (4, 1, 7)
    assert Best(1, least=4).chosen(tables) == (4, 1, 7, 5)
    assert Best(1, least=8).chosen(tables) == (4, 1, 7, 5, 2, 8, 6, 3)
    assert Best(2).chosen(tables) == (4, 1, 7, 5, 2, 8)


def test_groups_of_different_size_are_compared_by_points_a_game() -> None:
    tables = [[row(1, 30), row(2, 20, games=4)], [row(4, 32), row(5, 18, games=3)]]
    assert Best(1, least=3).chosen(tables) == (4, 1, 5)


def test_whoever_is_gone_gives_way() -> None:
    assert Best(1).chosen([[row(1, 30), row(2, 20)], [row(3, 10)]], gone=(1,)) == (2, 3)
