"""Positions for tests: dealt from stacked decks, arranged by hand, or reached from a fixed seed."""

from random import Random

import pytest

from engine import (
    CARDS,
    NOBLES,
    Code,
    IllegalOrder,
    Order,
    Reserved,
    Setup,
    State,
    Tokens,
    apply,
    deal,
    legal_orders,
    order_text,
    parse_order,
    position,
)
from engine.gems import COLOURS, GEMS, INDEX, minus, plus, tokens_of
from tests.support.engine import naive


def stacked(
    seats: int = 2,
    *,
    one: str = "",
    two: str = "",
    three: str = "",
    nobles: str = "",
    edition: str = "2019",
    seating: tuple[int, ...] = (),
) -> State:
    """A game dealt from the ids listed, first id first; four of each level lie on the table."""
    decks = (tuple(one.split()), tuple(two.split()), tuple(three.split()))
    return deal(Setup(seats, edition, decks=decks, nobles=tuple(nobles.split()), seating=seating))


def counted(text: str) -> Tokens:
    """Tokens as people write them: "4 white, 1 gold"."""
    pairs = [part.split() for part in text.split(",") if part]
    return tokens_of(tuple(COLOURS[INDEX[colour]] for count, colour in pairs for _ in range(int(count))))


def holding(
    state: State, seat: int, *, tokens: str = "", bought: str = "", reserved: str = "", unseen: str = ""
) -> State:
    """The position with these tokens, taken from the bank, and these cards in front of the seat as well."""
    cards = [CARDS[card] for card in bought.split()]
    hand = [Reserved(CARDS[card], CARDS[card].level, hidden=False) for card in reserved.split()]
    hand += [Reserved(CARDS[card], CARDS[card].level, hidden=True) for card in unseen.split()]
    mine = state.seats[seat]
    own = (*mine.bought, *cards)
    w, u, g, r, k = (sum(card.bonus == gem for card in own) for gem in GEMS)
    mine = mine._replace(
        tokens=plus(mine.tokens, counted(tokens)),
        bonuses=(w, u, g, r, k),
        points=mine.points + sum(card.points for card in cards),
        bought=own,
        reserved=(*mine.reserved, *hand),
    )
    bank = minus(state.bank, counted(tokens))
    assert min(bank) >= 0, "the bank has not got these tokens"
    return state._replace(bank=bank, seats=(*state.seats[:seat], mine, *state.seats[seat + 1 :]))


def visited_by(state: State, seat: int, nobles: str) -> State:
    """The position after these nobles have come to the seat."""
    came = tuple(NOBLES[noble] for noble in nobles.split())
    mine = state.seats[seat]
    mine = mine._replace(nobles=came, points=mine.points + sum(noble.points for noble in came))
    left = tuple(noble for noble in state.nobles if noble not in came)
    return state._replace(nobles=left, seats=(*state.seats[:seat], mine, *state.seats[seat + 1 :]))


def reached(moves: int, *, seats: int, edition: str = "2019", seed: int = 1, seating: tuple[int, ...] = ()) -> State:
    """The position after so many moves, or at the end of the game, of players who buy whenever they can.

    They choose by text, so that neither a bot's cunning nor the order of `legal_orders` has a say in it.
    """
    state = deal(Setup(seats, edition, seed=seed.to_bytes(8, "big"), seating=seating))
    rng = Random(seed)
    for _ in range(moves):
        if state.over:
            break
        choices = sorted(texts(state))
        buys = [text for text in choices if text.startswith("buy")]
        state = play(state, rng.choice(buys or choices))
    return state


def play(state: State, *texts: str) -> State:
    """The position after these orders."""
    for text in texts:
        state = apply(state, parse_order(text)).state
    return state


def texts(state: State) -> list[str]:
    """Every legal order as text."""
    return [order_text(order) for order in legal_orders(state)]


def refusal(state: State, order: str | Order) -> tuple[Code, dict[str, object]]:
    """The code and the facts with which the order is refused."""
    with pytest.raises(IllegalOrder) as caught:
        apply(state, parse_order(order) if isinstance(order, str) else order)
    return caught.value.code, caught.value.facts


def dealt(state: State) -> list[list[str]]:
    """The ids of each level and of the nobles in the order in which they were dealt."""
    levels = [[card.id for card in (*row, *deck) if card] for row, deck in zip(state.table, state.decks, strict=True)]
    return [*levels, [noble.id for noble in state.nobles]]


def naively(state: State) -> naive.Game:
    """The same position for the naive rules."""
    return naive.Game(
        position=position(state),
        decks=[[card.id for card in deck] for deck in state.decks],
        edition=state.edition,
        seating=list(state.seating),
        passes=state.passes,
    )
