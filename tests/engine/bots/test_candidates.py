"""The orders that the bots think about."""

from hypothesis import given

from engine import Buy, Order, Reserve, State, Take, apply, legal_orders, order_text
from engine.bots.candidates import candidates
from engine.bots.core import flat, order_of
from engine.bots.imagine import without_decks
from tests.support.engine.scenes import counted, holding, stacked
from tests.support.engine.strategies import positions_in_play, some


def orders_worth_a_thought(state: State) -> list[Order]:
    return [order_of(state, actions) for actions, _ in candidates(flat(state))]


def thought_of(state: State) -> list[str]:
    return [order_text(order) for order in orders_worth_a_thought(state)]


@some
@given(positions_in_play)
def test_there_is_always_one_and_all_are_legal(state: State) -> None:
    orders = orders_worth_a_thought(state)
    assert orders
    assert set(orders) <= set(legal_orders(state))
    assert len(set(orders)) == len(orders)


@some
@given(positions_in_play)
def test_no_card_that_can_be_bought_is_left_out(state: State) -> None:
    def bought(orders: list[Order]) -> set[str]:
        return {order.card for order in orders if isinstance(order, Buy)}

    assert bought(orders_worth_a_thought(state)) == bought(legal_orders(state))


@some
@given(positions_in_play)
def test_each_comes_with_the_position_after_it(state: State) -> None:
    seen = without_decks(state)
    for actions, after in candidates(flat(seen)):
        assert after == flat(apply(seen, order_of(seen, actions)).state)


def test_gold_is_spared() -> None:
    state = holding(stacked(one="1w6"), 0, tokens="3 blue, 2 gold")
    assert [text for text in thought_of(state) if text.startswith("buy")] == ["buy 1w6"]


def test_what_no_card_asks_for_goes_back_first() -> None:
    state = holding(stacked(one="1k4 1w6"), 0, tokens="3 blue, 4 black, 2 gold")
    assert "take white green red return black black" in thought_of(state)


def test_nobody_takes_fewer_gems_than_there_are() -> None:
    takes = [order for order in orders_worth_a_thought(stacked(edition="2021")) if isinstance(order, Take)]
    assert {len(set(order.gems)) for order in takes if len(order.gems) != 2} == {3}
    assert len(takes) == 15


def test_when_nothing_else_is_possible_the_bots_think_of_passing() -> None:
    assert thought_of(stacked()._replace(bank=counted("5 gold"))) == ["pass"]


def test_few_cards_are_worth_reserving() -> None:
    state = stacked(one="1w1 1w2 1w3 1w4", two="2w1 2w2 2w3 2w6", three="3w1 3w2 3w3 3w4")
    assert sum(isinstance(order, Reserve) for order in orders_worth_a_thought(state)) == 4


def test_of_a_colour_that_is_held_in_plenty_some_goes_back() -> None:
    state = holding(stacked(), 0, tokens="4 blue, 4 red, 2 gold", reserved="2r4")
    state = state._replace(bank=counted("1 white, 1 green"))
    assert "take white green return red red" in thought_of(state)
