"""What an inbox shows of a mail: what to do, who waits, which game; short enough for a phone, never the same twice."""

from dataclasses import replace
from datetime import timedelta

import pytest

from pbem.i18n.codes import LANGUAGES
from pbem.notices import Notice, Reader, RefusedNotice, RemarkNotice, ReminderNotice
from pbem.render import render
from tests.support.render.scenes import LINKS, at_turn, every_kind, in_reserve, with_names

TO = Reader("anna@example.org", "en", "UTC", "Anna", 1)
ROOM = 48
"""Letters that fit a phone of 375 px."""


def subject(notice: Notice) -> str:
    return render(notice, LINKS).subject


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("turn", "Your turn 15 · Björn, greedy · #42"),
        ("reminder", "6 hours left · Björn and greedy are waiting · #42"),
        ("reminder-last", "Last chance to move · Björn and greedy are waiting · #42"),
        ("started", "The game begins · Björn, greedy · #42"),
        ("moved", "Played: buy 23 gold white blue · #42"),
        ("moved-other", "Zofia moved · #42"),
        ("refused", "Not played: 3 red and 2 black short · #42"),
        ("refused-unreadable", "Which one did you mean? · Splendor"),
        ("press", "Björn: “42! :-)” · #42"),
        ("ended", "greedy won with 15 points · #42"),
        ("invite", "Björn invites you to play Splendor by email"),
        ("invite-seat", "A seat is free · Björn, greedy, Zofia · #43"),
        ("digest", "Your turn in 2 games · #42, #43"),
        ("settings", "Your settings · Splendor"),
    ],
)
def test_a_subject_says_what_to_do(kind: str, expected: str) -> None:
    assert subject(every_kind("en")[kind]) == expected


def test_what_is_short_is_named_where_no_gold_could_stand_for_it() -> None:
    facts = {"card": "3u3", "price": {"white": 7}, "tokens": {}, "missing": {"white": 6}, "gold": 0}
    refused = RefusedNotice(to=TO, game_view=at_turn(42), code="cannot_afford", facts=facts, understood="buy 3u3")
    assert subject(refused) == "Not played: 6 white short · #42"


def test_hours_are_told_until_there_are_only_minutes() -> None:
    def left(**time: float) -> str:
        return subject(ReminderNotice(to=TO, game_view=in_reserve(at_turn(42)), left=timedelta(**time))).partition(
            " · "
        )[0]

    assert [left(days=3), left(hours=47.5), left(hours=1), left(minutes=30)] == [
        "3 days left",
        "47 hours left",
        "1 hour left",
        "30 minutes left",
    ]


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_two_kinds_look_the_same(code: str) -> None:
    kinds: dict[str, set[str]] = {}
    for notice in every_kind(code).values():
        kinds.setdefault(subject(notice), set()).add(notice.kind)
    assert {same: found for same, found in kinds.items() if len(found) > 1} == {}


@pytest.mark.parametrize("code", LANGUAGES)
def test_names_that_are_long_are_shortened_and_the_verb_is_not(code: str) -> None:
    names = ("Anna", "Guðrún Þorsteinsdóttir", "Stanisław-Brzęczyszczykiewicz")
    turn, short = (subject(with_names(every_kind(code)["turn"], each)) for each in (names, ("Anna", "Bo", "Cy")))
    assert turn.partition(" · ")[0] == short.partition(" · ")[0]
    assert "Guðrún, Stanisław-B… · #42" in turn
    assert max(len(turn), len(short)) <= ROOM


def test_two_people_with_one_first_name_are_told_apart() -> None:
    assert "Eva Lind, Eva Holm" in subject(with_names(every_kind("en")["turn"], ("Anna", "Eva Lind", "Eva Holm")))


def test_talk_is_shown_in_one_short_line() -> None:
    talk = RemarkNotice(to=TO, game_view=at_turn(42), author="Björn", words="well\nplayed " * 20)
    assert subject(talk) == "Björn: “well played well played well pl…” · #42"


def test_the_links_of_a_mail_carry_its_subject() -> None:
    notice = every_kind("en")["turn"]
    assert "subject=Your%20turn%2015%20%C2%B7%20Bj%C3%B6rn,%20greedy%20%C2%B7%20%2342&" in render(notice, LINKS).html
    marked = render(notice, replace(LINKS, mark="[#42 tag] ")).html
    assert "subject=%5B%2342%20tag%5D%20Your%20turn%2015" in marked
