"""Nobody is flooded by us: what goes to a mailbox is counted, against whoever brought it about."""

from dataclasses import replace
from itertools import count

from engine import CARDS
from pbem.model import Limits
from tests.support.desk import Desk, kinds
from tests.support.handwritten import mail
from tests.support.people import BORDER, Person, text_of, typed

_NUMBERS = count()


def stranger(address: str, body: str = "help") -> bytes:
    return mail(address, body=body, message_id=f"<{next(_NUMBERS)}@elsewhere.example>")


def test_a_mailbox_that_has_not_said_yes_gets_three_mails_a_day_however_it_is_spelled(desk: Desk) -> None:
    spellings = ("v@gmail.com", "V+1@gmail.com", "v.@googlemail.com", "v+2@gmail.com.", "v+3@gmail.com")
    for spelling in spellings:
        for body in ("help", "rules", "games", "hello?"):
            desk.hand_in(stranger(spelling, body))
    assert len(desk.strangers_mails) == 3


def test_to_the_strangers_of_one_domain_twenty_mails_go_an_hour_and_the_others_wait(desk: Desk) -> None:
    desk.hand_in(*(stranger(f"person{number}@victim.example") for number in range(50)))
    assert len(desk.strangers_mails) == 20
    desk.wait(hours=1)
    desk.deliver_outbox()
    assert len(desk.strangers_mails) == 40
    desk.wait(hours=1)
    desk.deliver_outbox()
    assert len(desk.strangers_mails) == 50


def proven(address: str, body: str) -> bytes:
    passed = f"{BORDER}; dmarc=pass header.from={address.partition('@')[2]}"
    headers = {"message_id": f"<{next(_NUMBERS)}@elsewhere.example>", "Authentication_Results": passed}
    return mail(address, body=body, **headers)


def test_of_one_domain_s_newcomers_no_more_are_answered_whatever_they_prove(desk: Desk) -> None:
    desk.hand_in(*(proven(f"person{number}@many.example", "Hello!") for number in range(50)))
    assert len(desk.strangers_mails) == 20
    desk.hand_in(proven("someone@few.example", "Hello!"), stranger("another@few.example", "Hello!"))
    assert len(desk.strangers_mails) == 22
    desk.hand_in(*(proven(f"person{number}@gmail.com", "Hello!") for number in range(30)))
    assert len(desk.strangers_mails) == 52


def test_of_one_domain_no_more_than_twenty_begin_to_play_in_an_hour(desk: Desk) -> None:
    for number in range(25):
        desk.hand_in(proven(f"person{number}@many.example", "new 2 bot"))
    assert kinds(desk.strangers_mails) == ["turn"] * 20 + ["welcome"] * 5
    assert kinds(desk.hand_in(proven("someone@few.example", "new 2 bot"))) == ["turn"]


def test_public_providers_are_not_one_domain_of_strangers(desk: Desk) -> None:
    desk.hand_in(*(stranger(f"person{number}@gmail.com") for number in range(30)))
    assert len(desk.strangers_mails) == 30


def test_who_writes_without_end_is_answered_sixty_times_an_hour_and_told_once(desk: Desk, anna: Person) -> None:
    answers = []
    for _ in range(70):
        desk.wait(seconds=10)
        answers += desk.reply(anna, "rules")
    assert len(answers) == 60
    assert ["quiet until" in " ".join(text_of(each).split()) for each in answers].index(True) == 59
    desk.wait(hours=1, seconds=1)
    assert kinds(desk.reply(anna, "rules")) == ["rules"]


# No two of them the same, and nobody can pay for any: no machine, and no legal order.
_TOO_DEAR = [f"buy {card.id}" for card in CARDS.values()]


def test_whoever_is_told_that_it_is_quiet_is_told_it_once_and_then_is_quiet(desk: Desk, anna: Person) -> None:
    desk.server = replace(desk.server, limits=Limits(answers_an_hour=6))
    for _ in range(33):
        desk.wait(seconds=200)
        desk.reply(anna, "rules")
    told = [mail for mail in anna.mails if "quiet until" in " ".join(text_of(mail).split())]
    assert (len(told), anna.kinds().count("rules")) == (2, 10)


def test_a_refused_order_is_answered_whatever_else_was_asked(desk: Desk, anna: Person) -> None:
    for _ in range(70):
        desk.wait(seconds=10)
        desk.reply(anna, "rules")
    assert kinds(desk.reply(anna, "take white white white")) == ["refused"]
    assert kinds(desk.tap(anna, "take")) == ["moved", "turn"]


def test_an_illegal_order_without_end_is_refused_sixty_times_an_hour_and_a_legal_one_is_played(
    desk: Desk, anna: Person
) -> None:
    for order in _TOO_DEAR:
        desk.wait(seconds=2)
        desk.reply(anna, order)
    assert anna.kinds().count("refused") == 60
    assert "quiet until 13:02" in " ".join(text_of(anna.mails[-1]).split())
    assert kinds(desk.reply(anna, "rules")) == ["rules"]
    assert kinds(desk.tap(anna, "take")) == ["moved", "turn"]


def test_the_refusals_of_a_day_end_too_and_a_legal_order_is_played(desk: Desk, anna: Person) -> None:
    desk.server = replace(desk.server, limits=Limits(mails_a_day=8))
    for order in _TOO_DEAR[:40]:
        desk.wait(minutes=20)
        desk.reply(anna, order)
    assert anna.kinds().count("refused") == 8
    assert "quiet until 2026-11-17 14:40" in " ".join(text_of(anna.mails[-1]).split())
    assert kinds(desk.tap(anna, "take")) == ["moved", "turn"]


def test_what_one_brings_about_for_another_uses_up_nothing_of_a_third(desk: Desk, anna: Person) -> None:
    desk.server = replace(desk.server, limits=Limits(mails_a_day=3))
    _, bo, cy = desk.people
    desk.set(anna, talk=True)
    for number in range(6):
        desk.reply(bo, f"tell Anna {number} is a fine number", to="started")
    assert anna.kinds().count("press") == 3
    desk.reply(cy, "tell Anna have you seen the time?", to="started")
    assert anna.kinds().count("press") == 4


def test_forged_mails_use_up_nothing_that_the_player_needs(desk: Desk, anna: Person) -> None:
    for _ in range(130):
        desk.hand_in(stranger(anna.sender, "status"))
    assert anna.kinds().count("confirm") == 9
    assert "quiet until" in " ".join(text_of(anna.mails[-1]).split())
    assert kinds(desk.reply(anna, "status")) == ["status"]
    assert kinds(desk.reply(anna, "take white white white")) == ["refused"]


def test_a_mail_does_ten_things_and_tells_what_it_did_not(desk: Desk, anna: Person) -> None:
    lines = [f"note {number}" for number in range(12)]
    last = desk.hand_in(typed(anna.last("turn"), anna.sender, "\n".join(lines)))[-1]
    told = text_of(last)
    assert "note 10, note 11" in " ".join(told.split())
    assert desk.game().holders[0].note.endswith("9")


def test_a_conversation_without_a_move_ends_by_itself(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "status")
    for number in range(25):
        desk.reply(anna, f"Your request {chr(ord('a') + number)} was received.", to=anna.kinds()[-1])
    assert 10 <= len(anna.mails) <= 14
    desk.wait(hours=1, seconds=1)
    assert desk.reply(anna, "status", to=anna.kinds()[-1]) != []


def test_who_moves_may_talk_on(desk: Desk, anna: Person) -> None:
    desk.tap(anna, "take")
    for _ in range(20):
        desk.wait(seconds=10)
        assert desk.reply(anna, "status", to=anna.kinds()[-1]) != []


def test_one_mail_in_is_one_mail_to_its_writer_and_one_to_each_other(desk: Desk, anna: Person) -> None:
    asked = "status\nrules\nnote the blue one\nquiet 22-08\nsay hello\nsay again\nhistory"
    arrived = desk.reply(anna, asked)
    to = [str(mail["To"]) for mail in arrived]
    assert len(to) == len(set(to))
    text = text_of(next(mail for mail in arrived if anna.address in str(mail["To"])))
    for title in ("Your games", "The rules", "Your settings", "The game so far"):
        assert title in text


def test_no_mail_to_who_has_not_said_yes_is_larger_than_12_kilobytes(desk: Desk) -> None:
    for number, body in enumerate(("help", "rules", "games", "open 3", "hello?", "עזרה", "zasady", "hjálp")):
        desk.hand_in(stranger(f"person{number}@gmail.com", body))
    assert len(desk.strangers_mails) >= 6
    assert max(len(mail.as_bytes()) for mail in desk.strangers_mails) <= 12_000
