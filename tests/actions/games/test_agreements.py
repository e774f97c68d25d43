"""At the table: what one asks of all others, by mail, in words and by one tap; and what comes of it."""

import pytest

from engine import entry_text, parse_record, replay
from pbem.model import Terms
from tests.support.desk import Desk, kinds
from tests.support.people import Person, compose, taps, text_of

TAKE = "take white blue green"
OTHER = "take green red black"


def ledger(desk: Desk) -> list[str]:
    with desk.store.work() as work:
        return [entry_text(line.entry) for line in work.ledger(1)]


def said(person: Person, kind: str = "status") -> str:
    return " ".join(text_of(person.last(kind)).split())


def tap(desk: Desk, person: Person, kind: str, word: str) -> None:
    link = next(each for each in taps(person.last(kind)) if each.body == word)
    desk.hand_in(compose(person.sender, link))


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "give Bo 3 days"),
        ("en", "give 3 days to Bo"),
        ("da", "giv Bo 3 dage"),
        ("is", "gefa Bo 3 daga"),
        ("pl", "daj Bo 3 dni"),
        ("he", "תן Bo 3 ימים"),
    ],
)
def test_time_is_given_to_another_at_once(desk: Desk, anna: Person, language: str, words: str) -> None:
    desk.set(anna, language=language)
    before = desk.game().holders[1].bank
    assert kinds(desk.reply(anna, words)) == ["status"]
    assert desk.game().holders[1].bank - before == 72 * 3600
    assert ledger(desk) == ["give 2 72 by 1"]


def test_a_gift_is_told_in_the_next_mail(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "give Bo 3 days")
    assert "You gave Bo more time: 3 days." in said(anna)
    desk.reply(anna, TAKE)
    assert "Anna gave Bo more time: 3 days." in said(desk.people[1], "turn")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("give Bo 400 days", "between one hour and 14 days"),
        ("give Dora 3 days", "Nobody here is called Dora"),
        ("give Anna 3 days", "Nobody here is called Anna"),
        ("give 3 days", "Several people match that"),
    ],
)
def test_a_gift_that_can_not_be_given_is_refused(desk: Desk, anna: Person, words: str, why: str) -> None:
    desk.reply(anna, words)
    assert why in said(anna, "refused")
    assert ledger(desk) == []


def test_who_gave_up_their_seat_settles_nothing_at_the_table_any_more(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "resign")
    before = ledger(desk)
    for words in ("resign", TAKE, "give Bo 3 days", "end by agreement", "take back", "pause until 2026-12-05"):
        assert kinds(desk.reply(anna, words)) == ["refused"], words
        assert "This player is no longer in the game." in said(anna, "refused"), words
    assert kinds(desk.reply(anna, "say good luck, both of you")) == ["press"]
    assert (ledger(desk), desk.shunted()) == (before, [])


def test_nobody_is_given_time_without_end_while_they_do_not_move(desk: Desk, anna: Person) -> None:
    bo = desk.people[1]
    desk.tap(anna, "take")
    desk.reply(anna, "give Bo 10 days", to="moved")
    assert kinds(desk.reply(anna, "give Bo 5 days", to="moved")) == ["refused"]
    assert "Between two moves a player can be given 14 days in all." in said(anna, "refused")
    desk.tap(bo, "take")
    assert kinds(desk.reply(anna, "give Bo 5 days", to="moved")) == ["status"]


def test_nobody_gives_without_end(desk: Desk, anna: Person) -> None:
    for hours in (1, 2, 3, 4):
        desk.reply(anna, f"give Bo {hours}h")
    assert ledger(desk) == ["give 2 1 by 1", "give 2 2 by 1", "give 2 3 by 1"]
    assert "today's limit for giving time" in said(anna, "refused")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "take back"),
        ("en", "undo"),
        ("da", "tag trækket tilbage"),
        ("is", "taka leikinn til baka"),
        ("pl", "cofnij ruch"),
        ("he", "להחזיר את המהלך"),
    ],
)
def test_a_move_is_taken_back_once_all_agree(desk: Desk, anna: Person, language: str, words: str) -> None:
    _, bo, cy = desk.people
    desk.set(anna, language=language)
    before = desk.position()
    desk.reply(anna, TAKE)
    assert kinds(desk.reply(anna, words)) == ["asked"] * 3
    tap(desk, bo, "asked", "agree")
    assert desk.position() != before
    arrived = desk.reply(cy, "yes", to="asked")
    assert desk.position() == before
    assert ledger(desk) == [TAKE, "take back 1 1"]
    assert kinds(arrived) == ["status", "turn"]


def test_a_receipt_asks_for_the_move_back_by_one_tap(desk: Desk, anna: Person) -> None:
    desk.set(anna, receipts="always")
    desk.reply(anna, TAKE)
    tap(desk, anna, "moved", "take back")
    for other in desk.people[1:]:
        tap(desk, other, "asked", "agree")
    assert ledger(desk) == [TAKE, "take back 1 1"]


def test_a_receipt_does_not_offer_what_can_not_be_had(desk: Desk, anna: Person) -> None:
    desk.set(anna, receipts="always")
    desk.reply(anna, "reserve 11")
    assert "take back" not in [each.body for each in taps(anna.last("moved"))]


def test_who_meant_something_else_has_it_played_once_all_agree(desk: Desk, anna: Person) -> None:
    _, bo, cy = desk.people
    desk.reply(anna, TAKE)
    assert kinds(desk.reply(anna, f"oops, I meant {OTHER}", to="moved")) == ["asked"] * 3
    desk.reply(bo, "sure", to="asked")
    desk.reply(cy, "I agree", to="asked")
    assert ledger(desk) == [TAKE, "take back 1 1", OTHER]
    assert desk.game().state.turn == 1


def test_what_another_played_since_is_taken_back_as_well(desk: Desk, anna: Person) -> None:
    _, bo, cy = desk.people
    before = desk.position()
    desk.reply(anna, TAKE)
    desk.reply(bo, OTHER)
    desk.reply(anna, "take back")
    desk.reply(bo, "agree", to="asked")
    desk.reply(cy, "agree", to="asked")
    assert desk.position() == before


def test_a_move_that_turned_up_a_card_stands(desk: Desk, anna: Person) -> None:
    desk.reply(anna, desk.legal("reserve 1")[0])
    desk.reply(anna, "take back")
    assert "A card was turned up or drawn since you moved" in said(anna, "refused")


def test_a_game_that_went_on_leaves_the_move_where_it_is(desk: Desk, anna: Person) -> None:
    _, bo, cy = desk.people
    desk.reply(anna, TAKE)
    desk.reply(anna, "take back")
    desk.reply(cy, "agree", to="asked")
    desk.reply(bo, desk.legal("reserve 1")[0])
    desk.reply(bo, "agree", to="asked")
    assert "take back 1 2" not in ledger(desk)
    assert "The game has gone on meanwhile, so your move stands." in said(anna)


def test_a_no_ends_the_question_and_it_is_asked_once(desk: Desk, anna: Person) -> None:
    _, bo, _cy = desk.people
    desk.reply(anna, TAKE)
    desk.reply(anna, "take back")
    desk.reply(bo, "no", to="asked")
    assert "Bo does not agree, so your move stands." in said(anna)
    desk.reply(anna, "take back")
    assert "You have already asked to take this move back" in said(anna, "refused")


def test_the_clock_of_whoever_is_on_turn_stands_while_a_move_is_asked_back(desk: Desk, anna: Person) -> None:
    desk.reply(anna, TAKE)
    desk.let_pass(hours=1)
    desk.reply(anna, "take back")
    desk.let_pass(hours=10)
    assert desk.game().clock.since is None
    desk.let_pass(hours=15)
    assert desk.game().clock.since is not None, "for a day at most"


def test_a_question_without_an_answer_lapses_and_says_so(desk: Desk, anna: Person) -> None:
    desk.reply(anna, TAKE)
    desk.reply(anna, "take back")
    desk.let_pass(days=3, minutes=1)
    assert "Not everybody answered within three days, so your move stands." in said(anna)
    assert ledger(desk)[:1] == [TAKE]
    desk.reply(desk.people[2], "agree", to="asked")
    assert "There is no open question at this table" in said(desk.people[2], "refused")


def test_the_question_stands_in_the_next_turn_mail_as_well(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "pause until 5 January")
    desk.reply(anna, TAKE)
    bo = desk.people[1]
    assert "Anna asks to pause the game until Tuesday 5 January." in said(bo, "turn")
    tap(desk, bo, "turn", "agree")
    assert "We're waiting for: Cy." in said(bo)


@pytest.mark.parametrize(
    ("language", "pause", "resume"),
    [
        ("en", "pause", "resume"),
        ("da", "pause", "genoptag"),
        ("is", "gera hlé", "halda áfram"),
        ("pl", "wstrzymaj", "wznów"),
        ("he", "להשהות", "להמשיך"),
    ],
)
def test_a_game_rests_and_goes_on_when_all_agree(
    desk: Desk, anna: Person, language: str, pause: str, resume: str
) -> None:
    _, bo, cy = desk.people
    desk.set(anna, language=language)
    desk.reply(anna, pause)
    desk.reply(bo, "yes", to="asked")
    assert not desk.game().paused
    assert kinds(desk.reply(cy, "ok", to="asked")) == ["status"] * 3
    assert desk.game().paused
    desk.reply(anna, resume)
    desk.reply(bo, "yes", to="asked")
    desk.reply(cy, "yes", to="asked")
    assert not desk.game().paused
    assert ledger(desk) == ["pause agreed", "resume agreed"]
    assert anna.kinds()[-1] == "turn"


def test_a_game_goes_on_by_itself_on_the_day_that_was_agreed(desk: Desk, anna: Person) -> None:
    _, bo, cy = desk.people
    desk.reply(anna, "pause until 20 November")
    desk.reply(bo, "yes", to="asked")
    desk.reply(cy, "yes", to="asked")
    assert "The game is paused until Friday 20 November" in said(bo)
    assert desk.let_pass(days=3) == []
    arrived = desk.let_pass(days=1)
    assert not desk.game().paused
    assert "turn" in kinds(arrived)
    assert desk.game().clock.used.total_seconds() < 60


@pytest.mark.parametrize("day", ["1 March", "2020-01-05", "16 November"])
def test_a_game_does_not_rest_for_ever_nor_until_yesterday(desk: Desk, anna: Person, day: str) -> None:
    desk.reply(anna, f"pause until {day}")
    assert "within the next 90 days" in said(anna, "refused")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "end by agreement"),
        ("da", "afslut spillet"),
        ("is", "ljúka leiknum"),
        ("pl", "zakończ grę"),
        ("he", "לסיים בהסכמה"),
    ],
)
def test_a_game_ends_as_it_stands_when_all_agree_and_does_not_count(
    desk: Desk, anna: Person, language: str, words: str
) -> None:
    _, bo, cy = desk.people
    for person in desk.people:
        desk.reply(person, TAKE if person is anna else desk.legal("take")[0])
    desk.set(anna, language=language)
    desk.reply(anna, words)
    desk.reply(bo, "yes", to="asked")
    assert kinds(desk.reply(cy, "yes", to="asked"))[-3:] == ["ended"] * 3
    assert desk.game().state.over
    assert "All agreed to end the game here. It does not count." in said(bo, "ended")
    who = str(desk.player(bo).id)
    with desk.store.work() as work:
        assert not work.rating_history(who)


def test_the_record_of_a_game_with_agreements_verifies(desk: Desk, anna: Person) -> None:
    _, bo, cy = desk.people
    desk.reply(anna, TAKE)
    for words in ("take back", "end by agreement"):
        desk.reply(anna, words)
        desk.reply(bo, "yes", to="asked")
        desk.reply(cy, "yes", to="asked")
    (attached,) = [
        part.get_content() for part in bo.last("ended").iter_attachments() if (part.get_filename() or "")[-4:] == ".txt"
    ]
    record = parse_record(attached)
    assert attached.startswith("pbem record 2")
    assert replay(record.setup, record.entries) == desk.game().state


def test_one_question_at_a_time(desk: Desk, anna: Person) -> None:
    bo = desk.people[1]
    desk.reply(anna, "pause")
    desk.reply(bo, "end by agreement", to="asked")
    assert "A question by Anna is still open at this table." in said(bo, "refused")


def test_who_asks_can_ask_no_longer_but_not_agree(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "pause")
    desk.reply(anna, "agree", to="asked")
    assert "This is your own question" in said(anna, "refused")
    tap(desk, anna, "asked", "disagree")
    assert "Your question is withdrawn." in said(anna)
    desk.reply(desk.people[1], "yes", to="asked")
    assert not desk.game().paused


def test_nobody_asks_without_end(desk: Desk, anna: Person) -> None:
    for day in (20, 21, 22):
        desk.reply(anna, f"pause until {day} November")
        desk.reply(anna, f"disagree #{1}" if day % 2 else "I disagree", to="asked")
    desk.reply(anna, "pause")
    assert "You can ask your table 3 things a day." in said(anna, "refused")


def test_who_left_is_not_waited_for(desk: Desk, anna: Person) -> None:
    _, bo, cy = desk.people
    desk.reply(cy, "resign", to="started")
    desk.reply(anna, "pause")
    desk.reply(bo, "yes", to="asked")
    assert desk.game().paused


def test_at_a_table_of_computers_a_move_is_taken_back_at_once(desk: Desk) -> None:
    desk.crowd.people = {desk.people[0].address: desk.people[0]}
    desk.new_game("random", terms=Terms(bot_minutes=60))
    before = desk.position()
    desk.reply(desk.people[0], TAKE)
    desk.reply(desk.people[0], "take back")
    assert desk.position() == before


def test_no_clock_is_gained_by_a_question_that_is_no_move_asked_back(desk: Desk, anna: Person) -> None:
    desk.let_pass(hours=1)
    desk.reply(anna, "pause")
    assert desk.game().clock.since is not None


def test_what_happens_while_a_game_rests_does_not_end_its_rest(desk: Desk, anna: Person) -> None:
    _, bo, cy = desk.people
    desk.reply(anna, "pause until 20 November")
    desk.reply(bo, "yes", to="asked")
    desk.reply(cy, "yes", to="asked")
    wakes_at = desk.game().due_at
    desk.reply(bo, "give Anna 3 days", to="asked")
    desk.reply(anna, "resign")
    desk.let_pass(hours=1)
    assert desk.game().paused
    assert desk.game().due_at == wakes_at
    desk.let_pass(days=4)
    assert not desk.game().paused
    assert bo.kinds()[-1] == "turn"


AGREED = {
    "en": (
        "Fine by me",
        "Yes, sure",
        "Of course, enjoy your visitors!",
        "Sure, no problem, take it back",
        "ok by me, have fun",
    ),
    "da": ("Det er fint med mig", "Ja, klart", "Selvfølgelig, hyg dig med gæsterne!", "Intet problem, tag det tilbage"),
    "is": ("Mín vegna", "Já, auðvitað", "Að sjálfsögðu, njóttu gestanna!", "Ekkert mál, taktu hann aftur"),
    "pl": ("Nie mam nic przeciwko", "No jasne", "Oczywiście, miłej zabawy z gośćmi!", "Nie ma sprawy, cofnij to"),
    "he": ("מבחינתי בסדר", "כן, בטח", "כמובן, תהנו עם האורחים!", "אין בעיה, קח את זה בחזרה"),
}
REFUSED = {
    "en": ("I'd rather not", "I'd rather not, let's just play", "No, sorry, let's go on", "Please don't!"),
    "da": ("Helst ikke", "Nej, desværre, lad os spille videre"),
    "is": ("Helst ekki", "Nei, því miður, höldum áfram"),
    "pl": ("Wolę nie", "Nie, przykro mi, grajmy dalej"),
    "he": ("מעדיף שלא", "לא, מצטער, בואו נמשיך"),
}
UNDECIDED = {
    "en": ("Not sure yet, maybe", "Hm, let me see what Cy says", "Yes, but no, rather not"),
    "da": ("Måske, jeg ved det ikke",),
    "is": ("Kannski, ég veit ekki",),
    "pl": ("No nie wiem, może",),
    "he": ("אולי, לא יודע",),
}


@pytest.mark.parametrize("what", ["take back", "pause", "end by agreement"])
def test_a_yes_in_ones_own_words_is_heard_and_what_is_neither_is_asked_again(
    desk: Desk, anna: Person, what: str
) -> None:
    bo = desk.people[1]
    desk.reply(anna, TAKE)
    desk.reply(anna, what)
    for language, texts in UNDECIDED.items():
        desk.set(bo, language=language)
        desk.wait(hours=2)
        for words in texts:
            assert kinds(desk.reply(bo, words, to="asked")) == ["asked"], words
            assert len({each.body for each in taps(bo.last("asked"))}) >= 2, words
    for language, texts in AGREED.items():
        desk.set(bo, language=language)
        desk.wait(hours=2)
        for words in texts:
            assert kinds(desk.reply(bo, words, to="asked")) == ["status"], words
            assert "We're waiting for: Cy." in said(bo) or language != "en", words


def test_a_no_in_ones_own_words_ends_the_question(desk: Desk, anna: Person) -> None:
    bo = desk.people[1]
    for language, texts in REFUSED.items():
        desk.set(bo, language=language)
        for words in texts:
            desk.reply(anna, "pause")
            assert "status" in kinds(desk.reply(bo, words, to="asked")), words
            assert desk.game().proposal is None, words
            desk.let_pass(days=1, minutes=1)


def test_a_yes_in_ones_own_words_counts_under_a_turn_but_a_move_there_is_a_move(desk: Desk, anna: Person) -> None:
    bo = desk.people[1]
    desk.reply(anna, "pause")
    desk.reply(anna, TAKE)
    desk.reply(bo, "Sure, no problem", to="turn")
    assert "We're waiting for: Cy." in said(bo)
    desk.reply(desk.people[2], f"Of course I {OTHER}", to="asked")
    assert not desk.game().paused


WEEKDAYS = {
    "en": (
        "pause until Monday",
        "could we pause until Monday? I have visitors",
        "let's pause the game till Monday, ok?",
    ),
    "da": ("pause indtil mandag", "lad os holde pause til på mandag"),
    "is": ("gera hlé til mánudags", "gerum hlé fram til mánudags"),
    "pl": ("pauza do poniedziałku", "zróbmy przerwę do poniedziałku"),
    "he": ("הפסקה עד יום שני", "בואו נעשה הפסקה עד יום שני"),
}


def test_a_game_rests_until_a_day_that_is_named(desk: Desk, anna: Person) -> None:
    for language, texts in WEEKDAYS.items():
        desk.set(anna, language=language)
        for words in texts:
            assert kinds(desk.reply(anna, words)) == ["asked"] * 3, words
            assert "Monday 23 November" in said(desk.people[1], "asked"), words
            desk.reply(anna, "disagree", to="asked")
            desk.let_pass(hours=9)


def test_a_table_is_named_in_ones_own_words_and_its_namer_keeps_their_name(desk: Desk, anna: Person) -> None:
    for language, words in {
        "en": "name the table Sapphire",
        "da": "navngiv bordet Sapphire",
        "is": "nefnum borðið Sapphire",
        "pl": "nazwijmy stół Sapphire",
        "he": "קראו לשולחן Sapphire",
    }.items():
        desk.set(anna, language=language)
        desk.reply(anna, "table name off")
        desk.reply(anna, words)
        assert (desk.game().title, desk.player(anna).name) == ("Sapphire", "Anna"), words
