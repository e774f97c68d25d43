"""Hints by mail: three orders, why, and a tap that plays one; nothing in them that their reader could not know."""

import re
from dataclasses import replace
from email.message import EmailMessage
from itertools import combinations
from random import Random

import pytest

from engine import (
    CARDS,
    Reserve,
    Resign,
    Setup,
    State,
    advance,
    apply,
    deal,
    legal_orders,
    order_text,
    parse_order,
    view,
)
from engine.bots import BOTS
from pbem.actions.games.hints import continued, hints, opinions, reasons
from pbem.model import LedgerLine
from pbem.notices.games import Reason, Why
from tests.support.desk import USUAL, Desk, kinds
from tests.support.people import Person, compose, taps, text_of

VERBS = ("buy ", "take ", "reserve ")


def orders(mail: EmailMessage) -> list[str]:
    return [tap.body for tap in taps(mail) if tap.body.startswith(VERBS)]


def asks(desk: Desk, person: Person, text: str = "hint") -> EmailMessage:
    (answer,) = desk.reply(person, text, to="started")
    return answer


@pytest.mark.parametrize("word", ["hint", "tip", "vísbending", "podpowiedź", "רמז", "Give me a hint"])
def test_whoever_asks_gets_two_or_three_orders_with_reasons(desk: Desk, word: str) -> None:
    desk.new_game()
    mail = asks(desk, desk.people[0], word)
    assert mail["X-PBEM-Kind"] == "preview"
    assert "Worth a thought" in text_of(mail)
    assert 2 <= len(orders(mail)) <= 3
    assert set(orders(mail)) <= {*desk.legal("take"), *desk.legal("reserve"), *desk.legal("buy")}


def test_asking_changes_nothing_and_asking_again_brings_the_same(desk: Desk) -> None:
    desk.new_game()
    before = desk.position()
    first = asks(desk, desk.people[0])
    assert desk.position() == before
    assert orders(asks(desk, desk.people[0])) == orders(first)


def test_a_tap_plays_the_order(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    tap = next(tap for tap in taps(asks(desk, anna)) if tap.body.startswith(VERBS))
    assert kinds(desk.hand_in(compose(anna.sender, tap))) == ["moved", "turn"]
    with desk.store.work() as work:
        assert [order_text(line.entry) for line in work.ledger(1)] == [tap.body]  # type: ignore[arg-type]


def test_before_the_turn_a_tapped_order_waits_for_it(desk: Desk) -> None:
    desk.new_game()
    bo = desk.people[1]
    mail = asks(desk, bo)
    assert "It is not your turn yet." in text_of(mail)
    tap = next(tap for tap in taps(mail) if tap.body.startswith(VERBS))
    assert kinds(desk.hand_in(compose(bo.sender, tap))) == ["queued"]


def test_a_table_without_hints_refuses(desk: Desk) -> None:
    desk.new_game(terms=replace(USUAL, hints=False))
    mail = asks(desk, desk.people[0])
    assert mail["X-PBEM-Kind"] == "refused"
    assert "There are no hints in game #1." in text_of(mail)


def test_whoever_is_out_or_has_no_turn_left_is_refused(desk: Desk) -> None:
    desk.new_game()
    anna, bo, _ = desk.people
    with desk.store.work() as work:
        game = work.game(1)
        assert game
        # Anna has had her turn of the last round, and the third seat plays.
        last = advance(game.state, Resign(1)).state._replace(last_round=True, turn=2)
        work.append(game, [LedgerLine(game.length, Resign(1), 1, work.now)], last)
    assert "This player is no longer in the game." in text_of(asks(desk, bo))
    assert "It is not your turn." in text_of(asks(desk, anna))


def middle_games() -> list[State]:
    """Positions in which somebody else holds a card that was reserved unseen."""
    found = []
    for seed in range(6):
        luck, state = Random(seed), deal(Setup(seats=2 + seed % 3, seed=b"hints %d" % seed))
        while not state.over and state.round < 12:
            seat = state.turn
            assert seat is not None
            unseen = [order for order in legal_orders(state) if order_text(order).startswith("reserve deck")]
            pick = luck.choice(unseen) if unseen and state.round == 3 else BOTS["greedy"](view(state, seat), luck)
            state = apply(state, pick).state
        found.append(state)
    return found


def with_other_secrets(state: State, viewer: int) -> State:
    """The same to this seat: the decks lie the other way round, and others hold what was on top of them."""
    decks = [list(reversed(deck)) for deck in state.decks]
    seats = []
    for number, seat in enumerate(state.seats):
        hand = list(seat.reserved)
        for place, held in enumerate(hand):
            deck = decks[held.level - 1]
            if held.hidden and number != viewer and deck:
                assert held.card
                hand[place] = held._replace(card=deck[0])
                deck[0] = held.card
        seats.append(seat._replace(reserved=tuple(hand)))
    one, two, three = (tuple(deck) for deck in decks)
    return state._replace(decks=(one, two, three), seats=tuple(seats))


@pytest.mark.parametrize("state", middle_games())
def test_a_hint_does_not_depend_on_what_nobody_has_shown(state: State) -> None:
    assert state.turn is not None
    other = with_other_secrets(state, state.turn)
    assert other != state
    found = hints(view(state, state.turn), "1")
    assert hints(view(other, state.turn), "1") == found
    for hint in found:
        assert advance(state, parse_order(hint.order))


def test_no_card_is_named_that_the_reader_has_not_seen(desk: Desk) -> None:
    desk.new_game()
    mail, state = asks(desk, desk.people[0]), desk.game().state
    on_table = {card.id for row in state.table for card in row if card}
    assert not [card for card in set(CARDS) - on_table if card in text_of(mail)]


def test_every_order_that_a_bot_names_has_a_reason() -> None:
    for seed in range(4):
        luck, state = Random(seed), deal(Setup(seats=2 + seed % 3, edition="2021", seed=b"reasons %d" % seed))
        while state.turn is not None:
            seen = view(state, state.turn)
            if state.round % 6 == 0:
                found = hints(seen, str(seed))
                assert found
                assert all(1 <= len(hint.reasons) <= 2 for hint in found)
            state = apply(state, BOTS["greedy"](seen, luck)).state


def test_no_two_hints_have_the_same_reasons_and_none_gives_much_away() -> None:
    for seed in range(4):
        luck, state = Random(seed), deal(Setup(seats=2 + seed % 3, seed=b"same %d" % seed))
        while state.turn is not None:
            seen = view(state, state.turn)
            if state.round % 6 == 3:
                found, chances = hints(seen, "1"), dict(opinions(seen, "1"))
                assert all(one.reasons != other.reasons for one, other in combinations(found, 2))
                worth = [chances[parse_order(hint.order)] for hint in found]
                assert min(worth) > worth[0] - 0.1
            state = apply(state, BOTS["greedy"](seen, luck)).state


def test_a_card_that_is_kept_is_told_with_its_points() -> None:
    state = deal(Setup(2, seed=b"kept"))
    card = next(card for card in state.table[2] if card and card.points)
    place = 30 + 1 + state.table[2].index(card)
    told = reasons(view(state, 0), Reserve(card.id))
    assert Reason(Why.KEEPS_POINTS, {"place": place, "points": card.points}) in told


@pytest.mark.parametrize("word", ["show me", "vis mig", "sýndu mér", "pokaż mi", "תראה לי"])
def test_whoever_wants_to_be_shown_reads_two_turns_of_everybody(desk: Desk, word: str) -> None:
    desk.new_game()
    mail = asks(desk, desk.people[0], word)
    told = text_of(mail).partition("What would probably follow")[2]
    assert re.findall(r"^(\w+): (?:take|buy|reserve)", told, re.MULTILINE) == ["Bo", "Cy", "you", "Bo", "Cy"]
    assert len(orders(mail)) == 1
    assert desk.game().length == 0


def test_a_table_without_hints_shows_nothing(desk: Desk) -> None:
    desk.new_game(terms=replace(USUAL, hints=False))
    assert "There are no hints in game #1." in text_of(asks(desk, desk.people[0], "show me"))


@pytest.mark.parametrize("state", middle_games())
def test_what_is_shown_does_not_depend_on_what_nobody_has_shown(state: State) -> None:
    assert state.turn is not None
    seen, other = view(state, state.turn), view(with_other_secrets(state, state.turn), state.turn)
    best = parse_order(hints(seen, "1")[0].order)
    assert continued(seen, best) == continued(other, best)
    named = {word for each in continued(seen, best) for word in each.order.split() if word in CARDS}
    in_hands = {held.card for seat in seen.seats for held in seat.reserved}
    assert named <= {card.id for card in {*(card for row in seen.table for card in row), *in_hands} if card}


def test_no_hint_says_that_it_gains_little_where_another_gains_more() -> None:
    for state in middle_games():
        assert all(hint.reasons[0].why is not Why.LITTLE for hint in hints(view(state, state.turn), "1")[1:])
