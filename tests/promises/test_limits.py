"""Nobody is flooded by us: what goes to a mailbox is counted, against whoever brought it about."""

from itertools import count

from tests.support.desk import Desk, kinds
from tests.support.handwritten import mail
from tests.support.people import Person, text_of, typed

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


def test_public_providers_are_not_one_domain_of_strangers(desk: Desk) -> None:
    desk.hand_in(*(stranger(f"person{number}@gmail.com") for number in range(30)))
    assert len(desk.strangers_mails) == 30


def test_who_writes_without_end_is_answered_sixty_times_an_hour_and_told_once(desk: Desk, anna: Person) -> None:
    answers = [mail for _ in range(70) for mail in desk.reply(anna, "rules")]
    assert len(answers) == 60
    assert ["last answer for now" in " ".join(text_of(each).split()) for each in answers].index(True) == 59
    desk.wait(hours=1, seconds=1)
    assert kinds(desk.reply(anna, "rules")) == ["rules"]


def test_an_order_is_always_answered(desk: Desk, anna: Person) -> None:
    for _ in range(70):
        desk.reply(anna, "rules")
    assert kinds(desk.reply(anna, "take white white white")) == ["refused"]
    assert kinds(desk.tap(anna, "take")) == ["moved", "turn"]


def test_forged_mails_use_up_nothing_that_the_player_needs(desk: Desk, anna: Person) -> None:
    for _ in range(130):
        desk.hand_in(stranger(anna.sender, "status"))
    assert anna.kinds().count("confirm") == 9
    assert "last answer for now" in " ".join(text_of(anna.mails[-1]).split())
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
    for number in range(30):
        desk.reply(anna, f"thank you for your mail number {number}", to=anna.kinds()[-1])
    assert 10 <= len(anna.mails) <= 14
    desk.wait(hours=1, seconds=1)
    assert desk.reply(anna, "status", to=anna.kinds()[-1]) != []


def test_who_moves_may_talk_on(desk: Desk, anna: Person) -> None:
    desk.tap(anna, "take")
    for _ in range(20):
        assert desk.reply(anna, "status", to=anna.kinds()[-1]) != []
