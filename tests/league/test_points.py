from fractions import Fraction

import pytest

from pbem.league.points import SCALES, Scale, game_points, parse_scale, shown
from tests.support.league_games import START, game


@pytest.mark.parametrize(
    ("members", "points"), [((1, 2, 3, 4), (10, 6, 3, 1)), ((1, 2, 3), (8, 4, 1)), ((1, 2), (3, 0))]
)
def test_every_place_is_worth_its_points(members: tuple[int, ...], points: tuple[int, ...]) -> None:
    assert game_points(game(1, *members), SCALES[len(members)]) == dict(zip(members, points, strict=True))


@pytest.mark.parametrize(("level", "each"), [(2, "8"), (3, "6⅓"), (4, "5")])
def test_those_who_share_places_share_their_points(level: int, each: str) -> None:
    points = game_points(game(1, 1, 2, 3, 4, level=level), SCALES[4])
    assert {shown(points[member]) for member in range(1, level + 1)} == {each}
    assert sum(points.values()) == 20


def test_a_drawn_game_of_two_gives_one_point_each() -> None:
    assert game_points(game(1, 1, 2, level=2), SCALES[2]) == {1: 1, 2: 1}


def test_bots_rank_last_for_points_whatever_they_did_at_the_table() -> None:
    result = game(1, 1, 2, 3, 4, bot=("greedy", None, None, None))
    assert game_points(result, SCALES[4]) == {1: 0, 2: 10, 3: 6, 4: 3}


def test_two_bots_leave_the_first_two_places_to_the_people() -> None:
    result = game(1, 1, 2, 3, 4, level=2, bot=("greedy", None, None, "greedy"))
    assert game_points(result, SCALES[4]) == {2: 10, 3: 6, 1: 0, 4: 0}


def test_a_substitute_holds_a_place_whose_points_are_nobodys() -> None:
    result = game(1, 1, 2, 3, 4, substitute=(9, None, None, None))
    assert game_points(result, SCALES[4]) == {1: 0, 2: 6, 3: 3, 4: 1}


def test_whoever_leaves_scores_nothing_even_where_nobody_came_in_their_stead() -> None:
    assert game_points(game(1, 1, 2, 3, 4, gone=(None, None, None, START)), SCALES[4])[4] == 0


def test_whoever_resigns_a_game_but_stays_in_the_league_has_the_last_place() -> None:
    assert game_points(game(1, 1, 2, 3, 4, resigned=(False, False, False, True)), SCALES[4])[4] == 1


def test_scales_can_be_written_down() -> None:
    assert parse_scale("10-6-3-1", 4) == SCALES[4]
    assert parse_scale("8-4-1", 3) == SCALES[3]
    assert parse_scale("3-1-0", 2) == SCALES[2]
    assert parse_scale("1-0", 2) == Scale((1, 0))


@pytest.mark.parametrize(("text", "seats"), [("10-6-3", 4), ("1-2-3", 3), ("a-b", 2), ("", 2)])
def test_a_scale_that_makes_no_sense_is_refused(text: str, seats: int) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse_scale(text, seats)


@pytest.mark.parametrize(
    ("points", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(9, 2), "4½"),
        (Fraction(1, 2), "½"),
        (Fraction(13, 3), "4⅓"),
        (Fraction(1, 7), "0.14"),
        (Fraction(-2), "-2"),
        (Fraction(-3, 2), "-1½"),
    ],
)
def test_points_are_shown_as_people_write_them(points: Fraction, text: str) -> None:
    assert shown(points) == text
