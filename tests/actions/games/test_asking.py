"""Questions of players in plain words are answered in words, from the game and from the rules."""

import pytest

from tests.support.desk import Desk, kinds
from tests.support.lobby import Lobby
from tests.support.people import Person, text_of, typed


def answer(desk: Desk, person: Person, question: str, to: str = "turn") -> str:
    (mail,) = desk.reply(person, question, to=to)
    assert mail["X-PBEM-Kind"] == "status"
    return " ".join(text_of(mail).split())


@pytest.mark.parametrize(
    "question",
    [
        "How much time do I have?",
        "Hvor lang tid har jeg?",
        "Hvað hef ég langan tíma?",
        "Ile mam czasu?",
        "כמה זמן יש לי?",
    ],
)
def test_how_much_time_is_left(desk: Desk, anna: Person, question: str) -> None:
    assert "It is your turn. move by Tue 12:00" in answer(desk, anna, question)


def test_whose_turn_it_is_and_who_is_winning(desk: Desk, anna: Person) -> None:
    bo = next(each for each in desk.people if each is not anna)
    assert "It is Anna's turn." in answer(desk, bo, "whose turn is it?", to="started")
    assert "Ahead: Bo, Cy, Anna." in answer(desk, bo, "Who is winning?", to="started")


def test_whether_it_worked_and_whether_it_can_be_taken_back(desk: Desk, anna: Person) -> None:
    desk.confirm_all()
    assert "You have not moved in this game yet." in answer(desk, anna, "Did it work?")
    desk.reply(anna, "take red blue green")
    desk.wait(minutes=1)
    assert "Your last move was played: take blue green red" in answer(desk, anna, "Did it work?")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which gems does Cy have?", "Cy: no points, 0 cards."),
        ("How much gold is left in the bank?", "The bank has 5 white, 5 blue, 5 green, 5 red, 5 black and 5 gold."),
        ("eru mörg spil eftir í miðbunkanum", "Level 2; cards in the deck: 26."),
        ("hvor mange brikker af hver farve bruger man til to", "for three with five"),
        ("does the gap get filled straight away?", "replaced at once"),
        ("Say I don't want the noble, can I turn him away?", "can't be refused"),
        ("Which games am I in?", "Your games"),
    ],
)
def test_what_the_table_holds_and_how_it_is_set_is_told(desk: Desk, anna: Person, question: str, told: str) -> None:
    assert told in answer(desk, anna, question)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Can I buy a card I reserved?", "at the same price"),
        ("how many tokens may I have?", "You hold 0 tokens now."),
        ("What does U mean?", "U blue"),
        ("what is gold for?", "stands for any colour"),
        ("Who wins a tie?", "whoever bought fewer cards"),
    ],
)
def test_a_rule_is_told_with_the_numbers_of_ones_own_game(desk: Desk, anna: Person, question: str, told: str) -> None:
    assert told in answer(desk, anna, question)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("I don't want to play any more", "Are you sure?"),
        ("Jeg gider ikke spille mere", "Are you sure?"),
        ("what would you play?", "Hints"),
        ("What can I buy now?", "The board"),
        ("how many points does Bo have?", "Your question"),
        ("Ile żetonów można mieć?", "Your question"),
    ],
)
def test_what_is_wanted_of_the_game_in_other_words(desk: Desk, anna: Person, question: str, told: str) -> None:
    (mail,) = desk.hand_in(typed(anna.last("turn"), anna.sender, question))
    assert told in mail["Subject"]


def test_what_we_do_not_know_is_said_to_be_not_known(desk: Desk, anna: Person) -> None:
    (mail,) = desk.reply(anna, "Does Bo like cats?")
    assert "We don't know the answer to that ourselves." in text_of(mail)
    assert "Send this to" in text_of(mail)


def test_where_nobody_else_could_know_it_either_that_is_all(lobby: Lobby) -> None:
    dora = lobby.people[0]
    lobby.meet(dora, "new 2 bot")
    (mail,) = lobby.reply(dora, "Will it rain tomorrow?")
    assert "We don't know the answer to that." in text_of(mail)


def test_a_question_is_no_move_and_a_move_beside_it_counts(desk: Desk, anna: Person) -> None:
    before = desk.position()
    desk.reply(anna, "can I take three of the same?")
    assert desk.position() == before
    assert "status" not in kinds(desk.reply(anna, "take red blue green"))


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Can I take two reds if there are only three left in the pile?", "at least four of it"),
        ("If there's no gold left can I still reserve a card?", "you may reserve without it"),
        ("We're level on points, who wins then?", "whoever bought fewer cards"),
        ("Kan man købe to kort i samme tur?", "One thing a turn"),
        ("Get ég hent spili sem ég tók frá?", "stays in your hand until you buy it"),
        ("Czy karta, którą kupiłem, obniża cenę na stałe?", "for good"),
        ("אם אני שומר קלף מהחבילה בלי לראות, האחרים יודעים?", "the others learn only its level"),
        ("What happens if Bo never answers?", "a computer plays the turn"),
        ("What did Bo do? I missed it", "since your last move"),
    ],
)
def test_plain_words_about_a_rule_or_the_others_find_the_paragraph(
    desk: Desk, anna: Person, question: str, told: str
) -> None:
    assert told in answer(desk, anna, question)


def test_who_has_lost_the_mail_gets_the_board_again(desk: Desk, anna: Person) -> None:
    assert "The board" in answer(desk, anna, "I deleted your last mail, can you send it again?")
