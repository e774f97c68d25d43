"""Where a reply ends and the mail that it answers begins: the earliest of a few cuts."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

from pbem.mail.attribution import (
    MAX_CANDIDATES,
    attribution_ends,
    find_attribution,
    introduces,
    is_attribution,
    words,
)
from pbem.mail.lines import Cut, Line, visible
from pbem.mail.ours import Ours

MARKER = "##-"
MARKER_END = "-##"

MAX_LABEL = 40
MAX_LABELS = 6
MIN_SENT_LINES = 3
MIN_SENT_LETTERS = 60

_ORIGINAL = re.compile(rf"(?:{words('original')})\s{{0,10}}[-:]", re.IGNORECASE)
_ANY_LABEL = re.compile(rf"(?:{words('from', 'date', 'to', 'subject')})\s?[:：]", re.IGNORECASE)
_LABELS = {
    role: re.compile(rf"[*_]{{0,2}}(?:{words(role)})\s?[*_]{{0,2}}\s?[:：]", re.IGNORECASE)
    for role in ("from", "date", "to", "subject")
}


@dataclass(frozen=True, slots=True)
class Page:
    """All that a cut may look at."""

    lines: Sequence[Line]
    ends: Sequence[int]
    """The lines where an attribution may end."""
    ours: Ours
    sent: frozenset[str]


def find_cut(lines: Sequence[Line], ours: Ours, sent: Iterable[str]) -> Cut | None:
    """The earliest cut; `sent` are the lines of our mail, squeezed."""
    page = Page(lines, attribution_ends(lines), ours, frozenset(sent))
    return min(filter(None, (find(page) for find in CUTS)), default=None)


def squeeze(text: str) -> str:
    """A line as we compare it with the mail that we sent."""
    return " ".join(visible(text).split()).casefold()


def marker_cut(page: Page) -> Cut | None:
    """Our own line that asks to write above it, quoted or not, wrapped or not."""
    for number, line in enumerate(page.lines):
        if MARKER in line.bare:
            return Cut(number, 0 if line.quoted else max(line.text.find(MARKER), 0))
    return None


def own_cut(page: Page) -> Cut | None:
    """Words that introduce a mail from our own address or, less surely, our own name."""
    address, name = _address_pattern(page.ours), page.ours.name.casefold()

    def introduces_us(text: str, _: bool) -> bool:
        if address.search(text):
            return introduces(text, signs=1)
        return bool(name) and name in text.casefold() and introduces(text, signs=2)

    return find_attribution(page.lines, page.ends, introduces_us)


def attribution_cut(page: Page) -> Cut | None:
    """Words such as "On Monday Anna wrote:"."""
    return find_attribution(page.lines, page.ends, is_attribution)


def header_cut(page: Page) -> Cut | None:
    """A block of header fields: From, Sent, To, Subject."""
    labelled = (number for number, line in enumerate(page.lines) if not line.quoted and _roles(line.bare))
    blocks = (n for n in islice(labelled, MAX_CANDIDATES) if _starts_header_block(page.lines, n))
    return next(map(Cut, blocks), None)


def original_cut(page: Page) -> Cut | None:
    """A line such as "-----Original Message-----"."""
    dashed = (n for n, line in enumerate(page.lines) if not line.quoted and line.bare.startswith(("-", "Begin")))
    return next((Cut(n) for n in dashed if _ORIGINAL.match(page.lines[n].bare.lstrip("- "))), None)


def sent_cut(page: Page) -> Cut | None:
    """Some lines in a row that stand in the mail that we sent."""
    run: list[int] = []
    for number, line in enumerate(page.lines):
        if not line.bare:
            continue
        run = [*run, number] if not line.quoted and squeeze(line.bare) in page.sent else []
        letters = sum(len(page.lines[each].bare) for each in run)
        if len(run) >= MIN_SENT_LINES and letters >= MIN_SENT_LETTERS:
            return Cut(run[0])
    return None


CUTS: tuple[Callable[[Page], Cut | None], ...] = (
    marker_cut,
    own_cut,
    attribution_cut,
    header_cut,
    original_cut,
    sent_cut,
)


@cache
def _address_pattern(ours: Ours) -> re.Pattern[str]:
    local, _, domain = ours.address.partition("@")
    tag = r"(?:\+[^\s@]{0,100})?" if ours.plus_addressing else ""
    return re.compile(rf"(?<![\w.]){re.escape(local)}{tag}@{re.escape(domain)}", re.IGNORECASE)


def _starts_header_block(lines: Sequence[Line], number: int) -> bool:
    """Whether a second label follows within three lines or, beside an address, in the line itself."""
    bare = lines[number].bare
    labels = islice(_ANY_LABEL.finditer(bare), MAX_LABELS) if "@" in bare else ()
    following = (line.bare for line in lines[number + 1 : number + 4] if not line.quoted)
    others = (*(bare[label.start() :] for label in labels), *following)
    return any(_roles(text) - _roles(bare) for text in others)


def _roles(bare: str) -> set[str]:
    if ":" not in bare[:MAX_LABEL]:
        return set()
    return {role for role, label in _LABELS.items() if label.match(bare)}
