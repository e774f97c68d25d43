"""Turns that ran out one after the other: a bot has the seat, and its player comes back."""

from dataclasses import replace

from tests.support.brisk_games import BRISK, ledger
from tests.support.desk import Desk, kinds
from tests.support.people import Person, text_of


def vanish(desk: Desk, others: list[Person], turns: int) -> None:
    """Anna lets her turns run out while the others go on."""
    for _ in range(turns):
        while desk.game().state.turn == 0:
            desk.let_pass(hours=10)
        for person in others:
            desk.keep_time()
            desk.hand_in(person.answer(person.last("turn")))


def test_after_three_turns_in_a_row_a_bot_has_the_seat(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, cy = desk.people
    vanish(desk, [bo, cy], 2)
    assert desk.game().holders[0].bot is None
    desk.let_pass(hours=50)
    assert desk.game().holders[0].bot == "greedy"
    assert "replace 1 greedy" in ledger(desk)
    assert anna.kinds().count("timeout") == 3


def test_the_mail_of_a_turn_that_ran_out_says_what_the_turns_to_come_have(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    desk.let_pass(hours=41)
    mail = " ".join(text_of(desk.people[0].last("timeout")).split())
    assert "Your reserve is used up: from now on you have 24 hours for each turn." in mail


def test_nothing_is_said_of_a_reserve_where_the_table_has_none(desk: Desk) -> None:
    desk.new_game(terms=replace(BRISK, bank_hours=0))
    desk.let_pass(hours=41)
    assert "reserve is" not in text_of(desk.people[0].last("timeout"))


def test_whoever_vanished_can_come_back_while_a_bot_has_the_seat(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, cy = desk.people
    vanish(desk, [bo, cy], 2)
    desk.let_pass(hours=50)
    desk.reply(anna, "take red red else take white blue green", to="timeout")
    assert desk.game().holders[0].bot is None
    assert desk.game().holders[0].queued
    assert ledger(desk)[-1] == "replace 1 Anna"


def test_one_turn_in_time_forgives_those_that_were_missed(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, cy = desk.people
    vanish(desk, [bo, cy], 2)
    desk.keep_time()
    desk.hand_in(anna.answer(anna.last("turn")))
    assert desk.game().holders[0].missed == 0


def test_turns_in_time_and_timeouts_make_a_player_s_reliability(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, cy = desk.people
    assert desk.player(anna).reliability is None
    vanish(desk, [bo, cy], 1)
    desk.hand_in(anna.answer(anna.last("turn")))
    assert desk.player(anna).reliability == 50
    assert desk.player(bo).reliability == 100


def test_who_comes_back_while_a_bot_thinks_is_on_turn(desk: Desk) -> None:
    desk.new_game(terms=replace(BRISK, bot_minutes=30))
    anna = desk.people[0]
    desk.reply(anna, "stop")
    arrived = desk.reply(anna, "back", to="status")
    assert kinds(arrived) == ["status", "turn"]
    desk.keep_time()
    assert desk.game().clock.since == desk.now
    assert desk.let_pass(hours=2) == []
