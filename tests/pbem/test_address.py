"""Tags: unguessable, bound to one player and one game, found wherever a mail program may bring them back."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.actions.who import marks_of
from pbem.mail.address import Claim, Mark, Ours, Tags, bounce_address, find_marks, message_id, new_key, reply_address
from pbem.mail.letter import read_letter
from pbem.ports import Delivery

OURS = Ours("splendor@example.org", "Splendor by mail")
TAGS = Tags(b"a secret of the server's own")
CLAIM = Claim(player=7, game=42, generation=3)
TAG = TAGS.make(CLAIM)
MARK = Mark(TAG, new_key(b"fresh as"))
ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"

numbers = st.integers(0, 2**40)
claims = st.builds(Claim, numbers, numbers, numbers)


# Sealed


@given(claims)
def test_a_tag_says_what_was_sealed_in_it(claim: Claim) -> None:
    assert TAGS.read(TAGS.make(claim)) == claim


def test_a_tag_is_sealed_by_at_least_eighty_bits() -> None:
    for claim in (Claim(0, 0, 0), CLAIM, Claim(10**6, 10**6, 10**3)):
        facts = sum(max(1, -(-number.bit_length() // 7)) * 8 for number in (claim.player, claim.game, claim.generation))
        assert len(TAGS.make(claim)) * 5 - facts >= 80


def test_tags_of_one_player_have_nothing_in_common_but_what_they_claim() -> None:
    seals = {TAGS.make(Claim(7, game, 0))[-15:] for game in range(1000)}
    assert len(seals) == 1000


@given(claims, claims)
def test_a_tag_is_good_for_one_player_and_one_game(one: Claim, other: Claim) -> None:
    assert (TAGS.make(one) == TAGS.make(other)) == (one == other)


@given(claims, st.data())
def test_a_tag_with_any_character_changed_is_refused(claim: Claim, data: st.DataObject) -> None:
    tag = TAGS.make(claim)
    place = data.draw(st.integers(0, len(tag) - 1))
    letter = data.draw(st.sampled_from(ALPHABET.replace(tag[place], "")))
    assert TAGS.read(tag[:place] + letter + tag[place + 1 :]) is None


@pytest.mark.parametrize("place", range(len(TAG)))
def test_no_character_of_a_tag_can_be_any_other(place: int) -> None:
    others = [TAG[:place] + letter + TAG[place + 1 :] for letter in ALPHABET if letter != TAG[place]]
    assert [TAGS.read(other) for other in others] == [None] * 31


@given(claims, st.text(ALPHABET, max_size=8), st.integers(0, 8))
def test_a_tag_that_is_longer_or_shorter_is_refused(claim: Claim, more: str, fewer: int) -> None:
    tag = TAGS.make(claim)
    for other in (tag + more, more + tag, tag[: len(tag) - fewer], tag[fewer:]):
        assert TAGS.read(other) == (claim if other == tag else None)


@given(st.text(max_size=60))
def test_what_was_never_sealed_is_refused(text: str) -> None:
    assert TAGS.read(text) is None


def test_a_tag_of_another_server_is_refused() -> None:
    assert Tags(b"another secret").read(TAG) is None


def test_a_tag_is_read_in_capitals_too() -> None:
    assert TAGS.read(TAG.upper()) == CLAIM


# In addresses


def test_an_answer_goes_to_the_tag_and_a_bounce_beside_it() -> None:
    assert reply_address(OURS, MARK) == f"splendor+{MARK}@example.org"
    assert bounce_address(OURS, MARK) == f"splendor+b.{MARK}@example.org"
    assert message_id(OURS, MARK) == f"{MARK}@example.org"


def test_without_plus_addressing_all_mail_goes_to_the_plain_address() -> None:
    plain = Ours("splendor@example.org", plus_addressing=False)
    assert reply_address(plain, MARK) == bounce_address(plain, MARK) == "splendor@example.org"
    assert message_id(plain, MARK) == f"{MARK}@example.org"


def test_a_billion_games_fit_into_an_address_that_smtp_can_carry() -> None:
    address = bounce_address(OURS, Mark(TAGS.make(Claim(10**9, 10**9, 10**4)), MARK.key))
    assert [str(mark) for mark in find_marks([address], [], "")] == [address[len("splendor+b.") : -len("@example.org")]]
    # RFC 5321 section 4.5.3.1.1
    assert len(address.partition("@")[0]) <= 64
    assert re.fullmatch(r"[a-z2-7.+]+@example\.org", address)


# Found again


def letter_with(header: str) -> list[Mark]:
    return marks_of(read_letter(Delivery(f"From: anna@players.example\r\n{header}\r\n\r\n".encode())))


@pytest.mark.parametrize(
    "header",
    [
        f"To: <{reply_address(OURS, MARK)}>",
        f"To: Jon <jon@players.example>, Splendor by mail <{reply_address(OURS, MARK)}>",
        f"Cc: {reply_address(OURS, MARK)}",
        f"Delivered-To: {bounce_address(OURS, MARK)}",
        f"In-Reply-To: <{message_id(OURS, MARK)}>",
        f"References: <other@players.example>\r\n <{message_id(OURS, MARK)}>\r\n <more@players.example>",
        f"To: {reply_address(OURS, MARK).upper()}",
        f"In-Reply-To: <{message_id(OURS, MARK).title()}>",
    ],
)
def test_a_tag_is_found_with_the_key_of_the_mail_that_is_answered(header: str) -> None:
    assert MARK in letter_with(header)


@pytest.mark.parametrize(
    "subject",
    [f"Re: [#42 {TAG}] Splendor", f"[#42 {TAG.upper()}] Splendor", f"SV: AW: [#42 {TAG}]", f"Re: [#0 {TAG}] stop"],
)
def test_a_tag_is_found_in_the_subject(subject: str) -> None:
    assert letter_with(f"Subject: {subject}") == [Mark(TAG)]


def test_a_tag_is_found_in_the_envelope_alone() -> None:
    mail = Delivery(b"Subject: buy 23\r\n\r\n", envelope_recipients=(reply_address(OURS, MARK),))
    assert marks_of(read_letter(mail)) == [MARK]


def test_the_address_that_was_written_to_says_more_than_the_mail_that_was_answered() -> None:
    other = Mark(TAGS.make(Claim(7, 43, 3)), "aaaaaaaaaaaaa")
    found = letter_with(f"In-Reply-To: <{message_id(OURS, other)}>\r\nTo: {reply_address(OURS, MARK)}")
    assert found == [MARK, other]


@pytest.mark.parametrize("address", ["splendorcorrespondencegames@example.org", "abcdefghijklmnopqrst.u@example.org"])
def test_a_tag_is_found_behind_a_name_that_looks_like_one(address: str) -> None:
    found = find_marks([reply_address(Ours(address), MARK)], [], "")
    assert CLAIM in [TAGS.read(mark.tag) for mark in found]


@given(st.lists(st.text(max_size=50)), st.text(max_size=80))
def test_whatever_is_written_nothing_is_found_that_was_not_sealed(addresses: list[str], subject: str) -> None:
    assert not any(TAGS.read(mark.tag) for mark in find_marks(addresses, addresses, subject))


@pytest.mark.parametrize("look_alike", ["İ", "ı", "ſ", "K"])
def test_letters_that_only_look_like_ours_are_not_ours(look_alike: str) -> None:
    """Unicode's upper and lower case go where ours does not."""
    forged = TAG[:-1] + look_alike
    for mark in find_marks([f"splendor+{forged}@example.org"], [], f"[#42 {forged}]"):
        assert TAGS.read(mark.tag) is None
    assert TAGS.read(forged) is None


def test_the_keys_of_mails_differ() -> None:
    luck = Random(1)
    keys = {new_key(luck.randbytes(8)) for _ in range(1000)}
    assert len(keys) == 1000
    assert all(re.fullmatch("[a-z2-7]{13}", key) for key in keys)
