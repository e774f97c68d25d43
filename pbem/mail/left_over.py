"""What of a reply stands in none of our lines: for when no mark and no line of its own tells what is new.

Whoever writes behind one of our lines, or into a table that is quoted, leaves our mail as it was but for these words.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from pbem.mail.quoted_mail import UNKNOWN, Compared, QuotedMail, compare, letters
from pbem.mail.quotes import MailLine

# Where more pieces are new, or much of it, what is quoted was changed on the way or is another mail than we think.
MOST_PIECES = 2
MOST_WORDS = 30
LEAST_KNOWN = 200
MOST_NEW = 0.2


def left_over(lines: Sequence[MailLine], answered: QuotedMail) -> list[list[str]]:
    """The pieces that are not ours, as lines; none where that can't be told."""
    if answered == UNKNOWN:
        return []
    compared = list(compare(lines, answered))
    known = sum(sum(each.known) for each in compared)
    new = sum(len(each.row) for each in compared) - known
    pieces = [list(piece) for is_new, piece in groupby(_new_words(compared), key=bool) if is_new]
    too_many = len(pieces) > MOST_PIECES or sum(len(line.split()) for piece in pieces for line in piece) > MOST_WORDS
    return [] if known < LEAST_KNOWN or new > MOST_NEW * known or too_many else pieces


def _new_words(compared: Sequence[Compared]) -> Iterator[str]:
    """Of each line that says something the words that are not ours."""
    for line in compared:
        if line.row:
            yield "" if line.has_link else " ".join(_unknown(line))


def _unknown(line: Compared) -> Iterator[str]:
    """Words whose letters are mostly not ours: where they meet ours, a letter may fit by chance."""
    start = 0
    for word in line.words:
        length = len(letters(word))
        if length and sum(line.known[start : start + length]) * 2 < length:
            yield word
        start += length
