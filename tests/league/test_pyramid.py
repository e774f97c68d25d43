from collections.abc import Collection, Mapping, Sequence
from itertools import chain

import pytest

from pbem.league.pyramid import (
    Absence,
    Division,
    Final,
    Fitting,
    NextSeason,
    Note,
    PlaceClaim,
    Rules,
    Shape,
    next_season,
)

TOP, LEFT_SIDE, RIGHT_SIDE = range(7), range(10, 17), range(20, 27)
FINALS = (Final(0, tuple(TOP)), Final(1, tuple(LEFT_SIDE)), Final(1, tuple(RIGHT_SIDE)))
EVERYONE = frozenset(chain(TOP, LEFT_SIDE, RIGHT_SIDE))


def after(
    finals: Sequence[Final] = FINALS,
    entrants: Collection[int] = EVERYONE,
    absent: Mapping[int, Absence] | None = None,
    ratings: Mapping[int, float] | None = None,
    rules: Rules | None = None,
) -> NextSeason:
    return next_season(finals, entrants, absent or {}, ratings or {}, rules or Rules())


def levels(season: NextSeason) -> list[set[int]]:
    depth = max(division.level for division in season.divisions) + 1
    return [
        {member for division in season.divisions if division.level == level for member in division.members}
        for level in range(depth)
    ]


def claim_of(season: NextSeason, member: int) -> PlaceClaim:
    return next(each.claim for each in season.placements if each.member == member)


def test_the_winners_go_up_and_the_last_two_go_down() -> None:
    season = after()
    assert levels(season)[0] == {0, 1, 2, 3, 4, 10, 20}
    assert levels(season)[1] == EVERYONE - levels(season)[0]
    assert (claim_of(season, 10), claim_of(season, 6), claim_of(season, 3)) == (
        PlaceClaim.PROMOTED,
        PlaceClaim.RELEGATED,
        PlaceClaim.STAYS,
    )


def test_the_numbers_can_be_chosen() -> None:
    season = after(rules=Rules(promoted=2, relegated=4))
    assert levels(season)[0] == {0, 1, 2, 10, 11, 20, 21}


def test_where_fewer_come_up_than_were_to_go_down_the_best_of_those_are_spared() -> None:
    season = after(rules=Rules(promoted=1, relegated=4))
    assert levels(season)[0] == {0, 1, 2, 3, 4, 10, 20}


def test_where_more_come_up_than_were_to_go_down_the_last_who_stay_make_room() -> None:
    season = after(rules=Rules(promoted=2, relegated=1))
    assert levels(season)[0] == {0, 1, 2, 10, 11, 20, 21}


def test_whoever_left_is_relegated_first_wherever_they_stand() -> None:
    season = after((Final(0, tuple(TOP), left={0}), *FINALS[1:]))
    assert levels(season)[0] == {1, 2, 3, 4, 5, 10, 20}
    assert claim_of(season, 0) is PlaceClaim.LEFT


def test_whoever_left_is_not_promoted_and_the_next_is() -> None:
    season = after((FINALS[0], Final(1, tuple(LEFT_SIDE), left={10}), FINALS[2]))
    assert levels(season)[0] == {0, 1, 2, 3, 4, 11, 20}


def test_the_place_of_a_member_who_does_not_enter_again_saves_one_from_going_down() -> None:
    season = after(entrants=EVERYONE - {2})
    assert levels(season)[0] == {0, 1, 3, 4, 5, 10, 20}
    assert season.absent == {2: Absence(level=0, seasons=1)}


@pytest.mark.parametrize(("seasons", "level"), [(1, 0), (2, 0), (3, 1)])
def test_a_returning_player_keeps_the_level_for_two_seasons(seasons: int, level: int) -> None:
    ratings = dict.fromkeys(EVERYONE, 20.0)
    season = after(entrants=EVERYONE | {99}, absent={99: Absence(0, seasons)}, ratings=ratings)
    assert 99 in levels(season)[level]
    assert claim_of(season, 99) is (PlaceClaim.NEW if level else PlaceClaim.RETURNS)


def test_after_that_the_rating_decides_even_where_newcomers_begin_at_the_bottom() -> None:
    ratings = {**dict.fromkeys(EVERYONE, 20.0), 98: 30.0, 99: 30.0}
    rules = Rules(newcomers_by_rating=False)
    season = after(entrants=(EVERYONE - {0, 1, 2}) | {98, 99}, absent={99: Absence(1, 5)}, ratings=ratings, rules=rules)
    assert 99 in levels(season)[0]
    assert 98 in levels(season)[1]


def test_those_who_stay_away_are_remembered_with_how_long_they_did() -> None:
    assert after(absent={99: Absence(0, 2)}).absent == {99: Absence(0, 3)}


def test_whoever_leaves_and_stays_away_keeps_the_level_below() -> None:
    season = after((Final(0, tuple(TOP), left={3}), *FINALS[1:]), entrants=EVERYONE - {3})
    assert season.absent == {3: Absence(1)}


def test_a_strong_newcomer_begins_where_their_rating_fits() -> None:
    ratings = {**dict.fromkeys(TOP, 25.0), **dict.fromkeys([*LEFT_SIDE, *RIGHT_SIDE], 10.0), 98: 24.0, 99: 26.0}
    season = after(entrants=(EVERYONE - {0, 1, 2}) | {98, 99}, ratings=ratings, rules=Rules(newcomers_by_rating=True))
    assert 99 in levels(season)[0]
    assert 98 in levels(season)[1]


def test_a_newcomer_begins_at_the_bottom_where_nothing_else_is_said() -> None:
    season = after(entrants=(EVERYONE - {0, 1, 2}) | {99}, ratings={99: 40.0})
    assert 99 in levels(season)[1]


@pytest.mark.parametrize(("settled", "level"), [({99}, 0), (set(), 1)])
def test_a_rating_places_nobody_before_it_rests_on_enough_games(settled: set[int], level: int) -> None:
    rules = Rules(newcomers_by_rating=True)
    season = next_season(FINALS, (EVERYONE - {0, 1, 2}) | {99}, {}, {99: 40.0}, rules, settled)
    assert 99 in levels(season)[level]


def test_the_first_season_is_seeded_by_rating() -> None:
    ratings = {member: float(member) for member in range(1, 22)}
    season = after((), range(1, 22), ratings=ratings)
    assert levels(season)[0] == set(range(15, 22))
    assert season.divisions[1:] == (Division(1, 0, (14, 11, 10, 7, 6, 3, 2)), Division(1, 1, (13, 12, 9, 8, 5, 4, 1)))


def test_growth_adds_a_level_and_puts_the_unknown_there() -> None:
    newcomers = range(100, 107)
    season = after(entrants=EVERYONE | set(newcomers))
    assert levels(season)[2] == set(newcomers)
    assert levels(season)[0] == {0, 1, 2, 3, 4, 10, 20}


def test_a_season_with_fewer_players_is_merged_and_says_so() -> None:
    season = after(entrants=EVERYONE - set(range(12, 17)) - set(range(22, 27)) - {5, 6})
    assert [len(division.members) for division in season.divisions] == [9]
    assert season.notes == (Note(Fitting.MERGED, level=1, players=2),)


def test_nobody_falls_two_levels_because_one_is_full() -> None:
    finals = (*FINALS, Final(2, tuple(range(30, 37))))
    returning = {number: Absence(0) for number in range(50, 54)}
    season = after(finals, EVERYONE | set(range(30, 37)) | set(returning), returning)
    for each in season.placements:
        assert each.before is None or abs(each.level - each.before) <= 1


def test_everyone_who_enters_plays_exactly_once_through_many_seasons() -> None:
    rules = Rules(Shape(widths=(1, 1, 2)))
    ratings = {member: float(member) for member in range(40)}
    finals: tuple[Final, ...] = ()
    absent: Mapping[int, Absence] = {}
    for year in range(12):
        entrants = {member for member in range(40) if (member * 7 + year) % 5}
        season = next_season(finals, entrants, absent, ratings, rules)
        seated = [member for division in season.divisions for member in division.members]
        assert sorted(seated) == sorted(entrants)
        assert set(season.absent).isdisjoint(entrants)
        finals = tuple(
            Final(each.level, each.members, each.members[year % 5 : year % 5 + 1]) for each in season.divisions
        )
        absent = season.absent
