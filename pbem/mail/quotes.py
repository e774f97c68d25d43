"""Where a reply ends and the mail that it answers begins: how clients mark and introduce what they quote."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

from pbem.mail.address import Ours
from pbem.mail.toml_data import toml_data

# The lines of a text as the search for quotations sees them.


MAX_LINES = 2_000
# Twice what anyone may say at once: what is too long is refused, not cut.
MAX_LENGTH = 2_000

# Direction marks, zero-width characters and the soft hyphen: clients put them around names and dates.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_QUOTE_MARKS = re.compile(r"[\s>]*>")


@dataclass(frozen=True, slots=True)
class MailLine:
    """One line: as written, and bare of quote marks, invisible characters and space around it."""

    text: str
    bare: str
    quoted: bool
    known: bool = False
    """Whether it stands in the mail that is answered, marked or not."""

    @property
    def is_old(self) -> bool:
        """Whether the author did not write it for this mail."""
        return self.quoted or self.known


@dataclass(frozen=True, slots=True, order=True)
class Cut:
    """A place in the lines: what is not new starts here."""

    line: int
    column: int = 0


def split_lines(text: str) -> list[MailLine]:
    """Cut a text into lines; what is beyond measure is left out."""
    rows = text.split("\n", MAX_LINES)[:MAX_LINES]
    return [_line(row[:MAX_LENGTH].rstrip()) for row in rows]


def visible(text: str) -> str:
    """The text without invisible characters."""
    return text if text.isascii() else _INVISIBLE.sub("", text).replace("\xa0", " ")


def _line(text: str) -> MailLine:
    seen = visible(text).strip()
    marks = _QUOTE_MARKS.match(seen) if seen.startswith(">") else None
    if not marks:
        return MailLine(text, seen, quoted=False)
    return MailLine(text, seen[marks.end() :].strip(), quoted=True)


MAX_WRAPPED = 4
MAX_JOINED = 500
MAX_CLOSING = 50
MAX_CANDIDATES = 200
COLONS = (":", "：")

Judge = Callable[[str, bool], bool]
"""Whether a text is an attribution; the flag says that quoted lines follow it."""


def words(*keys: str) -> str:
    """An alternation of every language's words under these keys, the longest first."""
    found = {word for language in toml_data("quotes").values() for key in keys for word in language.get(key, ())}
    return "|".join(sorted(map(re.escape, found), key=len, reverse=True))


_DATE = re.compile(r"\d{4}|\d{1,2}[:.]\d{2}")
_OPENS = re.compile(
    rf"(?<!\w)(?:(?:{words('opens')})(?!\w)[^\d\n]{{0,30}}\d"
    rf"|(?i:{words('weekdays')})\w{{0,10}}[.,]{{0,2}} ?\d)"
)
_CLOSES = re.compile(rf"(?<!\w)(?:{words('closes')})[\W_]{{0,20}}$")
_INSIDE = re.compile(rf"(?<!\w)(?:{words('inside')})(?!\w)")
_LABEL = re.compile(rf"[*_]{{0,2}}(?:{words('from', 'date', 'to', 'subject')})\s?[:：]", re.IGNORECASE)
_ENDS_WITH_ADDRESS = re.compile(r"@[^\s@]{1,200}[>)\]]$")


def is_attribution(text: str, before_quote: bool) -> bool:
    """Whether the text says when or where from somebody wrote what follows."""
    dated, addressed, closes = bool(_DATE.search(text)), "@" in text, _closes(text)
    if text.endswith(COLONS):
        said = closes or bool(_INSIDE.search(text))
        return (dated and (addressed or before_quote)) or (said and (dated or addressed))
    if text.startswith("--") and text.endswith("--"):
        return closes
    opens = bool(_OPENS.match(text))
    if before_quote and dated and (opens or _ENDS_WITH_ADDRESS.search(text)):
        return True
    return opens and dated and addressed and closes


def introduces(text: str, *, signs: int) -> bool:
    """Whether a text that names who wrote the quoted mail looks as if a client had written it.

    The signs are a date, a verb of writing and a colon at the end; the label of a header field is enough alone.
    """
    said = _closes(text) or bool(_INSIDE.search(text))
    found = bool(_DATE.search(text)) + said + text.endswith(COLONS)
    return found >= signs or bool(_LABEL.match(text))


def attribution_ends(lines: Sequence[MailLine]) -> list[int]:
    """The lines that an attribution may end with; a reply has few of them above its quotation."""
    return list(islice((number for number, line in enumerate(lines) if _may_end(line)), MAX_CANDIDATES))


def find_attribution(lines: Sequence[MailLine], ends: Iterable[int], judge: Judge) -> Cut | None:
    """The first place where up to four lines, joined, are what the judge looks for."""
    for last in ends:
        before_quote = _quote_follows(lines, last)
        for first, text in _joined(lines, last):
            if judge(text, before_quote):
                return _opening(lines, first, last)
    return None


def _may_end(line: MailLine) -> bool:
    bare = line.bare
    if line.is_old or not bare:
        return False
    return "@" in bare or bare.endswith(COLONS) or bool(_DATE.search(bare)) or _closes(bare)


def _closes(text: str) -> bool:
    return bool(_CLOSES.search(text[-MAX_CLOSING:]))


def _quote_follows(lines: Sequence[MailLine], number: int) -> bool:
    following = (line.is_old for line in lines[number + 1 : number + 4] if line.bare or line.quoted)
    return next(following, False)


def _joined(lines: Sequence[MailLine], last: int) -> Iterator[tuple[int, str]]:
    """The line, then with the line before it, and so on, within one paragraph."""
    text = ""
    for number in _paragraph_above(lines, last):
        text = f"{lines[number].bare} {text}".rstrip()
        if len(text) > MAX_JOINED:
            return
        yield number, text


def _paragraph_above(lines: Sequence[MailLine], last: int) -> Iterator[int]:
    for number in range(last, max(last - MAX_WRAPPED, -1), -1):
        if lines[number].is_old or not lines[number].bare:
            return
        yield number


def _opening(lines: Sequence[MailLine], first: int, last: int) -> Cut:
    """Where it begins: at the nearest words that open one, else at the nearest date, else at `first`."""
    paragraph = list(_paragraph_above(lines, last))
    for number in paragraph:
        if found := _OPENS.search(lines[number].text):
            return Cut(number, _end_of_reply(lines[number].text[: found.start()]))
    dated = (number for number in paragraph if number <= first and _DATE.search(lines[number].bare))
    return Cut(next(dated, first))


def _end_of_reply(before: str) -> int:
    """What stands in the line before the date is the reply, unless it is the name of who wrote."""
    return 0 if "@" in before or _INSIDE.search(before) else len(before)


# Where a reply ends and the mail that it answers begins: the earliest of a few cuts.


MARKER = "##-"
MARKER_END = "-##"

MAX_LABEL = 40
MAX_LABELS = 6
MAX_INTRODUCTION = 8

_ORIGINAL = re.compile(rf"(?:{words('original')})\s{{0,10}}[-:]", re.IGNORECASE)
_ANY_LABEL = re.compile(rf"(?:{words('from', 'date', 'to', 'subject')})\s?[:：]", re.IGNORECASE)
_LABELS = {
    role: re.compile(rf"[*_]{{0,2}}(?:{words(role)})\s?[*_]{{0,2}}\s?[:：]", re.IGNORECASE)
    for role in ("from", "date", "to", "subject")
}


@dataclass(frozen=True, slots=True)
class QuotedPage:
    """All that a cut may look at."""

    lines: Sequence[MailLine]
    ends: Sequence[int]
    """The lines where an attribution may end."""
    ours: Ours


def find_cut(lines: Sequence[MailLine], ours: Ours) -> Cut | None:
    """The earliest cut."""
    page = QuotedPage(lines, attribution_ends(lines), ours)
    return min(filter(None, (find(page) for find in CUTS)), default=None)


def find_introduction(lines: Sequence[MailLine], ours: Ours) -> Cut | None:
    """The first place where somebody's mail is introduced."""
    page = QuotedPage(lines, attribution_ends(lines), ours)
    return min(filter(None, (find(page) for find in INTRODUCTIONS)), default=None)


def find_our_introduction(lines: Sequence[MailLine], ours: Ours) -> Cut | None:
    """The first place where a mail of ours is introduced."""
    return own_cut(QuotedPage(lines, attribution_ends(lines), ours))


def introduction_end(lines: Sequence[MailLine], start: int) -> int:
    """The first line below what introduces a quotation: behind the colon or the last label, at a gap or a quotation."""
    for number in range(start, min(start + MAX_INTRODUCTION, len(lines))):
        if lines[number].is_old or not lines[number].bare:
            return number
        if lines[number].bare.endswith(COLONS) and not (number + 1 < len(lines) and _roles(lines[number + 1].bare)):
            return number + 1
    return min(start + MAX_INTRODUCTION, len(lines))


def marker_cut(page: QuotedPage) -> Cut | None:
    """Our own line that asks to write above it, quoted or not, wrapped or not."""
    for number, line in enumerate(page.lines):
        if MARKER in line.bare:
            return Cut(number, 0 if line.quoted else max(line.text.find(MARKER), 0))
    return None


def own_cut(page: QuotedPage) -> Cut | None:
    """Words that introduce a mail from our own address or, less surely, our own name."""
    address, name = _address_pattern(page.ours), page.ours.name.casefold()

    def introduces_us(text: str, _: bool) -> bool:
        if address.search(text):
            return introduces(text, signs=1)
        return bool(name) and name in text.casefold() and introduces(text, signs=2)

    return find_attribution(page.lines, page.ends, introduces_us)


def attribution_cut(page: QuotedPage) -> Cut | None:
    """Words such as "On Monday Anna wrote:"."""
    return find_attribution(page.lines, page.ends, is_attribution)


def header_cut(page: QuotedPage) -> Cut | None:
    """A block of header fields: From, Sent, To, Subject."""
    labelled = (number for number, line in enumerate(page.lines) if not line.is_old and _roles(line.bare))
    blocks = (n for n in islice(labelled, MAX_CANDIDATES) if _starts_header_block(page.lines, n))
    return next(map(Cut, blocks), None)


def original_cut(page: QuotedPage) -> Cut | None:
    """A line such as "-----Original Message-----"."""
    dashed = (n for n, line in enumerate(page.lines) if not line.is_old and line.bare.startswith(("-", "Begin")))
    return next((Cut(n) for n in dashed if _ORIGINAL.match(page.lines[n].bare.lstrip("- "))), None)


def known_cut(page: QuotedPage) -> Cut | None:
    """The first line that is known to be ours and has neither a mark nor our marker."""
    known = (number for number, line in enumerate(page.lines) if line.known and not line.quoted)
    return next((Cut(number) for number in known if MARKER not in page.lines[number].bare), None)


INTRODUCTIONS: tuple[Callable[[QuotedPage], Cut | None], ...] = (own_cut, attribution_cut, header_cut, original_cut)
CUTS = (marker_cut, known_cut, *INTRODUCTIONS)


@cache
def _address_pattern(ours: Ours) -> re.Pattern[str]:
    local, _, domain = ours.address.partition("@")
    tag = r"(?:\+[^\s@]{0,100})?" if ours.plus_addressing else ""
    return re.compile(rf"(?<![\w.]){re.escape(local)}{tag}@{re.escape(domain)}", re.IGNORECASE)


def _starts_header_block(lines: Sequence[MailLine], number: int) -> bool:
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
