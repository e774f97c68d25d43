"""Cut a line into words, numbers, ids and signs."""

import re
from typing import NamedTuple

from pbem.orders.normalise import fold, lower

_ALNUM = r"[^\W_]"
_TOKEN = re.compile(
    rf"""
    (?<!{_ALNUM})[123][wugrk]\d{{1,2}}(?!{_ALNUM})    # a card's id
    | (?<!{_ALNUM})n\d{{1,2}}(?!{_ALNUM})             # a noble's id
    | \d+
    | [^\W\d_]+
    | (?<=\S)[-/](?=\S)                               # joins two words: nothing in itself
    | \S
    """,
    re.VERBOSE,
)
_MARKUP = frozenset("*_~|#<>=^")
_JOINTS = frozenset("-/")


class Token(NamedTuple):
    """A piece of a line in lower case, and the same without accents."""

    exact: str
    folded: str


def tokens(text: str) -> list[Token]:
    """The pieces of a text; marks of emphasis and hyphens within words fall away."""
    line = lower(text)
    return [
        Token(match[0], fold(match[0]))
        for match in _TOKEN.finditer(line)
        if match[0] not in _MARKUP and not _is_joint(line, match)
    ]


def _is_joint(line: str, match: re.Match[str]) -> bool:
    if match[0] not in _JOINTS:
        return False
    before, after = line[match.start() - 1 : match.start()], line[match.end() : match.end() + 1]
    return before.isalnum() and after.isalnum()
