"""The plain bots: pure functions of what their seat sees and a random source."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine import Pass, State, legal_orders, order_text, view
from engine.bots import BOTS, Bot
from engine.bots.greedy import greedy
from tests.support.engine.levels import each_level
from tests.support.engine.scenes import counted, holding, stacked
from tests.support.engine.strategies import positions_in_play, some


def test_there_are_a_random_and_a_greedy_bot() -> None:
    assert {"random", "greedy"} <= set(BOTS)


@each_level
@some
@given(positions_in_play, st.integers())
def test_a_bot_orders_what_is_legal_and_always_the_same(bot: Bot, state: State, seed: int) -> None:
    choices = {bot(view(state, state.turn), Random(seed)) for _ in range(2)}
    assert len(choices) == 1
    assert choices <= set(legal_orders(state))


@each_level
def test_a_bot_passes_when_nothing_else_is_possible(bot: Bot) -> None:
    state = stacked()._replace(bank=counted("5 gold"))
    assert bot(view(state, 0), Random(1)) == Pass()


def test_the_greedy_bot_buys_the_card_that_is_worth_most() -> None:
    state = holding(stacked(one="1w1 1g1", two="2r6 2w1"), 0, tokens="4 red, 2 gold")
    assert order_text(greedy(view(state, 0), Random(1))) == "buy 2r6 gold red red"
