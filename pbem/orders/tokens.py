"""Cut a line into words, numbers, ids and signs."""

import re
from typing import NamedTuple

from pbem.orders.normalise import fold, lower

MOST_CHARACTERS = 400

_TOKEN = re.compile(
    r"""
    (?<=[^\W_])[-/](?=[^\W_]) | [*_~|\#<>=^]             # hyphens within words and marks of emphasis fall away
    | (
        (?<![^\W_])[123][wugrk]\d{1,2}(?![^\W_])        # a card's id
        | (?<![^\W_])n\d{1,2}(?![^\W_])                 # a noble's id
        | \d+ | [^\W\d_]+ | \S
    )
    """,
    re.VERBOSE,
)


class Token(NamedTuple):
    """A piece of a line in lower case, and the same without accents."""

    exact: str
    folded: str


def tokens(text: str) -> list[Token]:
    """The pieces of a text that say something; a text that is too long ends early."""
    line = lower(text[:MOST_CHARACTERS])[:MOST_CHARACTERS]
    return [Token(match[1], fold(match[1])) for match in _TOKEN.finditer(line) if match[1]]
