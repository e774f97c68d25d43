import tomllib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.layouts import cases, described
from pbem.commands.reply import read_reply
from pbem.commands.text import command_text
from pbem.i18n.codes import LANGUAGES
from pbem.i18n.language import translations
from pbem.mail.quoted_mail import QuotedMail
from pbem.mail.screen import Verdict, screen
from pbem.mail.toml_data import toml_data
from tests.support.stored_mails import MAILS, OURS, answered_by, letter, read

ODD = sorted((MAILS / "odd").glob("*.eml"))
EXPECTED = tomllib.loads((MAILS / "odd" / "expected.toml").read_text("utf-8"))
QUESTION = """\
Was this you?
We got an email in your name that isn't a reply to one of ours, so we're asking before we do anything.
If it was not you, do nothing.
"""
INTRODUCTION = "On 5 May 2026 at 10:11, Splendor by mail wrote:"


def commands(body: str, sent: str, subject: str = "") -> list[str]:
    received = letter(f"Subject: {subject}\n", body)
    reply = read_reply(received, OURS, "en", QuotedMail("Splendor #42 · Anna, Bo", sent))
    return [*map(command_text, reply.reading.commands)]


@pytest.mark.parametrize("odd", ODD, ids=lambda path: path.stem)
def test_an_odd_reply_is_read_with_the_mail_that_it_answers(odd: Path) -> None:
    received, expected = read(odd), EXPECTED[odd.stem]
    text, reading = read_reply(received, OURS, expected.get("language", "en"), answered_by(received))
    assert screen(received, OURS) is Verdict.FOR_US
    assert text == expected["text"]
    assert [*map(command_text, reading.commands)] == expected["commands"]


@pytest.mark.parametrize(
    "odd",
    [
        "confirm_denied_below_an_outlook_quotation",
        "order_below_an_outlook_quotation",
        "order_below_lines_marked_with_colons",
    ],
)
def test_what_stands_below_the_end_of_our_mail_is_read_though_its_html_is_not_known(odd: str) -> None:
    received, expected = read(MAILS / "odd" / f"{odd}.eml"), EXPECTED[odd]
    text, reading = read_reply(received, OURS, "en", replace(answered_by(received), html=""))
    assert (text, [*map(command_text, reading.commands)]) == (expected["text"], expected["commands"])


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_end_of_our_mails_is_known_in_every_language(code: str) -> None:
    speak = translations(code)
    assert toml_data("quotes")[code]["footer"] == [speak.gettext("Help"), speak.gettext("Rules")]


@pytest.mark.parametrize("language", ["en", "da", "is", "pl", "he"])
def test_wherever_an_order_stands_in_a_reply_it_is_found_and_nothing_else_is(language: str) -> None:
    """Where its words all stand in our own mail, too, or among unmarked numbers of our tables, one may go unread; but
    nothing is done that was not ordered.
    """
    replies = [(case, case.outcome()) for case in cases([(1, 40)], [language])]
    assert [described(case) for case, outcome in replies if outcome == "wrong"] == []
    assert Counter(outcome for _, outcome in replies)["right"] >= 0.95 * len(replies)


def test_a_yes_above_the_quotation_is_heard_with_what_is_said_below_it() -> None:
    below = f"Yes\n\n{INTRODUCTION}\n\n{QUESTION}\nIt was not me!\n"
    text, _ = read_reply(letter(body=below), OURS, "en", QuotedMail(text=QUESTION))
    assert text == "Yes\n\nIt was not me!"


def test_an_order_that_we_repeated_when_we_refused_it_can_be_sent_again() -> None:
    order = "take white blue green return red gold"
    refused = f"Nothing was changed\nYou wrote: {order}\nYou have no red token that you could return."
    assert commands(order, refused) == [order]


def test_what_somebody_else_wrote_in_a_mail_that_was_passed_on_is_no_order() -> None:
    friend = "On 5 May 2026 at 10:15, Bo Lund <bo@example.net> wrote:\nbuy 23"
    assert commands(f"What a move that would be!\n\n{friend}\n\n{INTRODUCTION}\n{QUESTION}", QUESTION) == []


def test_an_order_counts_more_than_what_stands_behind_our_subject() -> None:
    assert commands("buy 23", QUESTION, "Re: Splendor #42 · Anna, Bo buy 24") == ["buy 23"]


@pytest.mark.parametrize("subject", ["Re: Splendor #42 · Anna, Bo", "[EXTERNAL] Sv: Splendor #42 · Anna,Bo", "Hello"])
def test_our_subject_asks_for_nothing(subject: str) -> None:
    assert commands("", QUESTION, subject) == []


@pytest.mark.parametrize("ours", ["Played: buy 23 · #42", "Preview: take white blue green · #42", "help · Splendor"])
def test_our_subject_asks_for_nothing_even_where_our_mail_is_kept_no_more(ours: str) -> None:
    forgotten = read_reply(letter(f"Subject: Re: {ours}\n", ""), OURS, "en")
    assert forgotten.reading.commands == ()
    added = read_reply(letter(f"Subject: Re: {ours} buy 24\n", ""), OURS, "en")
    assert [command_text(each) for each in added.reading.commands] == ["buy 24"]


def test_a_quotation_of_another_mail_than_we_think_is_no_order() -> None:
    ours = [f"The card at place {place} has been on the table for a while.\n" * 2 for place in range(11, 20)]
    other = [*(f"Somebody bought {place}.\n" for place in range(11, 19)), "buy 23\n"]
    quoted = "".join(line for pair in zip(ours, other, strict=True) for line in pair)
    assert commands(f"{INTRODUCTION}\n\n{quoted}", "".join(ours)) == []


_TABLE = [
    f"The card at place {place} costs {place % 7} red and {place % 5} blue gems today." for place in range(11, 20)
]


def test_an_order_written_into_what_is_quoted_is_found() -> None:
    for mark in ("> ", "» ", "Anna> ", ""):
        quoted = [
            *(f"{mark}{line}" for line in _TABLE[:4]),
            f"{mark}{_TABLE[4]}   buy 23",
            *map(mark.__add__, _TABLE[5:]),
        ]
        assert commands("\n".join(quoted), "\n".join(_TABLE)) == ["buy 23"], mark


def test_a_yes_that_only_stands_in_what_is_quoted_is_nobody_s_answer() -> None:
    for nod in ("yes", "Yes.", "ok"):
        quoted = "\n".join(f"> {line}" for line in [*_TABLE[:4], nod, *_TABLE[4:]])
        assert commands(quoted, "\n".join(_TABLE)) == [], nod


def test_an_order_that_is_quoted_twice_is_somebody_else_s() -> None:
    quoted = "\n".join([*(f"> {line}" for line in _TABLE), ">> buy 23", "> > buy 24"])
    assert commands(quoted, "\n".join(_TABLE)) == []


def test_where_our_words_were_cut_what_stands_below_our_name_is_an_order() -> None:
    assert commands(f"{INTRODUCTION}\n\nbuy 23", QUESTION) == ["buy 23"]
    assert commands("On 5 May 2026 at 10:15, Bo Lund <bo@example.net> wrote:\n\nbuy 23", QUESTION) == []
    assert commands(f"{INTRODUCTION}\n\nOne\nTwo\nThree\nbuy 23", QUESTION) == []
