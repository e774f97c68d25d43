import pytest

from pbem.league.pyramid import Fitting, Note, Shape, plan

PYRAMID = Shape()


@pytest.mark.parametrize(
    ("players", "levels"),
    [
        (7, ((7,),)),
        (21, ((7,), (7, 7))),
        (49, ((7,), (7, 7), (7, 7, 7, 7))),
        (27, ((7,), (7, 7), (6,))),
        (32, ((7,), (7, 7), (6, 5))),
        (4, ((4,),)),
        (9, ((9,),)),
    ],
)
def test_levels_fill_from_the_top(players: int, levels: tuple[tuple[int, ...], ...]) -> None:
    assert plan(players, PYRAMID).levels == levels


def test_the_levels_may_have_other_widths() -> None:
    assert plan(28, Shape(widths=(1, 1, 2))).levels == ((7,), (7,), (7, 7))
    assert plan(28, Shape(widths=(1, 1, 2))).notes == ()


def test_beyond_the_widths_that_were_given_each_level_is_twice_as_wide() -> None:
    assert [Shape(widths=(1, 3)).width(level) for level in range(4)] == [1, 3, 6, 12]


def test_a_few_too_many_join_the_level_above() -> None:
    planned = plan(24, PYRAMID)
    assert planned.levels == ((7,), (9, 8))
    assert planned.notes == (Note(Fitting.MERGED, level=2, players=3),)


def test_where_that_would_be_too_many_the_last_two_levels_are_evened_out() -> None:
    planned = plan(11, PYRAMID)
    assert planned.levels == ((6,), (5,))
    assert planned.notes == (Note(Fitting.EVENED, level=1, players=1),)


@pytest.mark.parametrize("shape", [PYRAMID, Shape(size=6, smallest=4, largest=9), Shape(widths=(1, 1, 2))])
def test_everybody_has_a_place_in_a_division_of_a_sensible_size(shape: Shape) -> None:
    for players in range(shape.smallest, 300):
        sizes = [size for level in plan(players, shape).levels for size in level]
        assert sum(sizes) == players
        assert min(sizes) >= shape.smallest
        assert max(sizes) <= shape.largest


def test_without_players_there_are_no_levels() -> None:
    assert plan(0, PYRAMID).levels == ()
