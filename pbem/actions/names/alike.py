"""Which names are taken for one another: by the skeletons of UTS 39, and without accents, case, blanks and signs."""

import re
import unicodedata
from collections.abc import Collection
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain, count

from pbem.commands.lexicon import fold, lower

# What ASCII itself confuses, in one case or the other: letters, digits that stand for letters (no two for the same, for
# a number may tell names apart), and pairs of letters.
_TWINS = str.maketrans({"i": "l", "|": "l", "@": "a", "$": "s"} | dict(zip("0123456789", "olzeasgtbq", strict=True)))
_LATIN = (*range(0x0180, 0x1E00), *range(0x2C60, 0x2C80), *range(0xA720, 0xA800))
_DRAWN = re.compile(r"LATIN (?:LETTER SMALL CAPITAL|(?:SMALL|CAPITAL) LETTER) ([A-Z])(?: WITH [A-Z -]+)?")
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def plain_name(name: str) -> str:
    """A name as it is compared."""
    return fold(lower(" ".join(name.split())))


def alike(one: str, other: str) -> bool:
    """Whether somebody could take the one name for the other."""
    return not looks(one).isdisjoint(looks(other))


def distinct(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it where it could be taken for another."""
    numbered = (f"{name} {number}" for number in count(2))
    return next(each for each in chain([name], numbered) if not any(alike(each, other) for other in taken))


@lru_cache(maxsize=1 << 10)
def looks(name: str) -> frozenset[str]:
    """The skeletons of a name; names that share one look alike."""
    return frozenset(_bare(skeleton(each)) for each in (name, name.lower()))


def skeleton(text: str) -> str:
    """The text in the letters that it seems to be written in."""
    return unicodedata.normalize("NFKC", text).translate(_prototypes())


def _bare(text: str) -> str:
    """Letters and digits alone, if there are any: `A.nna` is read as Anna."""
    plain = plain_name(text)
    for pair, letter in _PAIRS:
        plain = plain.replace(pair, letter)
    plain = plain.translate(_TWINS)
    return "".join(filter(str.isalnum, plain)) or plain


@cache
def _prototypes() -> dict[int, str]:
    lines = (files("pbem.actions.names") / "confusables.txt").read_text("utf-8").splitlines()
    rows = (line.split() for line in lines if not line.startswith("#"))
    return _drawn_latin() | {int(code, 16): prototype for prototype, *codes in rows for code in codes}


def _drawn_latin() -> dict[int, str]:
    """Small capitals, and letters with a hook, a stroke or a bar: what Unicode takes apart no further."""
    named = ((code, _DRAWN.fullmatch(unicodedata.name(chr(code), ""))) for code in _LATIN)
    return {code: name[1].lower() for code, name in named if name}
