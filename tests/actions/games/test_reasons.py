"""What speaks for an order, in positions that are set up for it."""

from engine import CARDS, NOBLES, Setup, State, View, deal, parse_order, view
from engine.gems import Bonuses, Colour, tokens_of
from engine.state import Reserved, Row, Seat, Table
from pbem.actions.games.hints import reasons, reasons_by_name
from pbem.notices.games import Reason, Why

FRESH = deal(Setup(seats=2, seed=b"reasons"))
NOTHING: Bonuses = (0, 0, 0, 0, 0)


def position(*seats: Seat, last_round: bool = False, nobles: tuple[str, ...] = ()) -> View:
    """A table with a card at 11 (1k1), at 21 (2u6: six blue) and at 31 (3r2: seven green), and nothing else."""
    row: Row = (None, None, None, None)
    table: Table = tuple((CARDS[card], *row[1:]) for card in ("1k1", "2u6", "3r2"))  # type: ignore[assignment]
    state: State = FRESH._replace(
        table=table, seats=seats, last_round=last_round, nobles=tuple(NOBLES[each] for each in nobles)
    )
    return view(state, 0)


def seat(*tokens: Colour, bonuses: Bonuses = NOTHING, points: int = 0) -> Seat:
    return Seat(tokens_of(tokens), bonuses, points=points)


def why(board: View, order: str) -> list[Why]:
    return [reason.why for reason in reasons(board, parse_order(order))]


def covering(card: str, fewer: int = 0) -> Seat:
    """A seat with the bonuses for a card of one colour, or some fewer."""
    ((colour, count),) = CARDS[card].demands
    w, u, g, r, k = (count - fewer if each == colour else 0 for each in range(5))
    return seat(bonuses=(w, u, g, r, k))


def test_points_are_the_first_that_is_told_of_a_card() -> None:
    found = reasons(position(covering("3r2"), seat()), parse_order("buy 3r2"))
    assert found[0] == Reason(Why.POINTS, {"points": CARDS["3r2"].points})
    assert Why.FREE in [reason.why for reason in found]


def test_the_move_that_wins_is_told_as_such() -> None:
    last_seat = position(covering("3r2")._replace(points=12), seat(points=10), last_round=True)
    last_seat = last_seat._replace(seating=(1, 0))
    assert why(last_seat, "buy 3r2")[0] is Why.WINS


def test_the_move_that_begins_the_last_round_says_so() -> None:
    found = reasons(position(covering("3r2")._replace(points=12), seat()), parse_order("buy 3r2"))
    assert found[0] == Reason(Why.ENDS, {"points": 12 + CARDS["3r2"].points})


def test_a_noble_that_comes_is_named_by_its_place() -> None:
    mine = seat("blue", "blue", "blue", "blue", bonuses=(0, 2, 3, 3, 0))
    found = reasons(position(mine, seat(), nobles=("n5", "n4")), parse_order("buy 2u6"))
    assert Reason(Why.NOBLE, {"place": 52, "points": 3}) in found


def test_a_card_that_becomes_affordable_is_named_by_its_place() -> None:
    board = position(covering("2u6", fewer=2), seat())
    assert reasons(board, parse_order("take blue blue"))[0] == Reason(Why.AFFORDABLE, {"places": [21]})


def test_one_more_set_of_gems_is_told_as_two_turns() -> None:
    found = reasons(position(covering("2u6", fewer=3), seat()), parse_order("take blue blue"))
    assert found[0] == Reason(Why.TOWARDS, {"place": 21})


def test_a_card_is_kept_from_the_one_who_could_buy_it() -> None:
    found = reasons(position(seat(), covering("3r2")), parse_order("reserve 3r2"))
    assert found[0] == Reason(Why.BLOCKS, {"seat": 1, "place": 31})
    assert Why.GOLD in {reason.why for reason in found}


def test_a_card_that_nobody_can_buy_yet_is_kept() -> None:
    found = reasons(position(seat(), seat()), parse_order("reserve 3r2"))
    assert found[0] == Reason(Why.KEEPS_POINTS, {"place": 31, "points": 4})


def test_the_purchase_that_is_likely_to_follow_is_told() -> None:
    found = reasons(position(seat(), covering("3r2")), parse_order("take white blue red"))
    assert Reason(Why.ANSWER, {"seat": 1, "place": 31}) in found


def test_a_noble_that_comes_nearer_is_told_with_what_it_still_asks_for() -> None:
    board = position(seat("blue", "blue", "blue", "blue", bonuses=(0, 2, 3, 0, 0)), seat(), nobles=("n9", "n4"))
    found = reasons(board, parse_order("buy 2u6"))
    assert Reason(Why.NOBLE_NEARER, {"place": 52, "missing": [0, 0, 0, 3, 0]}) in found


def test_of_an_order_that_gains_little_the_nearest_card_is_told_with_what_is_missing() -> None:
    board = position(covering("2u6", fewer=6), seat())._replace(bank=tokens_of(("blue",) * 4))
    assert reasons(board, parse_order("take blue")) == (Reason(Why.NEARER, {"place": 21, "missing": [0, 5, 0, 0, 0]}),)


def test_whoever_looks_back_reads_of_cards_and_nobles_by_their_ids() -> None:
    mine = seat("blue", "blue", "blue", "blue", bonuses=(0, 2, 3, 3, 0))
    board = position(mine, seat(), nobles=("n5", "n4"))
    assert Reason(Why.NOBLE, {"place": "n4", "points": 3}) in reasons_by_name(board, parse_order("buy 2u6"))
    near = position(covering("2u6", fewer=2), seat())
    assert reasons_by_name(near, parse_order("take blue blue"))[0] == Reason(Why.AFFORDABLE, {"places": ["2u6"]})


def test_a_reserved_card_is_named_by_its_place_in_the_hand() -> None:
    mine = covering("3r2", fewer=2)._replace(reserved=(Reserved(CARDS["3r2"], 3, False),))
    board = position(mine, seat())._replace(table=((None,) * 4,) * 3)
    assert reasons(board, parse_order("take green green"))[0] == Reason(Why.AFFORDABLE, {"places": [41]})


def test_a_seat_that_plays_no_more_is_told_nothing_of_later() -> None:
    board = position(covering("2u6", fewer=2), seat(), last_round=True)
    assert why(board, "take blue blue") == [Why.LITTLE]
