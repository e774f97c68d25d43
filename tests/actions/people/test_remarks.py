"""Talk beside an order is shown to its writer, and reaches the table when they say so."""

import pytest

from tests.support.desk import Desk, kinds
from tests.support.lobby import refusal
from tests.support.people import Person, compose, taps, text_of, typed

TALK = "Good morning from rainy Reykjavik!"
ORDER = "I'd like to reserve the leftmost card in the top row."
CHAT = "How are the children doing, are they well again?"


def _heard(desk: Desk, words: str) -> bool:
    return any(words in text_of(mail) for person in desk.people[1:] for mail in person.mails)


def test_the_receipt_shows_what_was_no_order_and_a_tap_sends_it(desk: Desk, anna: Person) -> None:
    desk.set(desk.people[1], talk=True)
    desk.reply(anna, f"{TALK} {ORDER}")
    assert TALK in text_of(anna.last("moved"))
    assert not _heard(desk, TALK)
    tap = next(each for each in taps(anna.last("moved")) if each.body == f"say {TALK}")
    desk.hand_in(compose(anna.sender, tap))
    assert _heard(desk, TALK)


def test_who_wants_it_always_need_not_tap(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "remarks always")
    desk.reply(anna, f"{TALK} {ORDER}")
    desk.let_pass(minutes=5)
    assert _heard(desk, TALK)


def test_who_wants_it_never_is_not_asked(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "remarks never")
    desk.reply(anna, f"{TALK} {ORDER}")
    desk.let_pass(minutes=5)
    assert TALK not in text_of(anna.last("moved"))
    assert not _heard(desk, TALK)


@pytest.mark.parametrize("words", ["bemærkninger altid", "athugasemdir alltaf", "uwagi zawsze", "הערות תמיד"])
def test_the_setting_has_its_words_in_every_language(desk: Desk, anna: Person, words: str) -> None:
    desk.reply(anna, words)
    assert desk.player(anna).remarks == "always"


def test_talk_alone_is_asked_once_and_a_yes_sends_it(desk: Desk, anna: Person) -> None:
    desk.set(desk.people[1], talk=True)
    arrived = desk.reply(anna, CHAT)
    assert kinds(arrived) == ["confirm"]
    assert "Send this to Bo and Cy?" in text_of(arrived[0])
    assert "take w u g" in text_of(arrived[0])
    assert desk.reply(anna, CHAT) == []
    assert not _heard(desk, CHAT)
    desk.reply(anna, "yes", to="confirm")
    assert _heard(desk, CHAT)


def test_talk_that_is_not_to_be_sent_is_not(desk: Desk, anna: Person) -> None:
    desk.set(desk.people[1], talk=True)
    desk.reply(anna, CHAT)
    assert desk.reply(anna, "no", to="confirm") == []
    assert not _heard(desk, CHAT)


def test_an_order_in_answer_to_that_question_is_an_order(desk: Desk, anna: Person) -> None:
    desk.reply(anna, CHAT)
    assert "turn" in kinds(desk.reply(anna, "take white blue green", to="confirm"))
    assert not _heard(desk, CHAT)


@pytest.mark.parametrize(
    ("code", "thanks"),
    [
        ("en", "thanks"),
        ("en", "Thank you!"),
        ("en", "👍"),
        ("da", "tak"),
        ("da", "Mange tak!"),
        ("is", "takk fyrir"),
        ("pl", "dziękuję"),
        ("he", "תודה רבה"),
    ],
)
def test_courtesy_alone_needs_no_answer(desk: Desk, anna: Person, code: str, thanks: str) -> None:
    desk.set(anna, language=code)
    assert desk.reply(anna, thanks) == []
    assert desk.game().length == 0


@pytest.mark.parametrize("words", ["?", "????", "hm?"])
def test_a_mere_question_mark_is_answered_with_what_can_be_done(desk: Desk, anna: Person, words: str) -> None:
    assert kinds(desk.reply(anna, words)) == ["refused"]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "ok then"),
        ("en", "do it"),
        ("en", "surprise me"),
        ("en", "your choice"),
        ("da", "overrask mig"),
        ("is", "þú ræður"),
        ("pl", "wszystko jedno"),
        ("he", "לא משנה לי"),
    ],
)
def test_whoever_is_on_turn_gets_an_answer_to_all_but_thanks(desk: Desk, anna: Person, code: str, words: str) -> None:
    desk.set(anna, language=code)
    assert kinds(desk.reply(anna, words)) != []
    assert desk.game().length == 0


@pytest.mark.parametrize(
    "words", ["Cy, how are the children?", "Cy: how are the children?", "Hi Cy! How are the children?"]
)
def test_talk_that_calls_one_by_name_is_for_that_one(desk: Desk, anna: Person, words: str) -> None:
    for person in desk.people[1:]:
        desk.set(person, talk=True)
    assert "Send this to Cy?" in text_of(desk.reply(anna, words)[0])
    told = desk.reply(anna, "yes", to="confirm")
    assert [
        person.name for person in desk.people[1:] for mail in told if person.mails and mail is person.mails[-1]
    ] == ["Cy"]


def test_talk_that_calls_two_is_for_the_table(desk: Desk, anna: Person) -> None:
    assert "Send this to Bo and Cy?" in text_of(desk.reply(anna, "Bo, Cy, how are the children?")[0])


def test_who_wants_it_always_still_tells_one_alone_what_begins_with_a_name(desk: Desk, anna: Person) -> None:
    for person in desk.people[1:]:
        desk.set(person, talk=True)
    desk.reply(anna, "remarks always")
    desk.reply(anna, f"Cy, good morning from rainy Reykjavik! {ORDER}")
    desk.let_pass(minutes=5)
    heard = [person.name for person in desk.people[1:] if any("Reykjavik" in text_of(mail) for mail in person.mails)]
    assert heard == ["Cy"]


def test_say_to_somebody_is_for_that_one(desk: Desk, anna: Person) -> None:
    for person in desk.people[1:]:
        desk.set(person, talk=True)
    desk.reply(anna, "say to Cy I hate Bo's style")
    heard = [person.name for person in desk.people[1:] if any("hate" in text_of(mail) for mail in person.mails)]
    assert heard == ["Cy"]


def test_a_second_tap_sends_all_of_it_with_the_plans(desk: Desk, anna: Person) -> None:
    desk.set(desk.people[1], talk=True)
    plan = "Next turn I will buy the blue card in the bottom row."
    desk.reply(anna, f"{TALK} I reserve the leftmost card in the top row, please. {plan}")
    sent = [each.body for each in taps(anna.last("moved")) if each.body.startswith("say ")]
    assert sent[0] == f"say {TALK}"
    assert plan in sent[1]
    tap = next(each for each in taps(anna.last("moved")) if each.body == sent[1])
    desk.hand_in(compose(anna.sender, tap))
    assert _heard(desk, "Next turn I will buy")


@pytest.mark.parametrize("words", ["Cy, take white blue green", "Bo! Take white, blue and green."])
def test_an_order_that_calls_somebody_at_the_table_is_not_the_writers(desk: Desk, anna: Person, words: str) -> None:
    desk.reply(anna, words)
    assert desk.game().length == 0
    assert not desk.game().holders[0].queued


def test_a_mail_without_any_text_is_answered_with_how_to_send_it_otherwise(desk: Desk, anna: Person) -> None:
    photo = typed(anna.last("turn"), anna.sender, "").replace(b"text/plain", b"image/jpeg")
    arrived = desk.hand_in(photo)
    assert refusal(arrived) == "no_text"
    assert "in Outlook: Format Text, then Plain Text" in " ".join(text_of(anna.last("refused")).split())
