"""Settled by mail in one's own words: everybody is asked, somebody gets time, a reminder moves; never unasked."""

import pytest

from pbem.model.proposals import Wanted
from tests.support.desk import Desk, kinds
from tests.support.people import Person, text_of

DAY = 24 * 60 * 60


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "Oops, I meant red instead of green, can I have that one back?"),
        ("en", "Whoops! Didn't mean to do that, could everyone let me redo it?"),
        ("da", "Hov, det var en fejl, må jeg gøre det om?"),
        ("he", "טעות, אפשר לקחת בחזרה?"),
        ("da", "Undskyld, jeg kom til at trykke forkert. Kan vi fortryde mit sidste træk?"),
        ("is", "Úps, ég ætlaði að taka rauðan í staðinn fyrir grænan, má ég fá þetta til baka?"),
        ("pl", "Przepraszam, kliknęłam nie to co trzeba. Czy mogę wycofać ostatni ruch?"),
        ("he", "אופס, התכוונתי לאדום במקום ירוק, אפשר להחזיר?"),
    ],
)
def test_a_slip_asks_the_others_for_the_move_back(desk: Desk, anna: Person, code: str, words: str) -> None:
    desk.set(anna, language=code)
    desk.reply(anna, "take white blue green")
    desk.reply(anna, words, to="moved")
    assert [each.what for each in desk.game().proposals] == [Wanted.TAKE_BACK]


@pytest.mark.parametrize("words", ["How do I take a move back?", "Nice move, that was a mistake of mine last week"])
def test_who_only_speaks_of_taking_back_asks_nobody(desk: Desk, anna: Person, words: str) -> None:
    desk.reply(anna, "take white blue green")
    desk.reply(anna, words, to="moved")
    assert not desk.game().proposals


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "Could we pause the game until 5 January? Family is visiting."),
        ("da", "Skal vi holde pause til den 5. januar? Vi har familien på besøg"),
        ("is", "Getum við gert hlé til 5. janúar? Fjölskyldan er í heimsókn"),
        ("pl", "Zróbmy przerwę do 5 stycznia, mam rodzinę w domu"),
        ("he", "אפשר לעשות הפסקה עד 5 בינואר? המשפחה בביקור"),
    ],
)
def test_a_pause_is_asked_for_with_its_reason(desk: Desk, anna: Person, code: str, words: str) -> None:
    desk.set(anna, language=code)
    desk.reply(anna, words)
    (asked,) = desk.game().proposals
    assert (asked.what, asked.until and asked.until.day) == (Wanted.PAUSE, 5)


def test_who_is_named_gets_the_time_and_nobody_else(desk: Desk, anna: Person) -> None:
    before = [holder.bank for holder in desk.game().holders]
    desk.reply(anna, "Please give Bo three more days, he's travelling.")
    after = [holder.bank for holder in desk.game().holders]
    assert [(later - earlier) // DAY for earlier, later in zip(before, after, strict=True)] == [0, 3, 0]
    assert kinds(desk.reply(anna, "Please give Zoe three more days, she's travelling.")) != ["status"]


def test_a_reminder_named_in_passing_is_nobodys_order(desk: Desk, anna: Person) -> None:
    assert kinds(desk.reply(anna, "Bo will remind me at eight")) == ["confirm"]


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "Yes, but only until the 3rd"),
        ("da", "Ja, men kun til den 3."),
        ("is", "Já, en bara til 3. janúar"),
        ("pl", "Tak, ale tylko do 3 stycznia"),
        ("he", "כן, אבל רק עד 3 בינואר"),
    ],
)
def test_a_yes_with_a_but_is_asked_again(desk: Desk, anna: Person, code: str, words: str) -> None:
    desk.reply(anna, "pause until 5 January")
    bo = desk.people[1]
    desk.set(bo, language=code)
    assert kinds(desk.reply(bo, words, to="asked")) == ["asked"]
    assert desk.game().proposals[0].said(1) is None


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("en", "I'd rather we kept going, sorry"),
        ("da", "Jeg vil hellere spille videre"),
        ("is", "Ég vil frekar halda áfram"),
        ("pl", "Wolałabym grać dalej"),
        ("he", "אני מעדיף להמשיך לשחק"),
    ],
)
def test_who_would_rather_play_says_no(desk: Desk, anna: Person, code: str, words: str) -> None:
    desk.reply(anna, "pause until 5 January")
    bo = desk.people[1]
    desk.set(bo, language=code)
    desk.reply(bo, words, to="asked")
    assert not desk.game().paused
    assert desk.game().proposal is None
    assert "does not agree" in text_of(anna.last("status"))
