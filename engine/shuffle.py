"""The provable shuffle, version 1: docs/shuffle.md describes it bit by bit."""

import hashlib
import hmac
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

VERSION = 1
_STREAM_LABEL = b"pbem shuffle 1\x00"
_SEED_LABEL = b"pbem seed 1\x00"
_DRAWS = 1 << 32
_EIGHT_DRAWS = Struct(">8I")


def commitment(secret: bytes) -> str:
    """What the opening mail tells of the secret."""
    return hashlib.sha256(secret).hexdigest()


def tidy_word(word: str) -> str:
    """A player's word as it counts: NFC, and every run of white space one space."""
    return " ".join(unicodedata.normalize("NFC", word).split())


def seed_from(secret: bytes, words: Iterable[str]) -> bytes:
    """Mix the server's secret with one word per seat ("" where a player gave none)."""
    encoded = [tidy_word(word).encode() for word in words]
    message = b"".join(len(word).to_bytes(4, "big") + word for word in encoded)
    return hmac.digest(secret, _SEED_LABEL + message, "sha256")


class Stream:
    """Numbers drawn from HMAC-SHA256 blocks over a counter."""

    def __init__(self, seed: bytes) -> None:
        self._draws = _draws(seed)

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each as likely: draws past the last whole multiple are void."""
        fair = _DRAWS - _DRAWS % limit
        while (draw := next(self._draws)) >= fair:
            pass
        return draw % limit

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """Fisher and Yates, from the last place down."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return tuple(result)


def _draws(seed: bytes) -> Iterator[int]:
    for block in count():
        yield from _EIGHT_DRAWS.unpack(hmac.digest(seed, _STREAM_LABEL + block.to_bytes(8, "big"), "sha256"))
