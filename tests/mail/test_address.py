"""Our addresses, and tags found wherever a mail program may bring them back."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.actions.who import marks_of
from pbem.mail.address import (
    Ours,
    answer_marks,
    bounce_address,
    bounce_id,
    bounce_marks,
    is_mailable,
    mail_marks,
    message_id,
    reply_address,
    subject_marks,
)
from pbem.mail.letter import read_letter
from pbem.mail.tags import Claim, Keyring, Mark, Purpose, Tags, new_key
from pbem.ports import Delivery

OURS = Ours("splendor@example.org", "Splendor by mail")
TAGS = Tags(b"a secret of the server's own")
KEYRING = Keyring(TAGS, Claim(player=7, game=42, generation=3), new_key(b"fresh as"))
ANSWER, MAIL, BOUNCE = (KEYRING.mark(each) for each in (Purpose.ANSWER, Purpose.MAIL, Purpose.BOUNCE))
TAG = ANSWER.tag


# In addresses


def test_an_answer_a_bounce_and_the_id_have_a_key_each() -> None:
    assert reply_address(OURS, KEYRING) == f"splendor+{ANSWER}@example.org"
    assert bounce_address(OURS, KEYRING) == f"splendor+b.{BOUNCE}@example.org"
    assert message_id(OURS, KEYRING) == f"{MAIL}@example.org"


def test_without_plus_addressing_all_mail_goes_to_the_plain_address() -> None:
    plain = Ours("splendor@example.org", plus_addressing=False)
    assert reply_address(plain, KEYRING) == bounce_address(plain, KEYRING) == "splendor@example.org"
    assert message_id(plain, KEYRING) == f"{MAIL}@example.org"
    assert bounce_marks([bounce_id(plain, KEYRING)]) == [BOUNCE]


def test_a_billion_games_fit_into_an_address_that_smtp_can_carry() -> None:
    keyring = Keyring(TAGS, Claim(10**9, 10**9, 10**4), KEYRING.key)
    address = bounce_address(OURS, keyring)
    assert bounce_marks([address]) == [keyring.mark(Purpose.BOUNCE)]
    # RFC 5321 section 4.5.3.1.1
    assert len(address.partition("@")[0]) <= 64
    assert re.fullmatch(r"[a-z2-7.+]+@example\.org", address)


def test_the_address_of_bounces_is_no_address_of_answers() -> None:
    assert answer_marks([bounce_address(OURS, KEYRING)]) == []
    assert bounce_marks([reply_address(OURS, KEYRING)]) == []


# Found again


def letter_with(header: str) -> list[Mark]:
    return marks_of(read_letter(Delivery(f"From: anna@players.example\r\n{header}\r\n\r\n".encode())))


@pytest.mark.parametrize(
    ("header", "mark"),
    [
        (f"To: <{reply_address(OURS, KEYRING)}>", ANSWER),
        (f"To: Jon <jon@players.example>, Splendor by mail <{reply_address(OURS, KEYRING)}>", ANSWER),
        (f"Cc: {reply_address(OURS, KEYRING)}", ANSWER),
        (f"Delivered-To: {reply_address(OURS, KEYRING)}", ANSWER),
        (f"In-Reply-To: <{message_id(OURS, KEYRING)}>", MAIL),
        (f"References: <other@players.example>\r\n <{message_id(OURS, KEYRING)}>\r\n <more@players.example>", MAIL),
        (f"To: {reply_address(OURS, KEYRING).upper()}", ANSWER),
        (f"In-Reply-To: <{message_id(OURS, KEYRING).title()}>", MAIL),
    ],
)
def test_a_tag_is_found_with_the_key_of_the_mail_that_is_answered(header: str, mark: Mark) -> None:
    assert mark in letter_with(header)


@pytest.mark.parametrize(
    "subject",
    [f"Re: [#42 {TAG}] Splendor", f"[#42 {TAG.upper()}] Splendor", f"SV: AW: [#42 {TAG}]", f"Re: [#0 {TAG}] stop"],
)
def test_a_tag_is_found_in_the_subject(subject: str) -> None:
    assert letter_with(f"Subject: {subject}") == [Mark(TAG)]


def test_a_tag_is_found_in_the_envelope_alone() -> None:
    mail = Delivery(b"Subject: buy 23\r\n\r\n", envelope_recipients=(reply_address(OURS, KEYRING),))
    assert marks_of(read_letter(mail)) == [ANSWER]


def test_the_address_that_was_written_to_says_more_than_the_mail_that_was_answered() -> None:
    found = letter_with(f"In-Reply-To: <{message_id(OURS, KEYRING)}>\r\nTo: {reply_address(OURS, KEYRING)}")
    assert found == [ANSWER, MAIL]


@pytest.mark.parametrize("address", ["splendorcorrespondencegames@example.org", "abcdefghijklmnopqrst.u@example.org"])
def test_a_tag_is_found_behind_a_name_that_looks_like_one(address: str) -> None:
    assert ANSWER in answer_marks([reply_address(Ours(address), KEYRING)])


@given(st.lists(st.text(max_size=50)), st.text(max_size=80))
def test_whatever_is_written_nothing_is_found_that_was_not_sealed(addresses: list[str], subject: str) -> None:
    found = [*answer_marks(addresses), *bounce_marks(addresses), *mail_marks(addresses), *subject_marks(subject)]
    assert not any(TAGS.read(purpose, mark.tag) for mark in found for purpose in Purpose)


@pytest.mark.parametrize("look_alike", ["İ", "ı", "ſ", "\N{KELVIN SIGN}"])
def test_letters_that_only_look_like_ours_are_not_ours(look_alike: str) -> None:
    """Unicode's upper and lower case go where ours does not."""
    forged = TAG[:-1] + look_alike
    found = [*answer_marks([f"splendor+{forged}@example.org"]), *subject_marks(f"[#42 {forged}]")]
    assert [mark for mark in found if TAGS.read(Purpose.ANSWER, mark.tag)] == []


@pytest.mark.parametrize(
    "text", ["anna@example.org", "jón@dæmi.is", "a+b@x.org", "root@intranet", "td@localhost", "td@club.local"]
)
def test_an_address_can_be_written_to(text: str) -> None:
    assert is_mailable(text)


@pytest.mark.parametrize(
    "text", ["a..b@x.org", ".a@x.org", "a@x..org", "a\u200bb@x.org", "a@x\u200b.org", "a b@x.org", "a@", "@x", ""]
)
def test_what_no_mail_server_would_take_is_no_address(text: str) -> None:
    assert not is_mailable(text)
