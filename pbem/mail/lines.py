"""The lines of a text as the search for quotations sees them."""

import re
from dataclasses import dataclass

MAX_LINES = 2_000
# Twice what anyone may say at once: what is too long is refused, not cut.
MAX_LENGTH = 2_000

# Direction marks, zero-width characters and the soft hyphen: clients put them around names and dates.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_QUOTE_MARKS = re.compile(r"[\s>]*>")


@dataclass(frozen=True, slots=True)
class Line:
    """One line: as written, and bare of quote marks, invisible characters and space around it."""

    text: str
    bare: str
    quoted: bool


@dataclass(frozen=True, slots=True, order=True)
class Cut:
    """A place in the lines: what is not new starts here."""

    line: int
    column: int = 0


def split_lines(text: str) -> list[Line]:
    """Cut a text into lines; what is beyond measure is left out."""
    rows = text.split("\n", MAX_LINES)[:MAX_LINES]
    return [_line(row[:MAX_LENGTH].rstrip()) for row in rows]


def visible(text: str) -> str:
    """The text without invisible characters."""
    return text if text.isascii() else _INVISIBLE.sub("", text).replace("\xa0", " ")


def _line(text: str) -> Line:
    seen = visible(text).strip()
    marks = _QUOTE_MARKS.match(seen) if seen.startswith(">") else None
    if not marks:
        return Line(text, seen, quoted=False)
    return Line(text, seen[marks.end() :].strip(), quoted=True)
