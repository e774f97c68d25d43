"""One spelling for what looks the same: Unicode forms, invisible marks, quotes, dashes, case and accents."""

import re
import unicodedata
from functools import lru_cache

# Format characters (bidi marks, zero-width, soft hyphen), variation selectors and keycap rings say nothing.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\u20e3]"
)
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−־﹘﹣", "-"),
        **dict.fromkeys("‘’‚‛′´`׳ʼ", "'"),
        **dict.fromkeys("“”„‟″«»‹›״", '"'),
        **dict.fromkeys("؟⁇¿", "?"),
        **dict.fromkeys("،、", ","),
        "…": ". ",
        "؛": ";",
    }
)
_LETTERS = str.maketrans({"ð": "d", "þ": "th", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "œ": "o", "ı": "i"})


def clean(text: str) -> str:
    """The text as the plainest keyboard would type it; letters keep their accents and their case."""
    return unicodedata.normalize("NFKC", _INVISIBLE.sub("", text.translate(_SIGNS)))


def lower(text: str) -> str:
    """Lower case without apostrophes and without vowel points: `Don’t` is `dont`."""
    plain = clean(text).casefold().replace("'", "")
    return plain if plain.isascii() else _without_marks(plain)


@lru_cache(maxsize=8192)
def fold(word: str) -> str:
    """A lower-case word without accents; `å` and `aa`, `ø`, `ö` and `oe` become the same."""
    if not word.isascii():
        word = _without_marks(unicodedata.normalize("NFD", word.translate(_LETTERS)))
    return word.replace("aa", "a").replace("oe", "o")


def _without_marks(text: str) -> str:
    return "".join(char for char in text if not unicodedata.combining(char))
