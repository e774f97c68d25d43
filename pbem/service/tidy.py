"""What people write, made fit to be shown to others: one line, nothing invisible, nothing that turns text around."""

import re
import unicodedata
from collections.abc import Iterable

from pbem.orders.normalise import fold, lower

LONGEST_NAME = 40
"""Of a player."""
# UAX #9: embeddings, overrides, isolates and marks could make the text around them read backwards.
_BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# A joiner stays where it is part of an emoji or a letter; controls, half surrogates and private codes mean nothing.
_MEANINGLESS = ("Cc", "Cs", "Co")
_BLANK = re.compile("[\u00ad\u115f\u1160\u180e\u200b\u2060-\u2064\u3164\ufeff\uffa0\u2800]")


def tidy(text: str) -> str:
    """The text on one line, without what can't be seen."""
    visible = _BLANK.sub("", _BIDI.sub("", unicodedata.normalize("NFC", text)))
    kept = (char if unicodedata.category(char) not in _MEANINGLESS else " " for char in visible)
    line = " ".join("".join(kept).split())
    return line if any(unicodedata.category(char)[0] in "LNPS" for char in line) else ""


def matching(name: str, known: Iterable[str]) -> list[str]:
    """Which of these names is meant, whatever its accents and case: the same one, else all that begin so."""
    wanted, names = plain_name(name), list(dict.fromkeys(known))
    same = [each for each in names if plain_name(each) == wanted]
    return same or [each for each in names if wanted and plain_name(each).startswith(wanted)]


def plain_name(name: str) -> str:
    """A name as it is compared."""
    return fold(lower(" ".join(name.split())))
