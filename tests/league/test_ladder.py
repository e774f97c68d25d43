"""A ladder: who stands where, and whom one may challenge."""

from datetime import timedelta
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from pbem.league.ladder import Challenge, LadderRules, Objection, Step, idle, objection, open_to, rungs, silent
from tests.support.league_games import START

RULES = LadderRules()


def day(number: float) -> timedelta:
    return timedelta(days=number)


def test_a_win_takes_the_rung_and_those_between_go_down() -> None:
    assert rungs((1, 2, 3, 4, 5), [Step(START, 4, 2)]) == (1, 4, 2, 3, 5)


def test_who_wins_from_above_stays() -> None:
    assert rungs((1, 2, 3), [Step(START, 1, 2)]) == (1, 2, 3)


def test_who_is_idle_falls_by_one() -> None:
    assert rungs((1, 2, 3), [Step(START, None, 1)]) == (2, 1, 3)
    assert rungs((1, 2, 3), [Step(START, None, 3)]) == (1, 2, 3)


@given(st.integers(0, 10**6))
def test_the_ladder_does_not_depend_on_the_order_in_which_it_is_told(seed: int) -> None:
    luck = Random(seed)
    steps = [Step(START + day(number), luck.choice((None, 1, 2, 3)), luck.randint(4, 8)) for number in range(12)]
    shuffled = luck.sample(steps, len(steps))
    assert rungs(range(1, 9), steps) == rungs(range(1, 9), shuffled)
    assert sorted(rungs(range(1, 9), steps)) == list(range(1, 9))


def test_only_those_a_few_rungs_above_can_be_challenged() -> None:
    order = (1, 2, 3, 4, 5)
    assert objection(order, 5, 1, RULES, ()) is Objection.OUT_OF_REACH
    assert objection(order, 1, 5, RULES, ()) is Objection.BELOW
    assert objection(order, 5, 2, RULES, (2,)) is Objection.BUSY
    assert objection(order, 5, 2, RULES, (5,)) is Objection.ME_BUSY
    assert open_to(order, 5, RULES, (3,)) == (4, 2)


def test_who_does_not_answer_in_time_is_silent() -> None:
    challenge = Challenge(1, 5, 2, START)
    assert silent([challenge], RULES, START + day(6)) == []
    assert silent([challenge], RULES, START + day(7)) == [challenge]


def test_who_did_nothing_for_six_weeks_is_idle() -> None:
    active = {1: START, 2: START + day(20), 3: START}
    assert idle((1, 2, 3), active, RULES, START + day(41)) == []
    assert idle((1, 2, 3), active, RULES, START + day(42)) == [1]


def test_nobody_goes_down_below_somebody_who_is_idle_too() -> None:
    assert idle((1, 2, 3), dict.fromkeys((1, 2, 3), START), RULES, START + day(50)) == []
