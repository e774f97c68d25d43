"""Players whom no mail reaches: the clock stands for a while, and another address is tried."""

from datetime import timedelta

from tests.support.brisk_games import BRISK, bank, bounced, pause, times
from tests.support.desk import Desk, kinds
from tests.support.people import read, text_of, typed

SPAM = "GTUBE"
"""What stands for the test string of spam filters."""


def test_a_bounce_stops_the_clock_and_tells_the_admins(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.let_pass(hours=3)
    desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
    assert desk.player(anna).unreachable
    assert kinds(desk.admin_mails) == ["bounce-notice"]
    assert times(desk, hours=70) == []


def test_a_game_does_not_wait_for_ever_for_someone_out_of_reach(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, _ = desk.people
    desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
    desk.let_pass(hours=73)
    assert bo.kinds()[-1] == "turn"
    assert anna.kinds().count("timeout") == 0


def test_a_turn_that_was_refused_for_its_content_is_told_again_without_the_talk(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, _ = desk.people
    desk.reply(anna, f"say {SPAM}\ntake white blue green")
    refused = bo.last("turn")
    assert SPAM in text_of(refused)
    desk.let_pass(hours=3)
    desk.hand_in(bounced(refused, "5.7.1"), envelope_sender="")
    assert not desk.player(bo).unreachable
    again = bo.last("turn")
    assert again["Message-ID"] != refused["Message-ID"]
    assert SPAM not in text_of(again) + text_of(again, "html")
    desk.keep_time()
    assert desk.game().clock.since == desk.now


def test_a_turn_that_is_refused_once_more_shows_that_nobody_can_be_reached(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    for _ in range(2):
        desk.hand_in(bounced(anna.last("turn"), "5.7.1"), envelope_sender="")
    assert desk.player(anna).unreachable


def test_a_second_address_is_tried(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.set(anna, second_address="anna@elsewhere.example")
    desk.let_pass(hours=5)
    arrived = desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
    assert ("turn", "anna@elsewhere.example") in [
        (mail["X-PBEM-Kind"], mail["To"].addresses[0].addr_spec) for mail in arrived
    ]
    desk.keep_time()
    assert desk.game().clock.since == desk.now
    desk.hand_in(typed(read(arrived[-1].as_bytes()), "anna@elsewhere.example", "take white blue green"))
    assert desk.game().state.turn == 1


def test_who_writes_is_within_reach_again_and_the_clock_runs_on(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.let_pass(hours=25)
    desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
    desk.let_pass(hours=20)
    desk.reply(anna, "help")
    desk.let_pass(hours=2)
    desk.reply(anna, "take white blue green")
    assert bank(desk, 0) == 7
    assert not desk.player(anna).unreachable


def test_a_bounce_while_a_question_is_open_leaves_the_clock_standing(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.let_pass(hours=25)
    desk.reply(anna, "take b g r")
    desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
    assert times(desk, hours=71) == []
    assert desk.game().clock.since is None
    assert desk.game().clock.used == timedelta(hours=25)


def test_rubbish_from_someone_out_of_reach_shows_that_they_are_there(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
    desk.reply(anna, "xyzzy plugh")
    assert not desk.player(anna).unreachable
    assert desk.game().clock.since == desk.now


def test_a_bounce_in_a_pause_ends_the_question_that_would_set_the_clock_going_after_it(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna = desk.people[0]
    desk.let_pass(hours=1)
    desk.reply(anna, "take b g r")
    pause(desk, on=True)
    desk.hand_in(bounced(anna.last("turn")), envelope_sender="")
    pause(desk, on=False)
    desk.let_pass(hours=30)
    assert desk.game().clock.since is None
