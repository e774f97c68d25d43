"""Tags: unguessable, bound to one player, one game and one purpose."""

import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.tags import Claim, Keyring, Purpose, Tags, new_key

TAGS = Tags(b"a secret of the server's own")
CLAIM = Claim(player=7, game=42, generation=3)
TAG = TAGS.make(Purpose.ANSWER, CLAIM)
ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"

numbers = st.integers(0, 2**40)
claims = st.builds(Claim, numbers, numbers, numbers)
purposes = st.sampled_from(Purpose)


def read(tag: str) -> Claim | None:
    return TAGS.read(Purpose.ANSWER, tag)


@given(purposes, claims)
def test_a_tag_says_what_was_sealed_in_it(purpose: Purpose, claim: Claim) -> None:
    assert TAGS.read(purpose, TAGS.make(purpose, claim)) == claim


@given(purposes, claims)
def test_a_tag_is_good_for_its_own_purpose_alone(purpose: Purpose, claim: Claim) -> None:
    tag = TAGS.make(purpose, claim)
    assert [each for each in Purpose if TAGS.read(each, tag)] == [purpose]


def test_a_tag_is_sealed_by_at_least_eighty_bits() -> None:
    for claim in (Claim(0, 0, 0), CLAIM, Claim(10**6, 10**6, 10**3)):
        facts = sum(max(1, -(-number.bit_length() // 7)) * 8 for number in (claim.player, claim.game, claim.generation))
        assert len(TAGS.make(Purpose.ANSWER, claim)) * 5 - facts >= 80


def test_tags_of_one_player_have_nothing_in_common_but_what_they_claim() -> None:
    seals = {TAGS.make(purpose, Claim(7, game, 0))[-15:] for game in range(1000) for purpose in Purpose}
    assert len(seals) == 1000 * len(Purpose)


@given(claims, claims)
def test_a_tag_is_good_for_one_player_and_one_game(one: Claim, other: Claim) -> None:
    assert (TAGS.make(Purpose.ANSWER, one) == TAGS.make(Purpose.ANSWER, other)) == (one == other)


@given(purposes, claims, st.data())
def test_a_tag_with_any_character_changed_is_refused(purpose: Purpose, claim: Claim, data: st.DataObject) -> None:
    tag = TAGS.make(purpose, claim)
    place = data.draw(st.integers(0, len(tag) - 1))
    letter = data.draw(st.sampled_from(ALPHABET.replace(tag[place], "")))
    assert TAGS.read(purpose, tag[:place] + letter + tag[place + 1 :]) is None


@pytest.mark.parametrize("place", range(len(TAG)))
def test_no_character_of_a_tag_can_be_any_other(place: int) -> None:
    others = [TAG[:place] + letter + TAG[place + 1 :] for letter in ALPHABET if letter != TAG[place]]
    assert [read(other) for other in others] == [None] * 31


@given(claims, st.text(ALPHABET, max_size=8), st.integers(0, 8))
def test_a_tag_that_is_longer_or_shorter_is_refused(claim: Claim, more: str, fewer: int) -> None:
    tag = TAGS.make(Purpose.ANSWER, claim)
    for other in (tag + more, more + tag, tag[: len(tag) - fewer], tag[fewer:]):
        assert read(other) == (claim if other == tag else None)


@given(purposes, st.text(max_size=60))
def test_what_was_never_sealed_is_refused(purpose: Purpose, text: str) -> None:
    assert TAGS.read(purpose, text) is None


def test_a_tag_of_another_server_is_refused() -> None:
    assert Tags(b"another secret").read(Purpose.ANSWER, TAG) is None


def test_a_tag_is_read_in_capitals_too() -> None:
    assert read(TAG.upper()) == CLAIM


@pytest.mark.parametrize("look_alike", ["İ", "ı", "ſ", "\N{KELVIN SIGN}"])
def test_letters_that_only_look_like_ours_are_not_ours(look_alike: str) -> None:
    """Unicode's upper and lower case go where ours does not."""
    assert read(TAG[:-1] + look_alike) is None


def test_the_keys_of_mails_differ() -> None:
    luck = Random(1)
    keys = {new_key(luck.randbytes(8)) for _ in range(1000)}
    assert len(keys) == 1000
    assert all(re.fullmatch("[a-z2-7]{13}", key) for key in keys)


def test_the_links_to_a_player_s_own_pages_are_the_same_in_all_mails() -> None:
    of_game, of_none = (Keyring(TAGS, Claim(7, game, 3), "aaaaaaaaaaaaa") for game in (42, 0))
    same = [each for each in Purpose if of_game.tag(each) == of_none.tag(each)]
    assert same == [Purpose.UNSUBSCRIBE, Purpose.SETTINGS, Purpose.GAMES, Purpose.DIRECT, Purpose.ADMIN]
