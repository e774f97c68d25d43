"""The naive table: the worked example of docs/leagues.md, and what bots, substitutes and draws are worth."""

from fractions import Fraction

from pbem.worlds.simulation.checks.naive_table import Chair, Played, table

SECRET = b"a secret"
ANNA, BJORN, CHAIM, DAGNY, EWA, FINN, GISLI = range(1, 8)
EXAMPLE = (
    ((DAGNY, 8), (ANNA, 16), (FINN, 13), (GISLI, 6)),
    ((EWA, 3), (BJORN, 10), (GISLI, 12), (ANNA, 15)),
    ((FINN, 9), (CHAIM, 6), (ANNA, 15), (BJORN, 13)),
    ((GISLI, 3), (DAGNY, 8), (BJORN, 12), (CHAIM, 16)),
    ((ANNA, 15), (EWA, 5), (CHAIM, 12), (DAGNY, 9)),
    ((BJORN, 9), (FINN, 12), (DAGNY, 5), (EWA, 16)),
    ((CHAIM, 14), (GISLI, 16), (EWA, 6), (FINN, 8)),
)


def chair(member: int, score: int, seconds: int = 0, *, bot: bool = False, left: bool = False) -> Chair:
    return Chair(member, score, seconds, bot, left)


def by_score(*chairs: Chair) -> Played:
    scores = sorted({each.score for each in chairs}, reverse=True)
    order = [[seat for seat, each in enumerate(chairs) if each.score == score] for score in scores]
    return Played(chairs, order)


def test_the_worked_example_comes_out_as_it_is_written() -> None:
    games = [by_score(*(chair(*each) for each in game)) for game in EXAMPLE]
    expected = [(ANNA, 40), (CHAIM, 23), (GISLI, 18), (BJORN, 18), (FINN, 18), (EWA, 13), (DAGNY, 10)]
    assert [(member, int(points)) for member, points in table(range(1, 8), games, SECRET)] == expected


def test_those_who_share_places_share_their_points() -> None:
    game = by_score(chair(1, 15), chair(2, 15), chair(3, 9), chair(4, 8))
    assert dict(table((1, 2, 3, 4), [game], SECRET)) == {1: 8, 2: 8, 3: 3, 4: 1}


def test_a_draw_of_two_is_worth_one_each_and_no_win() -> None:
    drawn, won = by_score(chair(1, 15, 90), chair(2, 15, 80)), by_score(chair(3, 15), chair(4, 3))
    rows = table((1, 2, 3, 4), [drawn, won], SECRET)
    assert [(member, int(points)) for member, points in rows] == [(3, 3), (2, 1), (1, 1), (4, 0)]


def test_a_bot_is_behind_all_people_and_whoever_left_has_nothing() -> None:
    game = by_score(chair(1, 9), chair(2, 15, bot=True, left=True), chair(3, 12, left=True), chair(4, 3))
    assert dict(table((1, 2, 3, 4), [game], SECRET)) == {1: 6, 2: 0, 3: 0, 4: 3}


def test_the_points_against_each_other_decide_where_all_else_is_level() -> None:
    games = [
        by_score(chair(1, 15), chair(2, 3)),
        by_score(chair(2, 15), chair(3, 3)),
        by_score(chair(1, 3), chair(4, 15)),
        by_score(chair(3, 3), chair(4, 15)),
    ]
    assert [member for member, _ in table((2, 1, 3, 4), games, SECRET)] == [4, 1, 2, 3]
    assert dict(table((2, 1, 3, 4), games, SECRET))[1] == Fraction(3)
