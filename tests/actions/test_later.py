"""Reminders when it suits: they move, the deadline does not."""

from datetime import timedelta

import pytest

from tests.support.desk import Desk, kinds
from tests.support.people import Person, compose, taps, text_of


def said(person: Person, kind: str = "status") -> str:
    return " ".join(text_of(person.last(kind)).split())


def reminders(desk: Desk, **time: float) -> list[int]:
    """When reminders arrived meanwhile, as hours since the game began."""
    begun, told = desk.now, list[int]()
    for hour in range(1, round(timedelta(**time) / timedelta(hours=1)) + 1):
        told += [hour for kind in kinds(desk.let_pass(hours=1)) if kind == "reminder"]
    assert desk.now == begun + timedelta(**time)
    return told


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "remind me tonight"),
        ("en", "later"),
        ("da", "mind mig i aften"),
        ("is", "minna mig á í kvöld"),
        ("pl", "przypomnij mi wieczorem"),
        ("he", "תזכיר לי הערב"),
    ],
)
def test_a_reminder_comes_when_it_was_asked_for(desk: Desk, anna: Person, language: str, words: str) -> None:
    desk.set(anna, language=language)
    assert kinds(desk.reply(anna, words)) == ["status"]
    assert reminders(desk, hours=8) == [7], "it is noon: seven hours later it is 19:00"


def test_a_reminder_comes_in_the_morning_of_a_day_that_is_named(desk: Desk, anna: Person) -> None:
    for language, words in {
        "en": "remind me on Wednesday",
        "da": "mind mig på onsdag",
        "is": "minna mig á miðvikudag",
        "pl": "przypomnij mi w środę",
        "he": "תזכיר לי ביום רביעי",
    }.items():
        desk.set(anna, language=language)
        assert kinds(desk.reply(anna, words)) == ["status"], words
        assert desk.game().clock.remind_at == desk.now + timedelta(days=1, hours=21), words


def test_the_answer_says_when_that_is_and_that_the_deadline_stays(desk: Desk, anna: Person) -> None:
    until = desk.game().ends_at
    desk.reply(anna, "remind me at 21:30")
    assert "We'll remind you on Monday 16 November, 21:30" in said(anna)
    assert "Your deadline stays the same" in said(anna)
    desk.let_pass(hours=1)
    assert until in (None, desk.game().ends_at)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_every_turn_mail_offers_three_times_at_a_tap(desk: Desk, anna: Person, number: int) -> None:
    links = [tap for tap in taps(anna.last("turn")) if tap.body.startswith("remind me")]
    assert [tap.body for tap in links] == ["remind me tonight", "remind me tomorrow", "remind me at 19:00"]
    assert kinds(desk.hand_in(compose(anna.sender, links[number]))) == ["status"]


def test_reminders_that_would_have_come_before_are_told_then(desk: Desk, anna: Person) -> None:
    whole = 24 + 120
    desk.reply(anna, "remind me in 80 hours")
    assert reminders(desk, hours=whole) == [80, whole - 12, whole], "the one at half time came later"


def test_a_reminder_behind_the_deadline_is_refused(desk: Desk, anna: Person) -> None:
    desk.reply(anna, "remind me in 2 weeks")
    assert "Your time runs out before then" in said(anna, "refused")


def test_who_is_not_on_turn_has_nothing_to_be_reminded_of(desk: Desk, anna: Person) -> None:
    desk.reply(desk.people[1], "remind me tonight", to="started")
    assert "It is not your turn." in said(desk.people[1], "refused")
