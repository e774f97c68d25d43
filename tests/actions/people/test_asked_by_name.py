"""Questions that mark their addressee: by name and question mark, until they answer or a week is over."""

from contextlib import closing
from pathlib import Path

import pytest

from pbem.actions.names import asked_in
from tests.support.desk import Desk, kinds
from tests.support.people import Person, compose, taps, text_of

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


def words_of(person: Person, kind: str) -> str:
    return " ".join(text_of(person.last(kind)).split())


@pytest.fixture
def bo(desk: Desk, anna: Person) -> Person:
    """Anna has asked him something before she moved."""
    desk.reply(anna, "say Bo, shall we play again tomorrow?")
    desk.reply(anna, "take white blue green")
    return desk.people[1]


def test_a_question_is_marked_for_its_addressee_alone(desk: Desk, bo: Person) -> None:
    assert "Anna asks you: Bo, shall we play again tomorrow?" in words_of(bo, "turn")
    desk.reply(bo, "take white blue green")
    cy = desk.people[2]
    assert "Anna to the table: Bo, shall we play again tomorrow?" in words_of(cy, "turn")


def test_it_comes_again_with_the_next_mails_until_they_answer(desk: Desk, bo: Person) -> None:
    desk.reply(bo, "board")
    assert "Anna asks you:" in words_of(bo, "status")
    desk.reply(bo, "say gladly!")
    desk.reply(bo, "board")
    assert "asks you" not in words_of(bo, "status")


def test_it_comes_no_more_after_a_week(desk: Desk, bo: Person) -> None:
    desk.wait(days=6)
    desk.reply(bo, "board")
    assert "Anna asks you:" in words_of(bo, "status")
    desk.wait(days=2)
    desk.reply(bo, "board")
    assert "asks you" not in words_of(bo, "status")


def test_words_to_somebody_else_are_no_answer(desk: Desk, bo: Person) -> None:
    desk.reply(bo, "tell Cy she wants to play again")
    desk.reply(bo, "board")
    assert "Anna asks you:" in words_of(bo, "status")
    desk.reply(bo, "tell Anna yes")
    desk.reply(bo, "board")
    assert "asks you" not in words_of(bo, "status")


def test_a_question_to_one_alone_needs_no_name(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "tell Bo shall we?")
    desk.reply(anna, "take white blue green")
    bo = desk.people[1]
    assert "Anna asks you: shall we?" in words_of(bo, "turn")
    assert 'tell "Anna" ' in [tap.body for tap in taps(bo.last("turn"))], "answered at a tap"


def test_who_is_muted_asks_nobody(desk: Desk, anna: Person) -> None:
    bo = desk.people[1]
    desk.reply(bo, "mute Anna", to="started")
    desk.reply(anna, "say Bo, shall we?")
    desk.reply(anna, "take white blue green")
    assert "shall we" not in words_of(bo, "turn")


def test_other_talk_is_told_once_as_before(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "say good luck!")
    desk.reply(anna, "take white blue green")
    bo = desk.people[1]
    assert "good luck!" in words_of(bo, "turn")
    desk.reply(bo, "board")
    assert "good luck!" not in words_of(bo, "status")


NAMED = [
    ("en", "Bo", "Bo, shall we play again tomorrow?"),
    ("en", "Bo", "Hey Bo, how did you get so many points?"),
    ("en", "Bo", "Bo, why did you take the reds?"),
    ("en", "Bo", "Hi Bo!\n\nShall we play again tomorrow?"),
    ("en", "Bo", "Bo are you there?"),
    ("da", "Søren", "Søren, skal vi spille igen i morgen?"),
    ("da", "Søren", "Søren, hvorfor tog du de røde?"),
    ("is", "Anna", "Anna mín, eigum við að spila aftur á morgun?"),
    ("is", "Anna", "Önnu, af hverju tókstu rauðu steinana?"),
    ("pl", "Marek", "Cześć Marku, zagramy jutro znowu?"),
    ("he", "נועם", "נועם, נשחק שוב מחר?"),
    ("he", "נועם", "נועם, למה לקחת את האדומים?"),
]


@pytest.mark.parametrize(("code", "name", "words"), NAMED)
def test_a_mail_that_asks_somebody_by_name_is_theirs_to_answer(
    tmp_path: Path, code: str, name: str, words: str
) -> None:
    with closing(Desk(tmp_path, "Guðrún", name, "Cyrus")) as desk:
        desk.new_game()
        asking, asked, _ = desk.people
        desk.set(asking, language=code)
        arrived = desk.reply(asking, words)
        assert kinds(arrived) == ["confirm"], "it is neither ours to answer nor an order"
        desk.reply(asking, "yes", to="confirm")
        desk.reply(asking, "take white blue green")
        assert f"Guðrún asks you: {' '.join(words.split())}" in words_of(asked, "turn")
        bodies = [tap.body for tap in taps(asked.last("turn"))]
        assert {'tell "Guðrún" ', "say "} & {*bodies}, "answered at a tap"


@pytest.mark.parametrize(
    "words",
    [
        "Take white, blue and green. Bo, shall we play again tomorrow?",
        "Bo, shall we play again tomorrow?\n\ntake white blue green",
    ],
)
def test_beside_a_move_the_move_is_played_and_a_tap_asks(desk: Desk, anna: Person, words: str) -> None:
    desk.reply(anna, words)
    assert desk.game().length == 1
    tap = next(each for each in taps(anna.last("moved")) if each.body.startswith("say Bo, shall we"))
    desk.hand_in(compose(anna.sender, tap))
    bo = desk.people[1]
    desk.reply(bo, "board")
    assert "Anna asks you: Bo, shall we play again tomorrow?" in words_of(bo, "status")


@pytest.mark.parametrize("order", ["", "take white blue green\n"])
def test_who_wants_remarks_sent_always_is_not_asked_first(desk: Desk, anna: Person, order: str) -> None:
    desk.set(anna, remarks="always")
    asked = desk.reply(anna, f"{order}Bo, shall we play again tomorrow?")
    assert "confirm" not in kinds(asked)
    bo = desk.people[1]
    desk.reply(bo, "board", to=bo.kinds()[-1])
    assert "Anna asks you: Bo, shall we play again tomorrow?" in words_of(bo, "status")


def test_who_never_wants_them_sent_only_moves(desk: Desk, anna: Person) -> None:
    desk.set(anna, remarks="never")
    desk.reply(anna, "take white blue green\nBo, shall we play again tomorrow?")
    assert desk.game().length == 1
    assert not any("play again" in text_of(mail) for person in desk.people for mail in person.mails)


def test_beside_a_command_both_are_seen_to(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "pause until 5 January\nBo, is that all right with you?")
    assert desk.game().proposals
    assert "Bo, is that all right with you?" in words_of(anna, "confirm")


def test_an_order_that_names_somebody_stays_an_order_of_its_writer(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "tell Bo shall we play again, Bo?")
    assert "to Bo alone" in words_of(anna, "press")
