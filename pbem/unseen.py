"""Characters that can't be seen or that turn text around: what people read is free of them, what operators read
shows them."""

import json
import re
import unicodedata

_JOINER = "\u200d"
# Whatever is never meant to be seen, neither in what people write nor in a page of ours.
_HIDDEN = (
    "\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f"  # controls: with one of them begins every escape sequence
    "\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u180e\u200b\u200c"  # formats
    "\u202a-\u202e\u2060-\u206f\ufeff\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159"  # fillers and blanks
    "\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0000-\U000e0fff"  # variation selectors and tags
    "\u2028\u2029\ufdd0-\ufdef\ufff0-\ufffb\ufffe\uffff"  # line ends of Unicode, and what is no character
    "\ud800-\udfff\ue000-\uf8ff\U000f0000-\U0010ffff"  # half surrogates and private codes
)
_IN_PAGES = re.compile(f"[{_HIDDEN}]")
# Pages have lines, and marks that keep what they say in its order in Hebrew; a line that somebody wrote has neither.
_UNSEEN = re.compile(f"[{_HIDDEN}\t\n\r\u200e\u200f{_JOINER}]")
_BREAKS = re.compile("[\\x00-\\x1f\\x7f-\\x9f\u2028\u2029]")
_MARKS = "[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
_PILED_UP = re.compile(f"({_MARKS}{{3}}){_MARKS}+")
_JOINED = re.compile(f"{_JOINER}+")


def visible(text: str) -> str:
    """Somebody's words on one line, as they look; a joiner stays between two pictures, which it makes one."""
    parted = _BREAKS.sub(" ", unicodedata.normalize("NFC", text))
    seen = _UNSEEN.sub(lambda found: found[0] if found[0] == _JOINER else "", parted)
    return " ".join(_PILED_UP.sub(r"\1", _JOINED.sub(_between_pictures, seen)).split())


def without_unseen(page: str) -> str:
    """A whole mail or page without what nobody should find in it, whoever wrote it."""
    # Nearly always there is nothing: each character is looked at once, however often it comes.
    if _IN_PAGES.search("".join(set(page))):
        page = _IN_PAGES.sub("", page)
    return _JOINED.sub(_between_pictures, page) if _JOINER in page else page


def escaped(text: str) -> str:
    """A line for a terminal or a log, where each such character is written out, as `\\u202e`."""
    return _UNSEEN.sub(lambda found: json.dumps(found[0])[1:-1], text)


def _between_pictures(found: re.Match[str]) -> str:
    start, end, text = found.start(), found.end(), found.string
    before, after = text[max(0, start - 1) : start], text[end : end + 1]
    return _JOINER if _is_picture(before) and _is_picture(after) else ""


def _is_picture(char: str) -> bool:
    """Or the colour of a skin, which is a part of one."""
    return char != "" and unicodedata.category(char) in ("So", "Sk")
