"""Every tie-break by a table that was worked out by hand: one stands above another, and for one reason only."""

import hmac
from collections.abc import Sequence
from datetime import timedelta
from fractions import Fraction
from itertools import count

from pbem.league.points import SCALES, Result, Scale
from pbem.league.standings import Decider, Scoring, TableRow, standings
from tests.support.league_games import SECRET, START, at_place, game


def table(results: Sequence[Result], members: Sequence[int] = (2, 1), scale: Scale = SCALES[4]) -> tuple[TableRow, ...]:
    return standings(members, results, Scoring(scale), SECRET)


def told(*facts: object) -> tuple[object, ...]:
    """Whole numbers of points are as good as fractions here."""
    return facts


def careers(places: dict[int, Sequence[int]]) -> list[Result]:
    """Members who never meet, and where each came out in each of their games."""
    numbers = count(1)
    return [at_place(next(numbers), member, place) for member, each in places.items() for place in each]


def test_points_come_first() -> None:
    first, second = table(careers({1: (1, 2), 2: (1, 3)}))
    assert told(first.member, first.points, second.points) == (1, 16, 13)
    assert (first.place, second.place) == (1, 2)
    assert (first.decided_by, second.decided_by) == (None, Decider.POINTS)


def test_then_wins() -> None:
    """10 + 1 + 1 = 6 + 3 + 3."""
    first, second = table(careers({1: (1, 4, 4), 2: (2, 3, 3)}))
    assert told(first.member, first.points, second.points) == (1, 12, 12)
    assert told(first.wins, second.wins) == (1, 0)
    assert second.decided_by is Decider.WINS


def test_then_second_places() -> None:
    """6 + 6 + 1 + 1 + 1 = 3 + 3 + 3 + 3 + 3."""
    first, second = table(careers({1: (2, 2, 4, 4, 4), 2: (3, 3, 3, 3, 3)}))
    assert told(first.member, first.points, second.points) == (1, 15, 15)
    assert told(first.seconds, second.seconds) == (2, 0)
    assert second.decided_by is Decider.SECONDS


def test_then_third_places() -> None:
    """On a scale on which the last two places are worth the same."""
    first, second = table(careers({1: (2, 3), 2: (2, 4)}), scale=Scale((10, 6, 1, 1)))
    assert told(first.member, first.points, second.points) == (1, 7, 7)
    assert told(first.thirds, second.thirds) == (1, 0)
    assert second.decided_by is Decider.THIRDS


def test_then_the_mean_share_of_the_winners_score() -> None:
    """14/15 and 9/15 is 23/30 on the mean, 12/15 and 9/15 is 7/10."""
    results = [at_place(1, 1, 2, 14), at_place(2, 1, 3, 9), at_place(3, 2, 2, 12), at_place(4, 2, 3, 9)]
    first, second = table(results)
    assert (first.member, first.share, second.share) == (1, Fraction(23, 30), Fraction(7, 10))
    assert second.decided_by is Decider.SHARE


def test_then_the_points_from_games_against_each_other() -> None:
    """Both won once and were second once, but when they met 1 won."""
    results = [game(1, 1, 2, 50, 51, score=(15, 10, 9, 8)), at_place(2, 1, 2, 10), at_place(3, 2, 1)]
    first, second = table(results)
    assert told(first.member, first.points, second.points) == (1, 16, 16)
    assert told(first.head_to_head, second.head_to_head) == (10, 6)
    assert second.decided_by is Decider.HEAD_TO_HEAD


def test_then_the_least_clock() -> None:
    first, second = table([at_place(1, 1, 2, hours=5), at_place(2, 2, 2, hours=9)])
    assert (first.member, first.clock, second.clock) == (1, timedelta(hours=5), timedelta(hours=9))
    assert told(first.head_to_head, second.head_to_head) == (0, 0)
    assert second.decided_by is Decider.CLOCK


def test_then_the_lower_lot() -> None:
    """As anyone can compute it from the secret."""
    first, second = table([at_place(1, 1, 2), at_place(2, 2, 2)])
    for row in (first, second):
        assert row.lot == hmac.digest(SECRET, b"pbem lot 1\0" + str(row.member).encode(), "sha256").hex()
    assert first.lot < second.lot
    assert second.decided_by is Decider.LOT


def test_three_who_are_level_count_each_game_once_for_every_one_of_the_others_in_it() -> None:
    """All have a win, a second and a third place, 19 points; in the one game that they met in, 10, 6 and 3."""
    elsewhere = [at_place(2, 1, 2), at_place(3, 1, 3), at_place(4, 2, 1), at_place(5, 2, 3), at_place(6, 3, 1)]
    results = [game(1, 1, 2, 3, 50, score=(15, 10, 10, 5)), *elsewhere, at_place(7, 3, 2)]
    rows = table(results, (3, 2, 1))
    assert [told(row.member, row.points, row.head_to_head) for row in rows] == [(1, 19, 20), (2, 19, 12), (3, 19, 6)]


def test_a_drawn_game_of_two_is_no_part_of_a_win() -> None:
    """A win and two losses are worth as much as three draws, and stand above them."""
    draws = [game(number, 2, 90, level=2) for number in (1, 2, 3)]
    first, second = table([game(4, 1, 91), game(5, 92, 1), game(6, 93, 1), *draws], scale=SCALES[2])
    assert told(first.member, first.points, first.wins) == (1, 3, 1)
    assert told(second.points, second.wins, second.decided_by) == (3, 0, Decider.WINS)


def test_head_to_head_is_between_those_alone_who_are_still_level() -> None:
    """All have 4 points. 3 has them from draws, so 1 and 2 are left, and 1 beat 2; what 3 did does not count."""
    draws = [game(3, 3, 1, level=2), game(4, 3, 2, level=2), game(5, 3, 92, level=2), game(6, 3, 93, level=2)]
    results = [game(1, 1, 2), game(2, 2, 91), *draws, game(7, 94, 1)]
    first, second, third = table(results, (1, 2, 3), SCALES[2])
    assert told(first.member, first.points, first.wins, first.head_to_head) == (1, 4, 1, 3)
    assert told(second.member, second.points, second.wins, second.head_to_head) == (2, 4, 1, 0)
    assert second.decided_by is Decider.HEAD_TO_HEAD
    assert told(third.member, third.points, third.decided_by, third.head_to_head) == (3, 4, Decider.WINS, None)


def test_a_shared_place_counts_in_parts() -> None:
    rows = table([game(1, 1, 2, 50, 51, level=2)])
    assert [told(row.points, row.wins, row.seconds) for row in rows] == [(8, Fraction(1, 2), Fraction(1, 2))] * 2


def test_whoever_left_has_no_place_and_no_share_in_the_games_they_left() -> None:
    rows = table([game(1, 1, 2, 3, 4, score=(15, 14, 9, 3), substitute=(None, 9, None, None))], (1, 2, 3, 4))
    last = rows[-1]
    assert told(last.member, last.games, last.points, last.seconds, last.share) == (2, 1, 0, 0, 0)
    assert [row.points for row in rows] == [10, 3, 1, 0]


def test_a_bot_that_won_at_the_table_sets_no_score_to_measure_by() -> None:
    rows = table([game(1, 1, 2, 3, 4, score=(15, 12, 9, 3), bot=("greedy", None, None, None))], (1, 2, 3, 4))
    shares = {row.member: row.share for row in rows}
    assert shares == {2: 1, 3: Fraction(9, 12), 4: Fraction(3, 12), 1: 0}


def test_a_share_is_never_more_than_the_winners() -> None:
    """A director named a winner who had fewer points."""
    assert [row.share for row in table([game(1, 1, 2, score=(0, 3))], scale=SCALES[2])] == [1, 1]


def test_before_the_first_game_the_lot_decides() -> None:
    rows = table([], (1, 2, 3))
    assert [row.lot for row in rows] == sorted(row.lot for row in rows)
    assert {row.points for row in rows} == {0}


def test_the_order_of_results_and_members_does_not_matter() -> None:
    results = [game(1, 1, 2, 3, 4), game(2, 3, 1, 4, 2, level=2), game(3, 4, 3, 2, 1, gone=(START, None, None, None))]
    assert table(results, (1, 2, 3, 4)) == table(results[::-1], (4, 2, 3, 1))


def test_a_division_without_members_has_an_empty_table() -> None:
    assert table([], ()) == ()
