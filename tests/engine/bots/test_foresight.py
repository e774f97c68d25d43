"""What is likely to follow."""

from hypothesis import given

from engine import Buy, State, apply, legal_orders, order_text, view
from engine.bots import foreseen
from engine.bots.imagine import without_decks
from tests.support.engine.scenes import holding, stacked
from tests.support.engine.strategies import positions_in_play, some

TWELVE_POINTS = "2w6 2u6 2g6 2k6 1r1 1r2 1r3"


@some
@given(positions_in_play)
def test_each_order_is_legal_for_the_seat_that_gives_it(state: State) -> None:
    state = without_decks(view(state, state.turn))
    for seat, order in foreseen(state, 3):
        assert state.turn == seat
        assert order in legal_orders(state)
        state = apply(state, order).state


def test_it_ends_where_the_game_does() -> None:
    state = holding(stacked(one="1w1 1u1", two="2r6"), 0, tokens="3 red", bought=TWELVE_POINTS)
    told = foreseen(view(state, 0), 9)
    assert [seat for seat, _ in told] == [0, 1]
    assert order_text(told[0][1]) == "buy 2r6"


def test_a_card_that_the_viewer_can_not_see_is_in_nobodys_plans() -> None:
    state = holding(stacked(one="1w1 1u1"), 1, tokens="3 blue", unseen="1w6")
    assert Buy("1w6") in [order for _, order in foreseen(view(state, 1)._replace(turn=1), 1)]
    assert not [order for _, order in foreseen(view(state, 0)._replace(turn=1), 1) if isinstance(order, Buy)]
