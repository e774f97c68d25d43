"""Questions of players in plain words are answered in words, from the game and from the rules."""

import pytest

from pbem.commands.intents import answer as answer_to
from pbem.commands.intents import read_question
from pbem.commands.lexicon import lexicon
from pbem.i18n import language
from pbem.render.phrases import Phrases
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
    assert "It is your turn. Time left for this turn: 24 hours, until Tue 12:00." in answer(desk, anna, question)


def test_whose_turn_it_is_and_who_is_winning(desk: Desk, anna: Person) -> None:
    bo = next(each for each in desk.people if each is not anna)
    assert "It is Anna's turn." in answer(desk, bo, "whose turn is it?", to="started")
    assert "Nobody is ahead" in answer(desk, bo, "Who is winning?", to="started")


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
        ("What can I buy now?", "Your question"),
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
        ("What did Bo do? I missed it", "Nothing yet"),
    ],
)
def test_plain_words_about_a_rule_or_the_others_find_the_paragraph(
    desk: Desk, anna: Person, question: str, told: str
) -> None:
    assert told in answer(desk, anna, question)


def test_who_has_lost_the_mail_gets_the_board_again(desk: Desk, anna: Person) -> None:
    assert "The board" in answer(desk, anna, "I deleted your last mail, can you send it again?")


@pytest.mark.parametrize(
    ("code", "question"),
    [
        ("en", "Why can't I buy 23?"),
        ("en", "what is 23"),
        ("da", "Hvorfor kan jeg ikke købe 23?"),
        ("is", "Af hverju get ég ekki keypt 23?"),
        ("pl", "dlaczego nie mogę kupić 23?"),
        ("he", "למה אני לא יכולה לקנות את 23?"),
    ],
)
def test_a_card_that_is_asked_about_is_told_with_what_is_missing(
    desk: Desk, anna: Person, code: str, question: str
) -> None:
    desk.set(anna, language=code)
    card = desk.game().state.table[1][2]
    assert card
    (mail,) = desk.reply(anna, question)
    assert mail["X-PBEM-Kind"] == "status"
    counted = Phrases(language(code)).counted((*card.cost, 0))
    assert " ".join(text_of(mail).split()).count(counted) == 2


ANSWERED = {
    "game_who": [
        "is Cy a real person?",
        "er Cy en computer?",
        "er Cy alvöru manneskja?",
        "czy Cy to człowiek?",
        "האם Cy מחשב?",
    ],
    "game_absent": [
        "what happens if I don't answer in time?",
        "hvad sker der hvis jeg ikke når det?",
        "hvað gerist ef ég svara ekki í tæka tíð?",
        "co się stanie, jeśli nie zdążę?",
        "מה קורה אם אני לא עונה בזמן?",
    ],
    "game_leave": [
        "I'm going on holiday next week, what do I do?",
        "jeg skal på ferie, hvad gør jeg?",
        "ég er að fara í frí, hvað geri ég?",
        "jadę na urlop, co teraz?",
        "אני נוסעת לחופשה, מה עושים?",
    ],
    "game_quit": [
        "how do I quit?",
        "hvordan stopper jeg spillet?",
        "hvernig hætti ég í leiknum?",
        "jak zakończyć grę?",
        "איך יוצאים מהמשחק?",
    ],
    "game_refused": [
        "why was my move refused?",
        "hvorfor blev mit træk afvist?",
        "af hverju var leiknum mínum hafnað?",
        "dlaczego mój ruch odrzucono?",
        "למה המהלך שלי נדחה?",
    ],
    "game_more": [
        "can I play another game at the same time?",
        "må jeg spille flere spil samtidig?",
        "get ég spilað fleiri leiki í einu?",
        "czy mogę grać w kilku grach naraz?",
        "אפשר לשחק בכמה משחקים במקביל?",
    ],
    "game_say": [
        "how do I talk to the other player?",
        "hvordan skriver jeg til de andre?",
        "hvernig tala ég við hina?",
        "jak napisać coś do innych graczy?",
        "איך מדברים עם האחרים?",
    ],
    "game_join": [
        "can my wife join this game?",
        "kan min kone være med?",
        "getur konan mín verið með?",
        "czy żona może dołączyć?",
        "אשתי יכולה להצטרף למשחק?",
    ],
    "game_hard": [
        "I don't understand anything, help?",
        "jeg forstår ikke noget?",
        "ég skil ekkert í þessu?",
        "nic nie rozumiem?",
        "אני לא מבינה כלום?",
    ],
    "game_buy": [
        "can I buy anything?",
        "har jeg råd til noget?",
        "hef ég efni á einhverju?",
        "czy stać mnie na coś?",
        "אני יכולה לקנות משהו?",
    ],
    "rule_one": [
        "can I buy two cards at once?",
        "må jeg købe to kort på én gang?",
        "má ég kaupa tvö spil í einu?",
        "czy mogę kupić dwie karty naraz?",
        "אפשר לקנות שני קלפים בבת אחת?",
    ],
}


@pytest.mark.parametrize("asked", ANSWERED)
def test_what_players_ask_during_a_game_is_known_in_five_languages(asked: str) -> None:
    read = {question: read_question(question, code) for code, question in zip(CODES, ANSWERED[asked], strict=True)}
    assert read == dict.fromkeys(ANSWERED[asked], asked)


CODES = ("en", "da", "is", "pl", "he")
COMMANDS = ("say", "tell", "resign", "vacation", "new", "games", "hint", "rules", "lesson")


@pytest.mark.parametrize("code", CODES)
def test_what_an_answer_tells_one_to_write_is_a_command(code: str) -> None:
    told = {
        "game_say": ("say", "tell"),
        "game_leave": ("resign", "vacation"),
        "game_more": ("new", "games"),
        "game_join": ("new",),
        "game_hard": ("hint", "rules", "lesson", "new"),
        "game_refused": ("hint",),
    }
    words = {
        command: [said for said, means in lexicon().commands.items() if means.get(code) == command]
        for command in COMMANDS
    }
    for asked, commands in told.items():
        said = answer_to(asked, code).lower()
        assert all(any(word in said for word in words[command]) for command in commands), asked


def test_a_thank_you_to_computers_needs_no_answer(lobby: Lobby) -> None:
    dora = lobby.people[0]
    lobby.meet(dora, "new 2 bot")
    assert lobby.reply(dora, "thanks!", to="turn") == []


def test_a_computer_is_said_to_be_one_and_its_move_is_taken_back_without_asking(lobby: Lobby) -> None:
    dora = lobby.people[0]
    lobby.meet(dora, "new 2 bot")
    (mail,) = lobby.reply(dora, "is Gusto a real person?", to="turn")
    assert "is a program, not a person." in text_of(mail)
    lobby.reply(dora, "take red blue green", to="turn")
    lobby.wait(minutes=20)
    (mail,) = lobby.reply(dora, "can I take it back?", to="turn")
    assert "To take it back, write: take back" in " ".join(text_of(mail).split())


def test_whoever_is_on_turn_and_finds_it_hard_is_told_what_helps(desk: Desk, anna: Person) -> None:
    assert "hint shows good moves" in answer(desk, anna, "This is too hard for me")


def test_who_gives_up_against_computers_hears_that_nobody_waits(lobby: Lobby) -> None:
    dora = lobby.people[0]
    lobby.meet(dora, "new 2 bot")
    (mail,) = lobby.reply(dora, "how do I quit?", to="turn")
    assert "nobody waits for you" in " ".join(text_of(mail).split())
