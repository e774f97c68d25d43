"""Whoever sleeps or wants one mail for all games is not written to at every hour."""

from dataclasses import replace

from tests.support.brisk_games import BRISK, times
from tests.support.desk import Desk
from tests.support.people import Person, text_of, typed


def test_a_reminder_at_night_waits_for_the_morning(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    desk.set(desk.people[0], quiet="04:00-09:00")  # 17 hours after noon is five in the morning.
    assert times(desk, hours=36) == [(21, "reminder", "Anna"), (22, "reminder", "Anna"), (34, "reminder", "Anna")]


def test_a_reminder_that_would_be_too_late_in_the_morning_comes_before_the_night(desk: Desk) -> None:
    desk.new_game(terms=replace(BRISK, free_hours=20, bank_hours=0))
    desk.set(desk.people[0], quiet="19:00-09:00")
    # Half the time is up at 22:00, all of it at 08:00; before 19:00 is the last time to say so.
    told = times(desk, hours=22)
    assert [(kind, name) for _, kind, name in told] == [("reminder", "Anna"), ("reminder", "Anna")]
    assert told[0][0] == 7
    assert told[1][0] == 21


def test_a_timekeeper_that_was_away_does_not_wake_anyone_either(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    desk.set(desk.people[0], quiet="22:00-08:00")
    desk.keep_time()
    desk.wait(hours=18)
    assert desk.keep_time() == []
    assert times(desk, hours=3)[0][0] == 20


def test_with_digest_one_mail_tells_of_all_games(desk: Desk) -> None:
    anna = desk.people[0]
    desk.new_game(terms=BRISK)
    desk.wait(hours=2)
    desk.new_game(terms=BRISK)
    desk.set(anna, digest=True)
    told = times(desk, hours=20)
    assert [kind for _, kind, _ in told] == ["digest"]
    assert "#1" in text_of(anna.last("digest"))
    assert "#2" in text_of(anna.last("digest"))


def move(desk: Desk, person: Person, number: int) -> None:
    """Take gems in a game, in answer to its last turn mail."""
    mail = [each for each in person.mails if each["X-PBEM-Kind"] == "turn" and each["X-PBEM-Game"] == str(number)][-1]
    desk.hand_in(typed(mail, person.sender, desk.legal("take", number)[0]))


def test_with_digest_turns_are_not_told_one_by_one(desk: Desk) -> None:
    anna, bo, cy = desk.people
    for number in (1, 2):
        desk.new_game(terms=BRISK)
        desk.set(anna, digest=True, receipts="needed")
        move(desk, anna, number)
    heard = len(anna.mails)
    for person in (bo, cy):
        for number in (1, 2):
            move(desk, person, number)
    desk.keep_time()
    assert anna.mails[heard:] == []
    arrived = [mail for mail in desk.let_pass(hours=13) if mail in anna.mails]
    (digest,) = anna.mails[heard:]
    assert arrived == [digest]
    assert digest["X-PBEM-Kind"] == "digest"
    assert all(desk.game(number).clock.since for number in (1, 2))
    orders = [f"#{number} {desk.legal('take', number)[0]}" for number in (1, 2)]
    desk.hand_in(typed(digest, anna.sender, "\n".join(orders)))
    assert [desk.game(number).state.turn for number in (1, 2)] == [1, 1]


def test_with_digest_and_only_one_game_a_turn_is_told_at_once(desk: Desk) -> None:
    anna, bo, cy = desk.people
    desk.new_game(terms=BRISK)
    desk.set(anna, digest=True)
    for person in (anna, bo, cy):
        move(desk, person, 1)
    assert anna.kinds()[-1] == "turn"


def test_talk_that_waits_for_the_morning_is_not_sent_to_someone_who_stopped(desk: Desk) -> None:
    desk.new_game(terms=BRISK)
    anna, bo, _ = desk.people
    desk.set(bo, quiet="11:00-18:00", talk=True)
    desk.reply(anna, "say hello")
    desk.reply(bo, "stop", to="started")
    assert [mail for mail in desk.let_pass(hours=10) if mail["To"].addresses[0].addr_spec == bo.address] == []
