import pytest

from pbem.league.suspicion import Evidence, Pattern, Suspicion, Swing, suspicions
from tests.support.league_games import game

LAST_RESIGNED = (False, False, False, True)


def found(evidence: Evidence, pattern: Pattern) -> list[Suspicion]:
    return [each for each in suspicions(evidence) if each.pattern is pattern]


def test_resignations_that_let_the_same_player_win_stand_out() -> None:
    results = [game(1, 1, 2, 3, 9, resigned=LAST_RESIGNED), game(2, 1, 4, 5, 9, resigned=LAST_RESIGNED)]
    (suspicion,) = found(Evidence(results), Pattern.RESIGNATIONS)
    assert (suspicion.helper, suspicion.helped) == (9, 1)
    assert suspicion.figures == {"won": 2, "expected": pytest.approx(2 / 3)}


def test_resignations_that_help_now_one_and_now_another_do_not() -> None:
    results = [game(1, 1, 2, 3, 9, resigned=LAST_RESIGNED), game(2, 2, 1, 3, 9, resigned=LAST_RESIGNED)]
    assert found(Evidence(results), Pattern.RESIGNATIONS) == []


def test_resigning_to_the_only_opponent_says_nothing() -> None:
    results = [game(number, 1, 9, resigned=(False, True)) for number in range(5)]
    assert found(Evidence(results), Pattern.RESIGNATIONS) == []


def test_a_player_who_only_ever_loses_to_the_same_one_stands_out() -> None:
    results = [game(number, 1, 9) for number in range(10)] + [game(20, 1, 3), game(21, 9, 3)]
    (suspicion,) = found(Evidence(results), Pattern.SAME_PAIR)
    assert (suspicion.helper, suspicion.helped) == (9, 1)
    assert suspicion.figures == {"games": 11, "together": 10, "behind": 10}


def test_a_pair_that_plays_often_with_changing_fortune_does_not() -> None:
    results = [game(number, *((1, 9) if number % 3 else (9, 1))) for number in range(12)]
    assert found(Evidence(results), Pattern.SAME_PAIR) == []


def test_moves_that_give_chances_to_one_player_stand_out() -> None:
    even = {1: 0.25, 2: 0.25, 3: 0.25, 9: 0.25}
    given = {1: 0.5, 2: 0.23, 3: 0.23, 9: 0.04}
    swings = [Swing(number, 9, even, given) for number in range(3)]
    (suspicion,) = found(Evidence(swings=swings), Pattern.GIFTS)
    assert (suspicion.helper, suspicion.helped) == (9, 1)
    assert suspicion.figures["given"] == pytest.approx(0.63)
    assert suspicion.figures["per game"] == pytest.approx(0.21)
    assert suspicion.figures["to others"] == 0


def test_a_weak_player_who_gives_to_everyone_alike_does_not() -> None:
    even, given = {1: 1 / 3, 2: 1 / 3, 9: 1 / 3}, {1: 0.45, 2: 0.45, 9: 0.1}
    assert found(Evidence(swings=[Swing(number, 9, even, given) for number in range(9)]), Pattern.GIFTS) == []


def test_in_games_of_two_the_measure_is_what_other_opponents_got() -> None:
    thrown = [Swing(number, 9, {1: 0.5, 9: 0.5}, {1: 0.9, 9: 0.1}) for number in (1, 2)]
    played = [Swing(number, 9, {2: 0.5, 9: 0.5}, {2: 0.52, 9: 0.48}) for number in (3, 4)]
    (suspicion,) = found(Evidence(swings=thrown + played), Pattern.GIFTS)
    assert (suspicion.helper, suspicion.helped) == (9, 1)
    assert found(Evidence(swings=thrown), Pattern.GIFTS) == []


def test_a_good_move_is_no_gift() -> None:
    swings = [Swing(number, 9, {1: 0.2, 2: 0.5, 9: 0.3}, {1: 0.5, 2: 0.1, 9: 0.4}) for number in range(9)]
    assert suspicions(Evidence(swings=swings)) == ()


def test_a_regular_season_raises_no_suspicion() -> None:
    results = [game(number, *members) for number, members in enumerate([(1, 2, 3, 4), (2, 1, 4, 3), (3, 4, 1, 2)])]
    assert suspicions(Evidence(results)) == ()
