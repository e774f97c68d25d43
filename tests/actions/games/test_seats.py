"""Seats as they are written on the command line."""

import pytest

from pbem.actions.games.seats import Invited, parse_seats
from pbem.errors import PbemError


def test_people_and_bots_sit_in_the_order_in_which_they_are_written() -> None:
    assert parse_seats("Anna <anna@example.org> da, Björn Þór <bjorn@example.org> is, bot:greedy") == [
        Invited("Anna", "anna@example.org", "da"),
        Invited("Björn Þór", "bjorn@example.org", "is"),
        Invited("greedy", bot="greedy"),
    ]


@pytest.mark.parametrize(
    ("text", "invited"),
    [
        ("Anna <anna@example.org>", Invited("Anna", "anna@example.org")),
        ("Anna <Anna@Example.ORG>", Invited("Anna", "anna@example.org")),
        ("anna@example.org", Invited("anna", "anna@example.org")),
        ("<anna@example.org>", Invited("anna", "anna@example.org")),
        ("anna@example.org pl", Invited("anna", "anna@example.org", "pl")),
        ("Anna<anna@example.org>  DA ", Invited("Anna", "anna@example.org", "da")),
        ('"Jónsson, Jón" <jon@example.org> is', Invited("Jónsson, Jón", "jon@example.org", "is")),
        ("מרים <miriam@example.org> he", Invited("מרים", "miriam@example.org", "he")),
        ("Anna (the 2nd) O'Hara <anna@example.org>", Invited("Anna (the 2nd) O'Hara", "anna@example.org")),
        ("Anna\n Maria <anna@example.org>", Invited("Anna Maria", "anna@example.org")),
        ("Þór <þór@dæmi.is>", Invited("Þór", "þór@dæmi.is")),
        ("bot: random", Invited("random", bot="random")),
    ],
)
def test_a_seat_may_be_written_in_many_ways(text: str, invited: Invited) -> None:
    assert parse_seats(text) == [invited]


def test_commas_too_many_do_not_matter() -> None:
    assert parse_seats(" ,anna@example.org,, jon@example.org, ") == parse_seats("anna@example.org,jon@example.org")


@pytest.mark.parametrize(
    "text",
    [
        "anna",
        "Anna <anna@>",
        "Anna <@example.org>",
        "Anna <anna@example.org",
        "anna@example.org@example.net",
        "Anna Maria anna@example.org",
        "Jónsson, Jón <jon@example.org>",
        "Anna <anna@example.org>; Jon <jon@example.org>",
        "Anna <anna@example.org> <jon@example.org>",
        "Anna <anna@example.org> da is",
        "Bot:greedy",
    ],
)
def test_what_is_no_seat_is_refused_and_quoted(text: str) -> None:
    with pytest.raises(PbemError, match="no seat in '") as refusal:
        parse_seats(text)
    assert "\n" not in str(refusal.value)


def test_an_unknown_language_or_bot_is_told_which_there_are() -> None:
    with pytest.raises(PbemError, match="language 'sv' is none of en, da, is, pl, he"):
        parse_seats("Anna <anna@example.org> sv")
    with pytest.raises(PbemError, match="bot 'clever' is none of random, greedy"):
        parse_seats("bot:clever")


def test_nobody_plays_against_oneself() -> None:
    with pytest.raises(PbemError, match="two seats"):
        parse_seats("Anna <anna@example.org>, Anna's other name <ANNA@example.org>")


def test_two_bots_may_be_of_one_kind() -> None:
    assert len(parse_seats("bot:greedy, bot:greedy")) == 2
