"""Playing by mail: what an order does, who hears of it, and what becomes of one that can't be."""

from dataclasses import replace

from pbem.model.games import House
from tests.support.desk import Desk, kinds
from tests.support.people import Tap, compose, text_of, typed
from tests.support.way import measured


def test_at_the_start_everyone_is_told_and_the_first_player_is_on_turn(desk: Desk) -> None:
    desk.new_game()
    assert [person.kinds() for person in desk.people] == [["turn"], ["started"], ["started"]]


def test_the_opening_mails_carry_the_commitment(desk: Desk) -> None:
    desk.new_game()
    commitment = desk.game().start.commitment
    assert all(commitment in text_of(person.last("started")) for person in desk.people)


def test_after_an_order_its_player_gets_a_receipt_and_the_next_one_the_turn(desk: Desk) -> None:
    desk.new_game()
    anna, bo, cy = desk.people
    arrived = desk.reply(anna, "take white blue green")
    assert [(mail["To"].addresses[0].addr_spec, mail["X-PBEM-Kind"]) for mail in arrived] == [
        (anna.address, "moved"),
        (bo.address, "turn"),
    ]
    assert cy.kinds() == ["started"]


def test_an_order_below_our_mail_without_quote_marks_moves(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    quotation = text_of(anna.last("turn"))
    assert kinds(desk.reply(anna, f"{quotation}\n\ntake white blue green")) == ["moved", "turn"]


def test_a_tapped_link_moves(desk: Desk) -> None:
    desk.new_game()
    assert kinds(desk.tap(desk.people[0], "take")) == ["moved", "turn"]


def test_a_mail_that_is_delivered_again_does_nothing(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    order = anna.answer(anna.last("turn"))
    desk.hand_in(order)
    before = desk.position()
    assert desk.hand_in(order) == []
    assert desk.position() == before


def test_a_second_answer_to_the_same_turn_is_stale(desk: Desk) -> None:
    desk.new_game()
    anna, bo, cy = desk.people
    turn = anna.last("turn")
    for person in (anna, bo, cy):
        desk.reply(person, "take white blue green")
    before = desk.position()
    anna.mails.append(turn)
    arrived = desk.reply(anna, "take red black green")
    assert kinds(arrived) == ["refused"]
    assert desk.position() == before


def test_an_illegal_order_is_refused_with_the_numbers_and_changes_nothing(desk: Desk) -> None:
    desk.new_game()
    before = desk.position()
    arrived = desk.reply(desk.people[0], "buy 31")
    assert kinds(arrived) == ["refused"]
    assert desk.position() == before


def test_nothing_understood_is_answered_once(desk: Desk) -> None:
    desk.new_game()
    assert kinds(desk.reply(desk.people[0], "what a lovely day it is")) == ["confirm"]


def test_an_order_before_its_time_waits_for_the_turn(desk: Desk) -> None:
    desk.new_game()
    anna, bo, _ = desk.people
    assert kinds(desk.reply(bo, "take white blue red", to="started")) == ["queued"]
    arrived = desk.reply(anna, "take white blue green")
    assert kinds(arrived) == ["moved", "moved", "turn"]
    assert desk.game().state.turn == 2


def test_a_queued_order_can_be_cancelled(desk: Desk) -> None:
    desk.new_game()
    anna, bo, _ = desk.people
    desk.reply(bo, "take white blue red", to="started")
    desk.reply(bo, "cancel", to="queued")
    assert kinds(desk.reply(anna, "take white blue green")) == ["moved", "turn"]


def test_a_queued_order_that_has_become_impossible_is_dropped_and_said_so(desk: Desk) -> None:
    desk.new_game()
    anna, bo, _ = desk.people
    card = desk.game().state.table[0][0]
    assert card
    desk.reply(bo, "reserve 11", to="started")
    desk.reply(anna, "reserve 11")
    assert bo.kinds()[-1] == "turn"
    assert card.id in text_of(bo.last("turn"))
    assert desk.game().holders[1].queued is None


def test_a_place_is_read_on_the_board_of_the_mail_that_is_answered(desk: Desk) -> None:
    desk.new_game()
    anna, bo, _ = desk.people
    desk.reply(anna, "reserve 11")
    before = desk.position()
    assert kinds(desk.reply(bo, "reserve 11", to="started")) == ["refused"]
    assert desk.position() == before


def test_a_ladder_does_the_first_thing_that_is_legal(desk: Desk) -> None:
    desk.new_game()
    desk.reply(desk.people[0], "buy 31 else take white blue green")
    assert desk.game().state.seats[0].tokens == (1, 1, 1, 0, 0, 0)


def test_a_preview_changes_nothing_and_reveals_no_card(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    before = desk.game().state
    arrived = desk.reply(anna, "preview reserve 11")
    assert kinds(arrived) == ["preview"]
    assert desk.game().state == before
    following = before.decks[0][0]
    assert following.id not in text_of(arrived[0]) + text_of(arrived[0], "html")
    desk.reply(anna, "preview reserve deck 3")
    hidden = before.decks[2][0]
    assert hidden.id not in text_of(anna.last("preview")) + text_of(anna.last("preview"), "html")


def test_an_open_choice_is_asked_back_and_answered_by_its_number(desk: Desk) -> None:
    """Above ten tokens: which of them go back is the player's choice."""
    desk.new_game()
    anna = desk.people[0]
    while not any("return" in order for order in desk.legal("take")) or desk.game().state.turn != 0:
        person = desk.people[desk.game().state.turn or 0]
        wanted = "take" if person is anna else "reserve deck 1"
        desk.reply(person, next(iter(desk.legal(wanted) or desk.legal("take"))))
    before = desk.position()
    gems = next(order for order in desk.legal("take") if "return" in order).partition(" return")[0]
    assert kinds(desk.reply(anna, gems)) == ["refused"]
    assert desk.position() == before
    assert kinds(desk.reply(anna, "1", to="refused")) == ["moved", "turn"]
    assert sum(desk.game().state.seats[0].tokens) == 10


def test_bots_answer_at_once(desk: Desk) -> None:
    desk.new_game("greedy")
    for person in desk.people:
        desk.reply(person, "take white blue green")
    assert desk.people[0].kinds()[-1] == "turn"
    assert desk.game().length == 4


def test_a_player_resigns_and_the_others_play_on(desk: Desk) -> None:
    desk.new_game()
    anna, bo, _ = desk.people
    assert kinds(desk.reply(anna, "resign")) == ["moved", "turn"]
    assert bo.kinds()[-1] == "turn"
    assert desk.game().state.seats[0].resigned


def test_status_board_and_help_are_answered(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    assert kinds(desk.reply(anna, "status")) == ["status"]
    assert kinds(desk.reply(anna, "board")) == ["status"]
    assert kinds(desk.reply(anna, "help")) == ["help"]


def test_a_whole_game_by_mail_ends_with_a_record_for_everyone(desk: Desk) -> None:
    desk.new_game()
    while not desk.game().state.over:
        person = desk.people[desk.game().state.turn or 0]
        desk.hand_in(person.answer(person.last("turn")))
    assert desk.crowd.all_got("ended")
    assert desk.shunted() == []


def test_a_preview_shows_what_would_happen_were_it_ones_turn(desk: Desk) -> None:
    desk.new_game()
    bo = desk.people[1]
    assert kinds(desk.reply(bo, "preview take white blue green", to="started")) == ["preview"]
    assert desk.game().state.turn == 0
    assert desk.game().length == 0


def test_who_stops_gets_one_last_mail_and_a_stand_in_plays_on(desk: Desk) -> None:
    desk.new_game()
    anna, bo, cy = desk.people
    assert kinds(desk.reply(anna, "stop")) == ["status", "turn"]
    for _ in range(2):
        desk.reply(bo, desk.legal("take")[0])
        desk.reply(cy, desk.legal("take")[0])
    assert anna.kinds()[-1] == "status"
    assert desk.game().state.turn == 1


def test_who_writes_again_after_a_stop_has_the_seat_back(desk: Desk) -> None:
    desk.new_game()
    anna, bo, cy = desk.people
    desk.reply(anna, "stop")
    desk.reply(anna, "board", to="status")
    desk.reply(bo, desk.legal("take")[0])
    desk.reply(cy, desk.legal("take")[0])
    assert anna.kinds()[-1] == "turn"


def test_the_unsubscribe_header_stops(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    address, _, subject = (
        anna.last("turn")["List-Unsubscribe"].strip("<>").removeprefix("mailto:").partition("?subject=")
    )
    desk.hand_in(compose(anna.sender, Tap(address, subject, "")))
    assert anna.kinds()[-1] == "status"


def test_the_rules_come_by_mail(desk: Desk) -> None:
    desk.new_game()
    assert kinds(desk.reply(desk.people[0], "rules")) == ["rules"]


def test_the_rules_are_short_first_and_whole_on_request(desk: Desk) -> None:
    desk.new_game()
    (short,) = desk.reply(desk.people[0], "rules")
    (whole,) = desk.reply(desk.people[0], "all rules")
    assert "10. You may pass only" in text_of(short)
    assert len(text_of(whole)) > 1.5 * len(text_of(short))


def test_away_from_a_table_the_rules_are_those_of_the_house(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    desk.reply(anna, "status")
    at_a_table = text_of(desk.reply(anna, "rules")[0])
    desk.server = replace(desk.server, house=House(edition="2021"))
    (told,) = desk.reply(anna, "rules", to="status")
    assert "three tokens of three colours" in at_a_table
    assert "one, two or three tokens" in text_of(told)


def test_several_games_are_moved_in_one_mail(desk: Desk) -> None:
    """Only a mail that is not about one game may do so: its tag opens them all."""
    desk.new_game()
    desk.new_game(secret=b"another game that is always the same")
    anna = desk.people[0]
    desk.hand_in(typed(anna.last("turn"), anna.sender, "status"))
    arrived = desk.reply(anna, "#1 take white blue green\n#2 take red black green", to="status")
    assert kinds(arrived) == ["moved", "turn", "moved", "turn"]
    assert desk.game(1).state.turn == desk.game(2).state.turn == 1


def test_a_number_that_answers_no_question_is_not_understood(desk: Desk) -> None:
    desk.new_game()
    assert kinds(desk.reply(desk.people[0], "2")) == ["refused"]
    assert "We couldn't find a move in this." in text_of(desk.people[0].last("refused"))


def test_without_a_game_number_it_is_asked_which_of_several(desk: Desk) -> None:
    desk.new_game()
    desk.new_game(secret=b"another game that is always the same")
    anna = desk.people[0]
    desk.hand_in(typed(anna.last("turn"), anna.sender, "status"))
    assert kinds(desk.reply(anna, "take white blue green", to="status")) == ["refused"]
    assert desk.game(1).length == desk.game(2).length == 0


def test_a_doubtful_order_is_asked_back_and_answered_by_its_number(desk: Desk) -> None:
    desk.new_game()
    anna = desk.people[0]
    assert kinds(desk.reply(anna, "take b r g")) == ["refused"]
    assert desk.game().length == 0
    assert kinds(desk.reply(anna, "2", to="refused")) == ["moved", "turn"]
    assert desk.game().state.seats[0].tokens == (0, 0, 1, 1, 1, 0)


def test_a_rematch_starts_once_everyone_asked_for_it_and_the_next_one_begins(desk: Desk) -> None:
    desk.new_game()
    anna, bo, cy = desk.people
    for person in (anna, bo):
        desk.reply(person, "resign", to="started")
    assert kinds(desk.reply(anna, "rematch", to="ended")) == ["status", "invite", "invite"]
    assert {person.last("invite")["Subject"] for person in (bo, cy)} == {"Anna asks for a rematch · #1"}
    assert "Bo, Cy" in " ".join(text_of(anna.last("status")).split())
    assert kinds(desk.reply(bo, "rematch", to="invite")) == ["status"]
    assert kinds(desk.reply(cy, "rematch", to="ended")) == ["started", "started", "turn"]
    assert bo.kinds()[-1] == "turn"
    assert kinds(desk.reply(anna, "rematch", to="ended")) == ["refused"]


def test_a_game_that_is_being_played_has_no_rematch(desk: Desk) -> None:
    desk.new_game()
    assert kinds(desk.reply(desk.people[0], "rematch")) == ["refused"]


def test_a_plain_order_goes_a_short_way_and_nothing_asks_what_it_means() -> None:
    """`python -m tests.support.way` prints the way; docs/changing.md has the figures."""
    way = measured()
    assert [
        name for name in way.functions if name.startswith(("pbem/commands/sentence/", "pbem/commands/intents/"))
    ] == []
    assert way.without_engine <= 84
    assert sum(map(len, way.glue.values())) <= 55
    assert way.depth <= 9
