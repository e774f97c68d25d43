"""Teams: boards that never meet their own, and a table that adds them up."""

from collections import Counter
from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from pbem.league.fixtures import sizes
from pbem.league.standings import TableRow
from pbem.league.teams import Team, board_games, team_table
from tests.support.league_games import SECRET


def teams_of(count: int, boards: int = 2) -> list[Team]:
    return [
        Team(number, f"Team {number}", number * 10, tuple(number * 10 + board for board in range(boards)))
        for number in range(1, count + 1)
    ]


@given(st.integers(2, 4).flatmap(lambda seats: st.tuples(st.sampled_from(sizes(seats)), st.just(seats))))
def test_team_mates_never_meet_and_every_board_plays_as_often(case: tuple[int, int]) -> None:
    count, seats = case
    teams = teams_of(count)
    for board in range(2):
        games = board_games(teams, board, seats, SECRET)
        members = Counter(member for game in games for member in game)
        assert set(members) == {team.at(board) for team in teams}
        assert len(set(members.values())) == 1
        assert all(one // 10 != other // 10 for game in games for one, other in combinations(game, 2))


def test_a_teams_points_are_those_of_its_boards() -> None:
    boards = [
        {10: TableRow(10, points=Fraction(9)), 20: TableRow(20, points=Fraction(3))},
        {11: TableRow(11, points=Fraction(1)), 21: TableRow(21, points=Fraction(8))},
    ]
    rows = team_table(teams_of(2), boards, SECRET)
    assert [(row.team, row.place, int(row.points), len(row.boards)) for row in rows] == [(2, 1, 11, 2), (1, 2, 10, 2)]


def test_level_teams_are_told_apart_by_wins_then_by_the_first_board() -> None:
    boards = [
        {10: TableRow(10, points=Fraction(4)), 20: TableRow(20, points=Fraction(5))},
        {11: TableRow(11, points=Fraction(6)), 21: TableRow(21, points=Fraction(5))},
    ]
    assert [row.team for row in team_table(teams_of(2), boards, SECRET)] == [2, 1]
    boards[0][10] = TableRow(10, points=Fraction(4), wins=Fraction(1))
    assert [row.team for row in team_table(teams_of(2), boards, SECRET)] == [1, 2]
