"""Questions that mark their addressee: by name and question mark, until they answer or a week is over."""

import pytest

from pbem.actions.names import asked_in
from tests.support.desk import Desk
from tests.support.people import Person, taps, text_of

NAMES = ["Anna", "Bo", "Cy Young"]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Anna, shall we play again tomorrow?", ["Anna"]),
        ("Shall we play again tomorrow, Anna?", ["Anna"]),
        ("hi anna, are you there?", ["Anna"]),
        ("@Bo are you there?", ["Bo"]),
        ("Bo - one more?", ["Bo"]),
        ("Cy, one more? Anna, you too?", ["Cy Young", "Anna"]),
        ("Cy Young: one more?", ["Cy Young"]),
        ("Anna, skal vi spille igen i morgen?", ["Anna"]),
        ("Spiller du med igen, Bo?", ["Bo"]),
        ("Anna, eigum við að spila aftur á morgun?", ["Anna"]),
        ("Cześć Anno, zagramy jutro znowu?", ["Anna"]),
        ("Zagramy jutro, Anno?", ["Anna"]),
        ("Did Anna move?", []),
        ("Anna, well played.", []),
        ("Anna moved. Shall we go on?", []),
        ("What a card, isn't it?", []),
        ("So, shall we?", []),
        ("?", []),
        ("", []),
    ],
)
def test_who_is_called_by_name_is_asked(text: str, asked: list[str]) -> None:
    assert asked_in(text, NAMES) == asked


def test_hebrew_names_are_called_too() -> None:
    assert asked_in("דנה, נשחק שוב מחר?", ["דנה", "נועם"]) == ["דנה"]
    assert asked_in("נשחק שוב מחר, נועם?", ["דנה", "נועם"]) == ["נועם"]


def test_of_two_of_that_name_none_is() -> None:
    assert asked_in("Anna, one more?", ["Anna Berg", "Anna Lund"]) == []


def words(person: Person, kind: str) -> str:
    return " ".join(text_of(person.last(kind)).split())


@pytest.fixture
def bo(desk: Desk, anna: Person) -> Person:
    """Anna has asked him something before she moved."""
    desk.reply(anna, "say Bo, shall we play again tomorrow?")
    desk.reply(anna, "take white blue green")
    return desk.people[1]


def test_a_question_is_marked_for_its_addressee_alone(desk: Desk, bo: Person) -> None:
    assert "Anna asks you: Bo, shall we play again tomorrow?" in words(bo, "turn")
    desk.reply(bo, "take white blue green")
    cy = desk.people[2]
    assert "Anna to the table: Bo, shall we play again tomorrow?" in words(cy, "turn")


def test_it_comes_again_with_the_next_mails_until_they_answer(desk: Desk, bo: Person) -> None:
    desk.reply(bo, "board")
    assert "Anna asks you:" in words(bo, "status")
    desk.reply(bo, "say gladly!")
    desk.reply(bo, "board")
    assert "asks you" not in words(bo, "status")


def test_it_comes_no_more_after_a_week(desk: Desk, bo: Person) -> None:
    desk.wait(days=6)
    desk.reply(bo, "board")
    assert "Anna asks you:" in words(bo, "status")
    desk.wait(days=2)
    desk.reply(bo, "board")
    assert "asks you" not in words(bo, "status")


def test_words_to_somebody_else_are_no_answer(desk: Desk, bo: Person) -> None:
    desk.reply(bo, "tell Cy she wants to play again")
    desk.reply(bo, "board")
    assert "Anna asks you:" in words(bo, "status")
    desk.reply(bo, "tell Anna yes")
    desk.reply(bo, "board")
    assert "asks you" not in words(bo, "status")


def test_a_question_to_one_alone_needs_no_name(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "tell Bo shall we?")
    desk.reply(anna, "take white blue green")
    bo = desk.people[1]
    assert "Anna asks you: shall we?" in words(bo, "turn")
    assert 'tell "Anna" ' in [tap.body for tap in taps(bo.last("turn"))], "answered at a tap"


def test_who_is_muted_asks_nobody(desk: Desk, anna: Person) -> None:
    bo = desk.people[1]
    desk.reply(bo, "mute Anna", to="started")
    desk.reply(anna, "say Bo, shall we?")
    desk.reply(anna, "take white blue green")
    assert "shall we" not in words(bo, "turn")


def test_other_talk_is_told_once_as_before(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "say good luck!")
    desk.reply(anna, "take white blue green")
    bo = desk.people[1]
    assert "good luck!" in words(bo, "turn")
    desk.reply(bo, "board")
    assert "good luck!" not in words(bo, "status")
