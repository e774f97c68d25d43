"""A mail's text as lines: unwrapped, without bullets, each with the game that it is about."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from pbem.commands.lexicon import lexicon, plain

MOST_TEXT = 8192
MOST_LINES = 100

# Mail programs break lines before the word that would pass this column (RFC 3676, section 4.2: 66 to 78).
_WRAP_COLUMN = 72
_WIDEST = 78
_MARGIN = " \t\xa0\u200b\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069\ufeff"
_BULLET = re.compile(r"(?:[-*•·–—]|\(?\d[.)])\s+(?=\S)")
_GAME = re.compile(r"#\s?(\d{1,9})(?!\w)\s*[:,.-]?\s*")
_NAMED_GAME = re.compile(r"([^\W\d]+(?:\s[^\W\d]+\.?)?)\s*#?\s?(\d{1,9})\s*[:,-]\s*")
SMILEY = re.compile(r"(?<!\S)[:;=8xX][-'o^]?[()DPpO/\\|\]\[*3]+(?!\w)")
# A full stop before a number ends no sentence: `nr. 23`.
_SENTENCE_END = re.compile(r"[!?]+\s*|(?<!\.)\.++(?:\s++(?!\d)|(?=[^\W\d_]{2}))")


class WrittenLine(NamedTuple):
    """A line as written, less its marks, and the game that its `#42` names."""

    text: str
    game: int | None
    follows: bool
    """Whether it stands directly under another line."""
    addressed: bool
    """Whether the game is named in this very line."""


def lines(text: str) -> Iterator[WrittenLine]:
    """The lines to read; a `#42` on a line of its own holds for those that follow."""
    game: int | None = None
    follows = False
    for raw in _unwrapped(text[:MOST_TEXT].splitlines()[:MOST_LINES]):
        rest, number = _game_cut(_BULLET.sub("", raw, count=1) if _BULLET.match(raw) else raw)
        if number is not None and not rest:
            game = number
        elif rest and not raw.startswith(">"):
            yield WrittenLine(rest, game if number is None else number, follows, number is not None)
        follows = bool(rest)


def sentences(line: str) -> list[str]:
    """Cut after full stops, exclamation and question marks."""
    text = SMILEY.sub(",", line)
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    parts = (text[start:end].strip() for start, end in zip([0, *ends], [*ends, len(text)], strict=True))
    return [part for part in parts if part]


def _unwrapped(raw: list[str]) -> Iterator[str]:
    """Undo the breaks that a mail program made, where the next word would not have fitted; keep empty lines."""
    whole = ""
    last = 0
    for line in (*(each.strip(_MARGIN) for each in raw), ""):
        word = line.split(" ", 1)[0]
        wrapped = last <= _WIDEST and last + 1 + len(word) > _WRAP_COLUMN
        if wrapped and word and not word.startswith(("#", ">")):
            whole = f"{whole} {line}"
        else:
            yield whole
            whole = line
        last = len(line)


def _game_cut(line: str) -> tuple[str, int | None]:
    if match := _GAME.match(line):
        return line[match.end() :], int(match[1])
    if (match := _NAMED_GAME.match(line)) and plain(match[1]) in lexicon().games:
        return line[match.end() :], int(match[2])
    return line, None
