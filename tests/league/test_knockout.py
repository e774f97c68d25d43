"""A cup: who goes on, who rests, who comes where, with drop-outs too."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.league.knockout import Knockout, matches
from pbem.league.points import SCALES
from pbem.league.rounds import Bout, Field, Round, meetings
from pbem.league.standings import Decider, Scoring
from tests.support.competition import by_chance, field_of, in_order, play_through, played
from tests.support.league_games import game

_SHAPES = [(2, 1), (3, 1), (4, 1), (4, 2)]


def cup(seats: int = 2, go_on: int = 1, best_of: int = 1, *, replaced: bool = False) -> Knockout:
    return Knockout(seats, Scoring(SCALES[seats]), go_on, best_of, replaced)


@given(st.sampled_from(_SHAPES), st.integers(2, 70), st.integers(0, 10**6))
@settings(max_examples=50, deadline=None)
def test_every_cup_ends_with_one_table_and_everyone_has_a_place(shape: tuple[int, int], count: int, seed: int) -> None:
    seats, go_on = shape
    pairing, group = cup(seats, go_on), field_of(count)
    rounds = play_through(pairing, group, by_chance(Random(seed)))
    assert len(matches(rounds[-1])) == 1
    assert sorted(row.member for row in pairing.table(group, rounds)) == list(group.members)
    assert [row.place for row in pairing.table(group, rounds)] == list(range(1, count + 1))
    for each in rounds[1:]:
        assert not each.byes
        assert all(len(bout.members) == min(seats, count) for bout in each.bouts)


@given(st.sampled_from(_SHAPES), st.integers(2, 70))
@settings(max_examples=40, deadline=None)
def test_where_the_better_seed_always_wins_the_places_follow_the_seeds(shape: tuple[int, int], count: int) -> None:
    seats, go_on = shape
    pairing, group = cup(seats, go_on), field_of(count)
    table = pairing.table(group, play_through(pairing, group))
    assert table[0].member == 1
    assert table[1].member == 2
    assert table[0].decided_by is None


@given(st.sampled_from(_SHAPES), st.integers(2, 70))
@settings(max_examples=40, deadline=None)
def test_the_best_seeds_rest_and_only_in_the_first_round(shape: tuple[int, int], count: int) -> None:
    first = cup(*shape).next_round(field_of(count), [])
    assert first
    assert list(first.resting) == list(range(1, len(first.byes) + 1))


@given(st.sampled_from(_SHAPES), st.integers(3, 40), st.integers(0, 10**6), st.booleans())
@settings(max_examples=50, deadline=None)
def test_drop_outs_never_stop_a_cup(shape: tuple[int, int], count: int, seed: int, replaced: bool) -> None:
    luck, group, rounds = Random(seed), field_of(count), list[Round]()
    pairing = cup(*shape, replaced=replaced)
    while (following := pairing.next_round(group, rounds)) is not None:
        playing = [member for bout in following.bouts for member in bout.members]
        assert not set(playing) & group.gone
        assert len(set(playing) | set(following.resting)) == len(playing) + len(following.byes)
        rounds.append(played(following, len(rounds) + 1, by_chance(luck)))
        leaving = [member for member in group.here if luck.random() < 0.1]
        group = Field(group.members, group.secret, group.gone | set(leaving))
    assert sorted(row.member for row in pairing.table(group, rounds)) == list(group.members)


def test_a_table_that_both_left_in_the_first_round_keeps_its_place_in_the_next() -> None:
    pairing, group = cup(replaced=True), field_of(19)
    first = pairing.next_round(group, [])
    assert first
    gone = frozenset(first.bouts[0].members)
    second = pairing.next_round(Field(group.members, group.secret, gone), [played(first, 1, by_chance(Random(1)))])
    assert second
    assert (len(second.bouts), len(second.byes)) == (7, 1)


def test_eight_players_meet_as_in_any_bracket() -> None:
    rounds = play_through(cup(), field_of(8))
    assert [sorted(bout.members) for bout in rounds[0].bouts] == [[1, 8], [2, 7], [3, 6], [4, 5]]
    assert [sorted(bout.members) for bout in rounds[1].bouts] == [[1, 4], [2, 3]]
    assert [sorted(bout.members) for bout in rounds[2].bouts] == [[1, 2]]


def test_seventeen_players_need_one_game_more() -> None:
    first = cup().next_round(field_of(17), [])
    assert first
    assert ([sorted(bout.members) for bout in first.bouts], len(first.byes)) == ([[16, 17]], 15)


def test_where_two_of_a_table_go_on_they_do_not_meet_again_at_once() -> None:
    rounds = play_through(cup(4, 2), field_of(16))
    assert [len(each.bouts) for each in rounds] == [4, 2, 1]
    assert max(meetings(rounds[:2]).values()) == 1


def test_who_drops_out_leaves_a_bye() -> None:
    first = cup().next_round(field_of(4), [])
    assert first
    second = cup().next_round(replace(field_of(4), gone=frozenset({1})), [played(first, 1)])
    assert second is None
    table = cup().table(replace(field_of(4), gone=frozenset({1})), [played(first, 1)])
    assert table[0].member == 2


def test_or_is_replaced_by_the_next_at_that_table() -> None:
    first = cup().next_round(field_of(4), [])
    assert first
    second = cup(replaced=True).next_round(replace(field_of(4), gone=frozenset({1})), [played(first, 1)])
    assert second
    assert sorted(second.bouts[0].members) == [2, 4]


def test_best_of_three_begins_with_two_games_and_adds_one_where_they_are_level() -> None:
    pairing, group = cup(best_of=3), field_of(2)
    first = pairing.next_round(group, [])
    assert first
    assert [bout.members for bout in first.bouts] == [first.bouts[0].members, first.bouts[0].members[::-1]]
    assert pairing.further(group, played(first, 1)) == ()
    one, other = first.bouts
    level = Round((Bout(one.members, in_order(1, one.members)), Bout(other.members, game(2, 2, 1))))
    (third,) = pairing.further(group, level)
    assert third.members == one.members
    decided = Round((*level.bouts, Bout(third.members, game(3, 2, 1))))
    assert pairing.further(group, decided) == ()
    assert pairing.table(group, [decided])[0].member == 2


def test_a_level_match_is_decided_by_a_printed_tie_break() -> None:
    pairing, group = cup(), field_of(2)
    drawn = Round((Bout((1, 2), game(1, 1, 2, level=2, score=(15, 15))),))
    (match,) = matches(drawn)
    assert pairing.order(group, match)[1].decided_by in (Decider.CLOCK, Decider.LOT)
    assert pairing.next_round(group, [drawn]) is None


def test_forbidden_pairs_do_not_meet_in_the_first_round() -> None:
    first = cup().next_round(field_of(8, apart=[(1, 8)]), [])
    assert first
    assert [1, 8] not in [sorted(bout.members) for bout in first.bouts]


@pytest.mark.parametrize("count", [8, 16, 17, 30, 64])
def test_a_cup_of_two_has_one_game_less_than_players(count: int) -> None:
    rounds = play_through(cup(), field_of(count))
    assert sum(len(each.bouts) for each in rounds) == count - 1


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("count", [8, 16, 17, 30, 64])
def test_it_is_known_how_many_rounds_are_left(count: int, seats: int) -> None:
    pairing = cup(seats=seats, go_on=seats // 2)
    rounds = play_through(pairing, field_of(count))
    assert [pairing.rounds_left(rounds[:number]) for number in range(1, len(rounds) + 1)] == [
        *reversed(range(len(rounds)))
    ]


def test_a_match_that_is_still_played_decides_nothing() -> None:
    pairing, group = cup(), field_of(8)
    first = pairing.next_round(group, [])
    assert first
    over = {1, 2}
    bouts = [
        one if over & {*bout.members} else bout for one, bout in zip(played(first, 1).bouts, first.bouts, strict=True)
    ]
    table = pairing.table(group, [replace(first, bouts=tuple(bouts))])
    # Through, then those who play by their seeds, then those who are out.
    assert [row.member for row in table] == [1, 2, 3, 4, 5, 6, 7, 8]
    deciders = {row.member: row.decided_by for row in table}
    assert deciders[3] is Decider.ROUND
    assert deciders[7] is None
    assert Decider.MATCH not in deciders.values()


def test_a_round_that_was_only_just_drawn_stands_by_seed() -> None:
    pairing, group = cup(), field_of(8)
    first = pairing.next_round(group, [])
    assert first
    assert [row.member for row in pairing.table(group, [first])] == list(range(1, 9))
    whole = played(first, 1)
    second = pairing.next_round(group, [whole])
    assert second
    assert [row.member for row in pairing.table(group, [whole, second])] == list(range(1, 9))


def test_a_final_that_does_not_count_is_decided_as_before() -> None:
    pairing, group = cup(), field_of(2)
    final = pairing.next_round(group, [])
    assert final
    void = replace(final, bouts=(replace(final.bouts[0], void=True),))
    lots = [row.member for row in pairing.order(group, matches(void)[0])]
    assert [row.member for row in pairing.table(group, [void])] == lots


def test_tables_that_lead_to_one_table_stand_side_by_side() -> None:
    pairing, group, rounds = cup(), field_of(16), list[Round]()
    order = [matches(pairing.next_round(group, []) or Round(()))[each].members for each in pairing.standing_order(8)]
    beside = [frozenset(map(min, pair)) for pair in zip(order[::2], order[1::2], strict=True)]
    while len(rounds) < 2:
        rounds.append(played(pairing.next_round(group, rounds) or Round(()), len(rounds) + 1))
    assert {frozenset(each.members) for each in matches(rounds[1])} == {*beside}
