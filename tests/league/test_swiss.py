"""Swiss rounds: valid, without repeats while they can be avoided, fair in seats and byes."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from random import Random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.league.points import SCALES
from pbem.league.rounds import Field, Round, meetings, seats_of
from pbem.league.standings import SWISS_ORDER, Decider, Scoring
from pbem.league.swiss import Swiss, swiss_table
from tests.support.competition import by_chance, field_of, play_through, played, rests


def swiss(seats: int, rounds: int = 5) -> Swiss:
    return Swiss(seats, rounds, Scoring(SCALES[seats], bye=Fraction(5), order=SWISS_ORDER))


def check_valid(one: Round, group: Field, seats: int) -> None:
    """Everyone who is there plays once or rests; every table is full."""
    here = [member for bout in one.bouts for member in bout.members] + list(one.resting)
    assert sorted(here) == sorted(group.here)
    assert all(len(bout.members) == seats for bout in one.bouts)
    assert len(one.byes) == len(group.here) % seats


@given(st.integers(2, 4), st.integers(4, 40), st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_every_round_is_valid_whatever_happens(seats: int, count: int, seed: int) -> None:
    luck, group, rounds = Random(seed), field_of(count), list[Round]()
    pairing = swiss(seats)
    while (following := pairing.next_round(group, rounds)) is not None:
        check_valid(following, group, seats)
        rounds.append(played(following, len(rounds) + 1, by_chance(luck)))
        gone = [member for member in group.here if luck.random() < 0.08]
        group = Field(group.members, group.secret, group.gone | set(gone))
    assert len(rounds) == 5 or len(group.here) < seats


@given(st.integers(2, 4), st.integers(5, 40), st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_nobody_rests_twice_before_everyone_has_once(seats: int, count: int, seed: int) -> None:
    rounds = play_through(swiss(seats, 7), field_of(count), by_chance(Random(seed)))
    for number in range(1, len(rounds) + 1):
        rested = rests(rounds[:number])
        assert max(rested.values(), default=0) <= 1 or len(rested) == count


@given(st.integers(4, 10), st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_pairs_repeat_only_where_no_others_are_left(count: int, seed: int) -> None:
    """At tables of two it can be proven: a round that repeats has no pairing with fewer repeats."""
    rounds = play_through(swiss(2, count - 1 - count % 2), field_of(count), by_chance(Random(seed)))
    for number, each in enumerate(rounds):
        met = meetings(rounds[:number])
        repeats = sum(met[min(bout.members), max(bout.members)] for bout in each.bouts)
        playing = sorted(member for bout in each.bouts for member in bout.members)
        if repeats:
            assert not has_new_pairs(tuple(playing), met)


def has_new_pairs(playing: tuple[int, ...], met: Counter[tuple[int, int]]) -> bool:
    """Whether all of them can be paired without a repeat, by trying."""
    if not playing:
        return True
    first, *others = playing
    return any(
        not met[first, other] and has_new_pairs(tuple(each for each in others if each != other), met)
        for other in others
    )


@pytest.mark.parametrize(("seats", "count", "rounds"), [(4, 128, 5), (4, 64, 5), (3, 64, 5), (4, 30, 3), (3, 17, 4)])
def test_tables_of_three_and_four_repeat_nobody_while_there_is_room(seats: int, count: int, rounds: int) -> None:
    for seed in range(3):
        through = play_through(swiss(seats, rounds), field_of(count), by_chance(Random(seed)))
        assert max(meetings(through).values()) == 1


def test_a_round_of_128_takes_no_time() -> None:
    for seats in (2, 4):
        before = process_time()
        play_through(swiss(seats, 5), field_of(128), by_chance(Random(1)))
        assert process_time() - before < 10


@given(st.integers(2, 4), st.integers(8, 30), st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_forbidden_pairs_never_meet(seats: int, count: int, seed: int) -> None:
    rounds = play_through(swiss(seats, 3), field_of(count, apart=[(1, 2), (3, 4)]), by_chance(Random(seed)))
    met = meetings(rounds)
    assert not met[1, 2]
    assert not met[3, 4]


@given(st.integers(2, 4), st.integers(0, 10**6))
@settings(max_examples=20, deadline=None)
def test_no_other_order_at_a_table_would_be_fairer(seats: int, seed: int) -> None:
    rounds = play_through(swiss(seats), field_of(16), by_chance(Random(seed)))
    for number, each in enumerate(rounds):
        before = seats_of(rounds[:number])
        for bout in each.bouts:
            best = min(before.unevenness(order) for order in permutations(bout.members))
            assert before.unevenness(bout.members) == best


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_come_out_almost_even(seats: int) -> None:
    rounds = play_through(swiss(seats, 6), field_of(36), by_chance(Random(1)))
    sat = seats_of(rounds).sat
    spreads = [
        max(sat[member, seat] for seat in range(seats)) - min(sat[member, seat] for seat in range(seats))
        for member in range(1, 37)
    ]
    assert sum(spreads) / len(spreads) <= 1.6
    assert max(spreads) <= 4


def test_the_first_round_keeps_the_best_seeds_apart() -> None:
    first = swiss(4).next_round(field_of(16), [])
    assert first
    assert sorted(sorted(bout.members) for bout in first.bouts) == [
        [1, 5, 9, 13],
        [2, 6, 10, 14],
        [3, 7, 11, 15],
        [4, 8, 12, 16],
    ]


def test_then_those_meet_who_have_as_many_points() -> None:
    group = field_of(64)
    first = swiss(4).next_round(group, [])
    assert first
    rounds = [played(first, 1)]
    second = swiss(4).next_round(group, rounds)
    assert second
    points = {row.member: row.points for row in swiss_table(group, rounds, swiss(4).scoring)}
    assert all(len({points[member] for member in bout.members}) == 1 for bout in second.bouts)


def test_a_bye_is_worth_what_the_rules_say_and_opponents_points_break_ties() -> None:
    group = field_of(5)
    rounds = play_through(swiss(4, 1), group)
    rows = {row.member: row for row in swiss_table(group, rounds, swiss(4).scoring)}
    assert (int(rows[5].points), rows[5].byes, rows[5].games) == (5, 1, 0)
    assert [row.opponents for row in rows.values() if row.member == 1] == [6 + 3 + 1]


def test_the_table_does_not_depend_on_the_order_of_results() -> None:
    group = field_of(17)
    rounds = play_through(swiss(4), group, by_chance(Random(3)))
    shuffled = [Round(tuple(reversed(each.bouts)), each.byes) for each in reversed(rounds)]
    assert swiss_table(group, rounds, swiss(4).scoring) == swiss_table(group, shuffled, swiss(4).scoring)


def test_every_tie_break_is_counted_once_more_the_naive_way() -> None:
    group = field_of(12)
    rounds = play_through(swiss(2, 4), group, by_chance(Random(9)))
    rows = swiss_table(group, rounds, swiss(2).scoring)
    points = {row.member: row.points for row in rows}
    for row in rows:
        met = [
            other
            for each in rounds
            for bout in each.bouts
            for one, other in (*combinations(bout.members, 2), *combinations(bout.members[::-1], 2))
            if one == row.member
        ]
        assert row.opponents == sum(points[other] for other in met)
    assert {row.decided_by for row in rows} >= {Decider.POINTS, Decider.OPPONENTS}
