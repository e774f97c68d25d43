"""The provable shuffle: its vectors in docs/shuffle.md, and the whole of it a second time from that page."""

import hashlib
import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import CARDS, NOBLES, Setup, commitment, deal, seed_from
from engine.shuffle import Stream
from tests.support.engine.scenes import dealt
from tests.support.engine.strategies import some
from tests.support.paths import DOCS

DOCUMENT = (DOCS / "shuffle.md").read_text(encoding="utf-8")


# The document's vectors


def block(name: str) -> dict[str, str]:
    found = re.search(rf"```{name}\n(.*?)```", DOCUMENT, re.DOTALL)
    assert found, f"the document has no block {name}"
    pairs = (line.split(" = ") for line in found[1].splitlines())
    return {key.strip(): value for key, value in pairs}


VECTORS = block("vectors")
SECRET = bytes.fromhex(VECTORS["secret"])
WORDS: list[str] = json.loads(VECTORS["words"])
SEED = bytes.fromhex(VECTORS["seed"])


# The shuffle a second time, from the document alone


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104, spelled out."""
    key = hashlib.sha256(key).digest() if len(key) > 64 else key
    inner, outer = (bytes(byte ^ pad for byte in key.ljust(64, b"\0")) for pad in (0x36, 0x5C))
    return hashlib.sha256(outer + hashlib.sha256(inner + message).digest()).digest()


@cache
def white_space() -> set[str]:
    """The characters that section 2 of the document lists."""
    listed = re.search(r"White space is\n(.*?)\.\n", DOCUMENT, re.DOTALL)
    assert listed
    spans = re.findall(r"U\+([0-9A-F]{4})(?: to U\+([0-9A-F]{4}))?", listed[1])
    return {chr(code) for first, last in spans for code in range(int(first, 16), int(last or first, 16) + 1)}


def counted_word(word: str) -> bytes:
    spaced = "".join(" " if char in white_space() else char for char in unicodedata.normalize("NFC", word))
    return re.sub(" +", " ", spaced).strip(" ").encode()


def second_seed(secret: bytes, words: Sequence[str]) -> bytes:
    message = b"pbem seed 1\0"
    for word in map(counted_word, words):
        message += len(word).to_bytes(4, "big") + word
    return hmac_sha256(secret, message)


def draws(seed: bytes) -> Iterator[int]:
    number = 0
    while True:
        digest = hmac_sha256(seed, b"pbem shuffle 1\0" + number.to_bytes(8, "big"))
        yield from (int.from_bytes(digest[start : start + 4], "big") for start in range(0, 32, 4))
        number += 1


def second_below(stream: Iterator[int], limit: int) -> int:
    fair = (1 << 32) // limit * limit
    return next(draw for draw in stream if draw < fair) % limit


def second_deal(seed: bytes) -> list[list[str]]:
    """The three levels and the nobles, each shuffled."""
    stream = draws(seed)
    piles = [[card.id for card in CARDS.values() if card.level == level] for level in (1, 2, 3)]
    piles.append(list(NOBLES))
    for pile in piles:
        for last in range(len(pile) - 1, 0, -1):
            other = second_below(stream, last + 1)
            pile[last], pile[other] = pile[other], pile[last]
    return piles


def test_the_commitment_of_the_document() -> None:
    assert commitment(SECRET) == VECTORS["commitment"] == hashlib.sha256(SECRET).hexdigest()


def test_the_seed_of_the_document() -> None:
    assert seed_from(SECRET, WORDS) == SEED == second_seed(SECRET, WORDS)
    assert hmac_sha256(SECRET, bytes.fromhex(VECTORS["message"])) == SEED


def test_the_first_block_of_the_document_and_its_draws() -> None:
    first = bytes.fromhex(VECTORS["block 0"])
    assert hmac_sha256(SEED, b"pbem shuffle 1\0" + bytes(8)) == first
    stream = draws(SEED)
    assert [next(stream) for _ in range(8)] == [int(draw) for draw in VECTORS["draws"].split()]


def test_the_deal_of_the_document() -> None:
    piles = [VECTORS[name].split() for name in ("level 1", "level 2", "level 3", "nobles")]
    assert second_deal(SEED) == piles
    assert dealt(deal(Setup(seats=4, seed=SEED))) == [*piles[:3], piles[3][:5]]


@pytest.mark.parametrize(("word", "seed"), block("words").items())
def test_the_words_count_as_the_document_says(word: str, seed: str) -> None:
    words = [json.loads(word), ""]
    assert second_seed(SECRET, words).hex() == seed
    assert seed_from(SECRET, words).hex() == seed


def test_draws_are_thrown_away_as_the_document_says() -> None:
    limit, vector = 3 << 30, block("rejection")
    results = [int(result) for result in vector["results"].split()]
    stream, again = Stream(bytes(32)), draws(bytes(32))
    assert [stream.below(limit) for _ in results] == results
    assert [second_below(again, limit) for _ in results] == results
    assert [int(draw) for draw in vector["draws"].split() if int(draw) < limit] == results


def test_the_document_lists_all_white_space() -> None:
    assert white_space() == {char for code in range(0x110000) if (char := chr(code)).isspace()}


@some
@given(st.binary(max_size=100), st.lists(st.text(max_size=20), min_size=2, max_size=4))
def test_both_shuffles_agree_on_any_secret_and_words(secret: bytes, words: list[str]) -> None:
    seed = seed_from(secret, words)
    assert seed == second_seed(secret, words)
    piles = second_deal(seed)
    assert dealt(deal(Setup(seats=len(words), seed=seed))) == [*piles[:3], piles[3][: len(words) + 1]]


def test_a_word_can_not_be_moved_to_another_seat() -> None:
    seeds = {seed_from(SECRET, words) for words in (["ab", ""], ["", "ab"], ["a", "b"], ["ab"])}
    assert len(seeds) == 4
