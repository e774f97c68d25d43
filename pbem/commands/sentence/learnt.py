"""How much a text sounds like an order, and how sure it is which, by weights learnt from sentences that people wrote.

packaging/weights.py learns them. What a text sounds like is told by its words (noticed.py); which order is meant, by
what of the text the order explains on its board (grounds.py).
"""

import sys
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from zlib import crc32

from pbem.commands.sentence.mentions import Unit
from pbem.commands.sentence.noticed import features

STEPS = 32
"""A weight is a whole number of parts of one; so many are one."""
_FORMS = files("pbem.commands.sentence") / "forms"


def sounds_like_an_order(spoken: Sequence[Unit], language: str) -> float:
    """Above zero the likelier, the more; below zero it is rather talk."""
    keys, weights = _sounds()
    total = 0
    for key in map(key_of, ("", *features(spoken, language))):
        at = bisect_left(keys, key)
        if at < len(keys) and keys[at] == key:
            total += weights[at]
    return total / STEPS


def sureness(signs: Iterable[str]) -> float:
    """How sure it is that the order is meant for which these signs were found: the higher, the surer."""
    known = _grounds()
    return sum(known.get(each, 0.0) for each in ("", *signs))


def key_of(name: str) -> int:
    """The number under which the weight of what is noticed stands."""
    return crc32(name.encode())


@cache
def _sounds() -> tuple[Sequence[int], Sequence[int]]:
    """The sorted keys, and the weight of each: there are some hundred thousand, mostly small."""
    stored = (_FORMS / "weights.bin").read_bytes()
    keys, weights = array("I"), array("b")
    count = len(stored) // (keys.itemsize + weights.itemsize)
    keys.frombytes(stored[: count * keys.itemsize])
    weights.frombytes(stored[count * keys.itemsize :])
    if sys.byteorder == "big":
        keys.byteswap()
    return keys, weights


@cache
def _grounds() -> Mapping[str, float]:
    lines = (_FORMS / "grounds.tsv").read_text("utf-8").splitlines()
    return {name: float(weight) for name, _, weight in (line.rpartition("\t") for line in lines)}
