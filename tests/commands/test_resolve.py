"""Wishes on a board: completed, asked back, or refused with the reason."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    CARDS,
    GEMS,
    NOBLES,
    Buy,
    Code,
    Reserve,
    Reserved,
    ReserveDeck,
    Seat,
    Setup,
    State,
    Take,
    View,
    apply,
    deal,
    legal_orders,
    order_text,
    view,
)
from pbem.commands.read import parse
from pbem.commands.resolve import Impossible, Resolution, Resolved, SeveralOrders, resolve
from pbem.commands.values import Move, OrderCode

# Neither is among the cards that lie face up.
RED, BLUE = CARDS["1r1"], CARDS["1u1"]


def board(seat: Seat | None = None, **changes: Any) -> State:
    """Two players, the first four cards of each level in the data file face up; the first seat as given."""
    levels = [[card.id for card in CARDS.values() if card.level == level] for level in (1, 2, 3)]
    state = deal(Setup(seats=2, decks=tuple(map(tuple, levels)), nobles=("n1", "n2", "n3")))
    seats = (seat or state.seats[0], *state.seats[1:])
    return state._replace(seats=seats, turn=0, **changes)


def card_at(state: State, place: int) -> str:
    card = state.table[place // 10 - 1][place % 10 - 1]
    assert card
    return card.id


def seen(state: State) -> View:
    return view(state, 0)


def resolved(text: str, now: State, then: State | None = None) -> Resolution:
    (move,) = parse(text, "en").commands
    assert isinstance(move, Move)
    return resolve(move.ladder, seen(now), then and seen(then))


def _code(resolution: Resolution) -> str:
    assert isinstance(resolution, Impossible)
    return resolution.code


def rich(**changes: Any) -> Seat:
    return Seat(tokens=(1, 1, 1, 1, 1, 1), bonuses=(0, 0, 0, 0, 0))._replace(**changes)


def test_a_complete_order_is_taken_as_it_stands() -> None:
    assert resolved("take red blue green", board()) == Resolved(Take(("blue", "green", "red")), completed=False)
    assert resolved("reserve deck 3", board()) == Resolved(ReserveDeck(3), completed=False)


def test_a_place_is_the_card_that_lies_there() -> None:
    now = board()
    assert resolved("reserve 23", now) == Resolved(Reserve(card_at(now, 23)), completed=False)
    assert resolved(f"reserve {card_at(now, 23)}", now) == resolved("reserve 23", now)


def test_a_place_is_read_on_the_board_of_the_mail_that_was_answered() -> None:
    then = board()
    meant = card_at(then, 23)
    now = apply(then, Reserve(meant)).state._replace(turn=0)
    there = card_at(now, 23)
    assert resolved("reserve 23", now, then) == Impossible(
        OrderCode.PLACE_CHANGED, {"place": 23, "then": meant, "now": there}
    )
    assert resolved("reserve 23", now) == Resolved(Reserve(there), completed=False)
    assert resolved("reserve 22", now, then) == resolved("reserve 22", now)


def test_an_empty_or_unknown_place_is_refused() -> None:
    empty = board()._replace(table=((None, *board().table[0][1:]), *board().table[1:]))
    assert resolved("buy 11", empty) == Impossible(OrderCode.PLACE_EMPTY, {"place": 11})
    assert resolved("buy 41", board()) == Impossible(OrderCode.PLACE_EMPTY, {"place": 41})
    assert resolved("buy 99", board()) == Impossible(OrderCode.NO_SUCH_PLACE, {"place": 99})
    assert resolved("buy 52", board()) == Impossible(OrderCode.NO_SUCH_PLACE, {"place": 52})


def test_own_reserved_cards_have_places() -> None:
    now = board(rich(tokens=(*BLUE.cost, 0), reserved=(Reserved(RED, 1, False), Reserved(BLUE, 1, True))))
    assert resolved("buy 42", now) == Resolved(Buy(BLUE.id), completed=False)
    assert resolved("reserve 41", now) == Impossible(Code.NOT_ON_TABLE, {"card": RED.id})
    assert resolved("buy 43", now) == Impossible(OrderCode.PLACE_EMPTY, {"place": 43})


def test_gold_is_paid_only_for_what_is_missing() -> None:
    card = BLUE
    short, *_ = [gem for gem, cost in zip(GEMS, card.cost, strict=True) if cost]
    tokens = tuple(cost - (gem == short) for gem, cost in zip(GEMS, card.cost, strict=True))
    now = board(rich(tokens=(*tokens, 3), reserved=(Reserved(card, 1, False),)))
    least = Buy(card.id, (short,))
    assert resolved("buy 41", now) == Resolved(least, completed=True)
    assert resolved("buy 41 with gold", now) == Resolved(least, completed=True)
    assert resolved(f"buy 41 gold {short}", now) == Resolved(least, completed=False)
    more = resolved("buy 41 with 2 gold", now)
    assert isinstance(more, SeveralOrders | Resolved)
    assert more != Resolved(least, completed=True)
    assert _code(resolved("buy 41 without gold", now)) == "gold_choice_needed"


def test_a_count_of_gold_that_fits_no_payment_is_refused_with_what_would() -> None:
    now = board(rich(tokens=(*CARDS[card_at(board(), 11)].cost, 1)))
    assert resolved("buy 11 with 3 gold", now) == Impossible(OrderCode.GOLD_COUNT, {"wanted": 3, "least": 0, "most": 1})


def test_what_cannot_be_paid_is_refused_with_the_numbers() -> None:
    refused = resolved("buy 31", board())
    assert isinstance(refused, Impossible)
    assert refused.code == "cannot_afford"
    assert refused.facts["gold"] == 0


def test_tokens_to_return_are_asked_back_where_there_is_a_choice() -> None:
    full = board(rich(tokens=(3, 3, 3, 0, 0, 0)))
    ambiguous = resolved("take red blue green", full)
    assert isinstance(ambiguous, SeveralOrders)
    assert len(ambiguous.options) > 1
    assert all(isinstance(order, Take) and len(order.back) == 2 for order in ambiguous.options)
    assert resolved("take red blue green return white white", full) == Resolved(
        Take(("blue", "green", "red"), ("white", "white")), completed=False
    )


def test_tokens_to_return_are_filled_in_where_there_is_no_choice() -> None:
    only_gold = board(rich(tokens=(0, 0, 0, 0, 0, 10)), bank=(4, 4, 4, 4, 4, 1))
    assert resolved("reserve 23", only_gold) == Resolved(Reserve(card_at(only_gold, 23), ("gold",)), completed=True)


def test_a_noble_is_asked_back_only_where_two_would_come() -> None:
    both = board(rich(bonuses=(4, 4, 4, 4, 4)), nobles=(NOBLES["n1"], NOBLES["n2"]))
    ambiguous = resolved("take red blue green", both)
    assert isinstance(ambiguous, SeveralOrders)
    assert [order.noble for order in ambiguous.options] == ["n1", "n2"]
    assert resolved("take red blue green noble 52", both) == Resolved(
        Take(("blue", "green", "red"), noble="n2"), completed=False
    )
    assert resolved("take red blue green noble n1", both) == Resolved(
        Take(("blue", "green", "red"), noble="n1"), completed=False
    )


def test_a_noble_without_a_rival_may_be_named() -> None:
    alone = board(rich(bonuses=(4, 4, 4, 4, 4)), nobles=(NOBLES["n1"],))
    order = Take(("blue", "green", "red"))
    assert resolved("take red blue green", alone) == Resolved(order, completed=False)
    assert resolved("take red blue green noble 51", alone) == Resolved(order, completed=False)
    assert resolved("take red blue green noble n3", alone) == Impossible(OrderCode.NOBLE_GONE, {"noble": "n3"})


def test_a_noble_that_does_not_come_is_refused() -> None:
    assert _code(resolved("take red blue green noble 51", board())) == "noble_not_a_choice"


def test_a_ladder_is_its_first_legal_rung() -> None:
    now = board()
    assert resolved("buy 31 else reserve 31 else take r u g", now) == resolved("reserve 31", now)
    assert resolved("buy 31 else buy 32", now) == resolved("buy 31", now)
    assert resolved("buy 31 else take r u g", now) == resolved("take r u g", now)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("take 2 gold", "gold_never_taken"),
        ("take red blue gold", "gold_never_taken"),
        ("take red blue", "must_take_more"),
        ("take 3 red", "not_a_gem_set"),
        ("take red blue green black", "not_a_gem_set"),
        ("take red blue green return white", "returns_too_many"),
        ("reserve 3k4", "not_on_table"),
        ("buy 3k4", "card_not_for_sale"),
        ("pass", "must_not_pass"),
    ],
)
def test_what_the_rules_forbid_is_refused_with_the_engines_code(text: str, code: str) -> None:
    assert _code(resolved(text, board())) == code


def test_after_the_end_everything_is_refused() -> None:
    assert resolved("take r u g", board()._replace(turn=None)) == Impossible(Code.GAME_OVER, {})


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32), st.integers(0, 40))
def test_every_legal_order_is_reached_by_its_own_words(seed: int, moves: int) -> None:
    state = deal(Setup(seats=3, seed=seed.to_bytes(8, "big")))
    for number in range(moves):
        orders = legal_orders(state)
        state = apply(state, orders[(seed + number * 7) % len(orders)]).state
    assert state.turn is not None
    mine = view(state, state.turn)
    for order in legal_orders(mine)[:40]:
        (move,) = parse(order_text(order), "en").commands
        assert isinstance(move, Move)
        assert resolve(move.ladder, mine) == Resolved(order, completed=False)
