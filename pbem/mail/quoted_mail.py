"""The mail of ours that a letter answers, and what of the letter stands in it: known by its words, not by marks."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from operator import itemgetter
from unicodedata import normalize

from pbem.mail.html import every_word
from pbem.mail.letter import SIGNATURE, read_letter
from pbem.mail.quotes import MailLine, visible
from pbem.ports import Delivery

# So many letters in a row are no coincidence: the orders that our mails spell out are shorter.
RUN = 20
MOST = 0.6
# Less than this may be somebody's own words, which we repeated when we answered.
MIN_LINES = 2
MIN_LETTERS = 40

_SIGNATURE = SIGNATURE.strip()
_LINK = re.compile(r"<?(?:mailto:|https?://)[^\s<>]*>?", re.IGNORECASE)
# What a link of ours would write; no link that people send does.
_OUR_LINK = re.compile(r"mailto:[^\s<>]{0,300}[?&]body=", re.IGNORECASE)
# How the subjects of ours end that could name an order; it is known even where the mail itself is kept no more.
_OUR_SUBJECT = re.compile(r"[^\n]* · (?:#\d+|Splendor)(?!\S)")
# Programs break and join words as they like, and draw tables with what stands on every keyboard.
_BETWEEN = re.compile(r"[\s!-/:-@\[-`{-~]+")
# Some mark a quotation with who wrote it: `Anna> …`.
_NAMED_MARK = re.compile(r"\s{0,9}\w{1,12}>")


@dataclass(frozen=True, slots=True)
class QuotedMail:
    """What we wrote: some clients quote the text, others the HTML."""

    subject: str = ""
    text: str = ""
    html: str = ""


UNKNOWN = QuotedMail()


def read_quoted_mail(mime: bytes | None) -> QuotedMail:
    """The mail out of its MIME bytes, as long as they are kept."""
    if not mime:
        return UNKNOWN
    letter = read_letter(Delivery(mime))
    return QuotedMail(letter.subject, letter.text or "", letter.html or "")


def mark_known(lines: Sequence[MailLine], answered: QuotedMail) -> list[MailLine]:
    """The lines with those of our mail known: a link of ours is in them, or most of their letters are ours."""
    if answered == UNKNOWN:
        return list(lines)
    rows = [_letters(_NAMED_MARK.sub("", line.bare, count=1)) for line in lines]
    known = iter(_known("".join(rows), _runs(answered)))
    counts = [sum(islice(known, len(row))) for row in rows]
    ours = [
        (_is_ours(row, count) and line.bare != _SIGNATURE) or bool(_OUR_LINK.search(line.bare))
        for line, row, count in zip(lines, rows, counts, strict=True)
    ]
    marked: list[MailLine] = []
    for is_ours, group in groupby(zip(lines, rows, ours, strict=True), key=itemgetter(2)):
        together = [(line, row) for line, row, _ in group]
        is_known = is_ours and _is_quotation(together)
        marked += [replace(line, known=is_known) for line, _ in together]
    return marked


def _is_ours(row: str, known: int) -> bool:
    """Programs add something to a long line; of a short one, a few letters may fit by chance."""
    return known == len(row) or (len(row) >= RUN and known > MOST * len(row))


def _is_quotation(together: Sequence[tuple[MailLine, str]]) -> bool:
    """Whether these are more than somebody's own words."""
    written = [row for _, row in together if row]
    return any(line.quoted for line, _ in together) or (
        len(written) >= MIN_LINES and sum(map(len, written)) >= MIN_LETTERS
    )


def new_subject(subject: str, answered: QuotedMail) -> str:
    """What was written behind our subject; a subject that is not ours as it is."""
    ours = r"\s*".join(map(re.escape, "".join(answered.subject.split())))
    found = re.search(ours, subject, re.IGNORECASE) if ours else _OUR_SUBJECT.match(subject)
    return subject[found.end() :].strip() if found else subject


def _letters(text: str) -> str:
    return _BETWEEN.sub("", normalize("NFC", visible(_LINK.sub(" ", text))).casefold())


def _runs(answered: QuotedMail) -> set[str]:
    texts = (_letters(answered.text), _letters(every_word(answered.html)))
    return {text[start : start + RUN] for text in texts for start in range(len(text) - RUN + 1)}


def _known(letters: str, runs: set[str]) -> list[bool]:
    known = [False] * len(letters)
    for start in range(len(letters) - RUN + 1):
        if letters[start : start + RUN] in runs:
            known[start : start + RUN] = [True] * RUN
    return known
