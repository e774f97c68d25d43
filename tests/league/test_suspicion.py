from random import Random

import pytest

from engine import Setup, apply, deal, legal_orders
from engine.bots import estimates
from pbem.league.suspicion import Choice, Evidence, Pattern, Suspicion, at_least, best_for, suspicions
from tests.support.league_games import game

LAST_RESIGNED = (False, False, False, True)


def found(evidence: Evidence, pattern: Pattern) -> list[Suspicion]:
    return [each for each in suspicions(evidence) if each.pattern is pattern]


def test_how_likely_so_many_events_are() -> None:
    assert at_least(2, [0.5, 0.5]) == pytest.approx(0.25)
    assert at_least(1, [0.5, 0.2]) == pytest.approx(0.6)
    assert at_least(0, [0.1]) == pytest.approx(1)


def test_whoever_resigns_only_where_one_other_plays_stands_out_and_the_one_who_won_is_told() -> None:
    thrown = [game(number, 1, 2 + number % 3, 5, 9, resigned=LAST_RESIGNED) for number in range(6)]
    played = [game(number, 9, 2, 3, 4) for number in range(6, 16)]
    (suspicion,) = found(Evidence(thrown + played), Pattern.RESIGNATIONS)
    assert (suspicion.helper, suspicion.helped) == (9, 1)
    assert suspicion.figures == {"won": 6, "resigned": 6, "games": 6}


def test_whoever_resigns_now_here_and_now_there_does_not() -> None:
    results = [game(number, 1 + number % 4, 1 + (number + 1) % 4, 5, 9, resigned=LAST_RESIGNED) for number in range(6)]
    assert found(Evidence(results), Pattern.RESIGNATIONS) == []


def test_two_resignations_are_no_pattern() -> None:
    results = [game(number, 1, 2, 3, 9, resigned=LAST_RESIGNED) for number in range(2)]
    assert found(Evidence(results), Pattern.RESIGNATIONS) == []


def test_whoever_beats_everybody_but_one_stands_out_over_all_seasons() -> None:
    thrown = [game(number, 1, 9) for number in range(12)]
    rest = [game(20 + number, 9, 3) for number in range(8)] + [game(40 + number, 3, 1) for number in range(8)]
    (suspicion,) = (each for each in found(Evidence(thrown + rest), Pattern.SAME_PAIR) if each.helper == 9)
    assert suspicion.helped == 1
    assert (suspicion.figures["games"], suspicion.figures["behind"]) == (12, 12)


def test_a_weak_player_who_is_behind_everybody_does_not() -> None:
    results = [game(number, 1 + number % 3, 9) for number in range(30)]
    assert found(Evidence(results), Pattern.SAME_PAIR) == []


EVERYBODY = (1, 2, 3, 4, 5, 6)


def season(giver: int = 0, other: int = 0, share: float = 0) -> Evidence:
    """Everybody moves 20 times in each of 14 games of four; one of them serves another beside what chance does."""
    luck, choices = Random(1), list[Choice]()
    for game_number in range(14):
        people = luck.sample(EVERYBODY, 4)
        for mover in people * 20:
            served = {who: luck.random() < 0.1 for who in people if who != mover}
            if mover == giver and other in people and luck.random() < share:
                served[other] = True
            choices.append(Choice(game_number, mover, served))
    return Evidence(choices=choices)


@pytest.mark.parametrize("share", [1, 1 / 3])
def test_moves_that_serve_one_player_stand_out(share: float) -> None:
    (suspicion,) = suspicions(season(giver=1, other=2, share=share))
    assert (suspicion.pattern, suspicion.helper, suspicion.helped) == (Pattern.GIFTS, 1, 2)
    assert suspicion.figures["best"] > 2 * suspicion.figures["expected"]


def test_moves_that_serve_nobody_do_not() -> None:
    assert suspicions(season()) == ()


def test_whoever_could_not_have_been_served_better_is_known() -> None:
    state = deal(Setup(4, seed=b"served"))
    orders = legal_orders(state)
    best = max(orders, key=lambda order: estimates(apply(state, order).state)[2])
    worst = min(orders, key=lambda order: estimates(apply(state, order).state)[2])
    assert (best_for(state, best)[2], best_for(state, worst)[2]) == (True, False)


def test_a_regular_season_raises_no_suspicion() -> None:
    results = [game(number, *members) for number, members in enumerate([(1, 2, 3, 4), (2, 1, 4, 3), (3, 4, 1, 2)])]
    assert suspicions(Evidence(results)) == ()
