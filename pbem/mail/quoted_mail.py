"""The mail of ours that a letter answers, and what of the letter stands in it: known by its words, not by marks."""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from html import unescape
from itertools import groupby, islice
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
# Nobody writes so much at once of what we wrote, or so many lines: it is ours without the one or the other.
LONG = 120
MANY_LINES = 8

_SIGNATURE = SIGNATURE.strip()
_LINK = re.compile(r"<?(?:mailto:|https?://)[^\s<>]*>?", re.IGNORECASE)
# Some break it over several lines, wherever these end.
_BROKEN_LINK = re.compile(r"<[^<>]{8,3000}>")
# What a link of ours would write; no link that people send does.
_OUR_LINK = re.compile(r"mailto:[^\s<>]{0,300}[?&]body=", re.IGNORECASE)
# What is put in place of a letter that a charset does not have.
_DAMAGE = ("?", "\ufffd")
# How the subjects of ours end that could name an order; it is known even where the mail itself is kept no more.
_OUR_SUBJECT = re.compile(r"[^\n]* · (?:#\d+|Splendor)(?!\S)")
# Programs break and join words as they like, and draw tables and marks with all that is neither letter nor picture.
_BETWEEN = re.compile(r"[\s!-/:-@\[-`{-~\xa1-\xa9\xab-\xb4\xb6-\xb9\xbb-\xbf\u2010-\u205e\u2500-\u259f\ufffd]+")
# Some mark a quotation with who wrote it: `Anna> …`.
_NAMED_MARK = re.compile(r"\A\s{0,9}\w{1,12}>")


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
    compared = list(compare(lines, answered))
    marked: list[MailLine] = []
    for is_ours, group in groupby(zip(lines, compared, strict=True), key=lambda pair: _is_ours(*pair)):
        together = list(group)
        is_known = is_ours and _is_quotation(together)
        marked += [replace(line, known=is_known) for line, _ in together]
    return marked


@dataclass(frozen=True, slots=True)
class Compared:
    """A line beside our mail: its words without links, and which of their letters stand in ours."""

    words: tuple[str, ...]
    row: str
    """Its letters, as they are compared."""
    known: tuple[bool, ...]
    has_link: bool
    """Whether a link of ours is in it, or a part of one."""


def compare(lines: Sequence[MailLine], answered: QuotedMail) -> Iterator[Compared]:
    """Each line beside our mail."""
    whole, linked = _without_broken_links([_written(line.bare) for line in lines])
    unlinked = [_LINK.sub(" ", _NAMED_MARK.sub("", text)) for text in whole]
    rows = [letters(text) for text in unlinked]
    is_damaged = any(sign in line.bare for line in lines for sign in _DAMAGE)
    known = iter(_known("".join(rows), _runs(answered, is_damaged=is_damaged)))
    for number, (line, text, row) in enumerate(zip(lines, unlinked, rows, strict=True)):
        has_link = number in linked or bool(_OUR_LINK.search(line.bare))
        yield Compared(tuple(text.split()), row, tuple(islice(known, len(row))), has_link)


def _written(bare: str) -> str:
    """As it was before a program wrote HTML into a text."""
    return unescape(bare).replace("\n", " ") if "&" in bare else bare


def _without_broken_links(texts: Sequence[str]) -> tuple[list[str], set[int]]:
    """The lines without links that go over several of them, and the numbers of those lines that had one of ours."""
    linked = set[int]()
    joined, kept, end, number = "\n".join(texts), list[str](), 0, 0
    for found in _BROKEN_LINK.finditer(joined):
        breaks, link = found[0].count("\n"), "".join(found[0].split())
        if not breaks or not _LINK.fullmatch(link):
            continue
        before = joined[end : found.start()]
        kept += [before, "\n" * breaks]
        first, end = number + before.count("\n"), found.end()
        number = first + breaks
        if _OUR_LINK.search(link):
            linked.update(range(first, number + 1))
    return "".join([*kept, joined[end:]]).split("\n"), linked


def _is_ours(line: MailLine, compared: Compared) -> bool:
    """Programs add something to a long line; of a short one, a few letters may fit by chance."""
    if compared.has_link:
        return True
    length, known = len(compared.row), sum(compared.known)
    is_most = known == length or (length >= RUN and known > MOST * length)
    return is_most and line.bare != _SIGNATURE


def _is_quotation(together: Sequence[tuple[MailLine, Compared]]) -> bool:
    """Whether these are more than somebody's own words."""
    written = [len(compared.row) for _, compared in together if compared.row]
    count, size = len(written), sum(written)
    is_much = (count >= MIN_LINES and size >= MIN_LETTERS) or count >= MANY_LINES or size >= LONG
    return is_much or any(line.quoted for line, _ in together)


def new_subject(subject: str, answered: QuotedMail) -> str:
    """What was written behind our subject; a subject that is not ours as it is."""
    ours = r"\s*".join(map(re.escape, "".join(answered.subject.split())))
    found = re.search(ours, subject, re.IGNORECASE) if ours else _OUR_SUBJECT.match(subject)
    return subject[found.end() :].strip() if found else subject


def letters(text: str) -> str:
    """What of a text is compared."""
    return _BETWEEN.sub("", normalize("NFC", visible(text)).casefold())


@lru_cache(maxsize=2)
def _runs(answered: QuotedMail, *, is_damaged: bool) -> frozenset[str]:
    """What stands in it, run by run; also as it looks without the letters that a smaller charset does not have."""
    wholes = (answered.text, every_word(answered.html))
    lost = [whole.encode(charset, "ignore").decode(charset) for whole in wholes for charset in ("latin-1", "ascii")]
    texts = (letters(_LINK.sub(" ", each)) for each in (*wholes, *(lost if is_damaged else ())))
    return frozenset(text[start : start + RUN] for text in texts for start in range(len(text) - RUN + 1))


def _known(row: str, runs: Set[str]) -> list[bool]:
    known = [False] * len(row)
    for start in range(len(row) - RUN + 1):
        if row[start : start + RUN] in runs:
            known[start : start + RUN] = [True] * RUN
    return known
