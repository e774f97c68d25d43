"""The lesson by mail: one thing a mail, any legal move is played and explained, and nobody else hears of it."""

from email.message import EmailMessage

import pytest

from engine import legal_orders as all_legal
from engine import order_text, view
from pbem.commands.languages import first_words
from pbem.i18n import language
from pbem.i18n.codes import LANGUAGES
from pbem.model.lesson import LAST, PUPIL, SCENES, position_of
from tests.support.desk import kinds
from tests.support.lobby import Lobby
from tests.support.people import Person, taps, text_of, typed


def words(mail: EmailMessage) -> str:
    assert mail["X-PBEM-Kind"] == "lesson"
    return " ".join(text_of(mail).split())


@pytest.fixture
def pupil(lobby: Lobby) -> Person:
    person = lobby.people[0]
    lobby.meet(person, "lesson")
    assert person.kinds()[-1] == "lesson"
    return person


def say(lobby: Lobby, person: Person, text: str) -> EmailMessage:
    lobby.wait(minutes=1)
    (mail,) = lobby.reply(person, text, to="lesson")
    return mail


def test_five_taps_lead_through_it_and_to_a_choice_of_what_to_play(lobby: Lobby, pupil: Person) -> None:
    for step in range(1, LAST + 1):
        mail = pupil.last("lesson")
        assert mail["Subject"].startswith(f"Lesson {step} of 5")
        (mail,) = lobby.hand_in(typed(mail, pupil.sender, taps(mail)[0].body))
    assert "you have won" in words(mail)
    assert [tap.body.strip() for tap in taps(mail)][:3] == ["new 2 bot", "new invite", "open 3"]
    assert kinds(lobby.reply(pupil, "1", to="lesson")) == ["turn"]


def test_it_is_no_game_and_nobody_else_hears_of_it(lobby: Lobby, pupil: Person) -> None:
    say(lobby, pupil, SCENES[0].right)
    with lobby.store.work() as work:
        assert work.game(1) is None
    assert not any(person.mails for person in lobby.people[1:])


def test_ten_wrong_moves_are_each_played_and_explained_on_the_same_table(lobby: Lobby, pupil: Person) -> None:
    wrong = [each for each in map(order_text, all_legal(view(position_of(1), PUPIL))) if each != SCENES[0].right][:10]
    for order in wrong:
        told = words(say(lobby, pupil, order))
        assert "Lesson 1 of 5" in told
        assert " do that:" in told
    assert "Lesson 2 of 5" in words(say(lobby, pupil, SCENES[0].right))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("take red red red", "up to three gems of different colours"),
        ("buy 13", "Nothing was played"),
        ("How many tokens may I have?", "Ten tokens at the end of your turn"),
        ("whose turn is it?", "always your turn"),
        ("Hm, I am not sure about all this", "We did not understand that"),
        ("I'd like the white, the blue and the green one please", "Lesson 2 of 5"),
        ("yes", "Lesson 2 of 5"),
        ("hint", "Lesson 1 of 5"),
        ("show me", "What would probably follow you: take white blue green"),
    ],
)
def test_whatever_is_answered_is_answered_with_a_table(lobby: Lobby, pupil: Person, text: str, told: str) -> None:
    assert told in words(say(lobby, pupil, text))


def test_it_can_be_left_and_taken_up_again(lobby: Lobby, pupil: Person) -> None:
    say(lobby, pupil, SCENES[0].right)
    assert "status" in kinds(lobby.reply(pupil, "status", to="lesson"))
    lobby.wait(days=3)
    assert "Lesson 2 of 5" in words(lobby.reply(pupil, "lesson", to="status")[0])


def test_whoever_knows_it_all_begins_anew(lobby: Lobby, pupil: Person) -> None:
    for scene in SCENES:
        say(lobby, pupil, scene.right)
    assert "Lesson 1 of 5" in words(say(lobby, pupil, "lesson"))


def test_above_ten_tokens_some_go_back_and_it_is_told_which(lobby: Lobby, pupil: Person) -> None:
    for scene in SCENES[:3]:
        say(lobby, pupil, scene.right)
    told = words(say(lobby, pupil, "take white blue green"))
    assert "Returned:" in told
    assert "Lesson 4 of 5" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_taught_in_every_language(lobby: Lobby, language: str) -> None:
    anna = lobby.people[0]
    lobby.meet(anna)
    lobby.change(anna, language=language)
    lobby.reply(anna, first_words(language, "commands")["lesson"], to="lobby")
    for _ in SCENES:
        mail = anna.last("lesson")
        lobby.wait(minutes=1)
        (mail,) = lobby.hand_in(typed(mail, anna.sender, taps(mail)[0].body))
    assert len([tap for tap in taps(mail) if tap.body]) >= 3
    assert len(anna.kinds()) == 2 + LAST + 1


def test_moves_are_told_to_whoever_makes_them_by_the_places_of_their_table(lobby: Lobby, pupil: Person) -> None:
    assert "You can't afford card 13 " in words(say(lobby, pupil, "buy 13"))
    told = words(say(lobby, pupil, "reserve 14"))
    assert "You reserve card 14." in told
    assert "this is the table as it was before" in told
    assert "You take: white, blue and green." in words(say(lobby, pupil, SCENES[0].right))
    assert "You buy card 13 for 2 white and 1 blue." in words(say(lobby, pupil, "buy 13"))
    say(lobby, pupil, SCENES[2].right)
    assert "A noble came." in words(say(lobby, pupil, SCENES[3].right))


@pytest.mark.parametrize(
    ("code", "asks", "goes"),
    [
        ("en", "hm, I don't know what to do", "I have to go, back tomorrow"),
        ("da", "hvad råder du mig til?", "Jeg må løbe, fortsætter i morgen"),
        ("is", "hvað leggurðu til?", "Ég þarf að fara, held áfram á morgun"),
        ("pl", "hmm nie wiem co robić, co radzisz?", "Muszę iść, wrócę jutro"),
        ("he", "מה מומלץ?", "אני חייבת ללכת, אמשיך מחר"),
    ],
)
def test_advice_and_going_away_are_understood(lobby: Lobby, pupil: Person, code: str, asks: str, goes: str) -> None:
    lobby.change(pupil, language=code)
    gettext = language(code).gettext
    assert gettext("What would probably follow") in words(say(lobby, pupil, asks))
    waits = gettext("See you then: the lesson waits for you. To go on, answer this email or write: %(word)s")
    assert waits.split("%")[0].strip() in words(say(lobby, pupil, goes))
