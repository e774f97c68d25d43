"""The new text of a reply: what its author wrote for this mail, without quotation, signature, footer or good-bye."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from pbem.mail.address import Ours
from pbem.mail.html import renderings
from pbem.mail.left_over import left_over
from pbem.mail.letter import Letter
from pbem.mail.quoted_mail import UNKNOWN, QuotedMail, mark_known
from pbem.mail.quotes import (
    MARKER,
    MARKER_END,
    Cut,
    MailLine,
    find_cut,
    find_introduction,
    find_our_introduction,
    introduction_end,
    split_lines,
    visible,
)
from pbem.mail.toml_data import toml_data

__all__ = ["MARKER", "MARKER_END", "inserted_text", "new_text", "scattered_text"]

_TABLE = toml_data("signatures")
_DELIMITERS = frozenset(_TABLE["delimiter"]["lines"])
_UNDERSCORES = re.compile(rf"_{{{_TABLE['delimiter']['underscores']},}}")
_MOBILE = tuple(begin.casefold() for begin in _TABLE["mobile"]["begins"])
_LEADING = tuple(_TABLE["leading"]["begins"])
_MOBILE_WORDS: int = _TABLE["mobile"]["words"]
_DISCLAIMERS = tuple(_TABLE["disclaimer"]["begins"])
_DISCLAIMER_TITLES = frozenset(_TABLE["disclaimer"]["alone"])
_CLOSINGS = "|".join(
    sorted(
        (re.escape(words) for language in _TABLE["closing"].values() for words in language),
        key=len,
        reverse=True,
    )
)
_CLOSING = re.compile(rf"(?:{_CLOSINGS})[\s,.!:;-]{{0,9}}", re.IGNORECASE)
_CLOSING_WITH_NAME = re.compile(rf"(?:{_CLOSINGS})[,.!:;-]{{0,3}}(?: [^\s\d]{{1,30}}){{1,3}}", re.IGNORECASE)
_DASHED_NAME = re.compile(r"-[^\W\d_]+(?: [^\W\d_]+){0,2}")
_MAX_BELOW_CLOSING = 8


def without_signature(lines: Sequence[str]) -> list[str]:
    """The lines above everything that the author's client or habit appends."""
    kept = _without_leading_footers(_strip_blank(lines))
    for end in ENDS:
        kept = _strip_blank(kept[: end(kept)])
    return kept


def delimiter(lines: Sequence[str]) -> int | None:
    """The line that RFC 3676 section 4.3 puts above a signature, and its look-alikes."""
    return _first(lines, lambda bare: bare in _DELIMITERS or bool(_UNDERSCORES.fullmatch(bare)))


def mobile_footer(lines: Sequence[str]) -> int | None:
    """An advertisement of the app."""
    return _first(lines, _is_mobile_footer)


def disclaimer(lines: Sequence[str]) -> int | None:
    """The first line of what lawyers add."""
    return _first(lines, lambda bare: bare.startswith(_DISCLAIMERS) or bare.rstrip(":") in _DISCLAIMER_TITLES)


def closing(lines: Sequence[str]) -> int | None:
    """A good-bye: with a name behind it in the last line, else alone in a line with little below it."""
    written = [number for number, line in enumerate(lines) if line.strip()]
    if written and _CLOSING_WITH_NAME.fullmatch(_bare(lines[written[-1]])):
        return written[-1]
    last = written[-1 - _MAX_BELOW_CLOSING :]
    return next((number for number in last if _closes(lines, number)), None)


def _closes(lines: Sequence[str], number: int) -> bool:
    """A good-bye in the first line that is followed by numbers is a greeting above an order."""
    if not _CLOSING.fullmatch(_bare(lines[number])):
        return False
    return number > 0 or not any(letter.isdigit() for line in lines for letter in line)


def dashed_name(lines: Sequence[str]) -> int | None:
    """A last line such as "-Anna", apart from the text."""
    if len(lines) < 3 or lines[-2].strip() or not _DASHED_NAME.fullmatch(lines[-1]):
        return None
    return len(lines) - 1


ENDS: tuple[Callable[[Sequence[str]], int | None], ...] = (
    delimiter,
    mobile_footer,
    disclaimer,
    closing,
    dashed_name,
)


def _first(lines: Sequence[str], fits: Callable[[str], bool]) -> int | None:
    return next((number for number, line in enumerate(lines) if fits(_bare(line))), None)


def _bare(line: str) -> str:
    return visible(line).strip(" \t*_") or visible(line).strip()


def _is_mobile_footer(bare: str) -> bool:
    """A sentence of the author has a comma or goes on."""
    return bare.casefold().startswith(_MOBILE) and "," not in bare and len(bare.split()) <= _MOBILE_WORDS


def _without_leading_footers(lines: Sequence[str]) -> list[str]:
    """Some people write below the line that their telephone adds."""
    written = next((number for number, line in enumerate(lines) if not _is_skipped(line)), len(lines))
    return list(lines[written:])


def _is_skipped(line: str) -> bool:
    bare = _bare(line)
    return not bare or bare.startswith(_LEADING) or _is_mobile_footer(bare)


def _strip_blank(lines: Sequence[str]) -> list[str]:
    written = [number for number, line in enumerate(lines) if visible(line).strip()]
    return list(lines[written[0] : written[-1] + 1]) if written else []


_RULES = " -_=*~#—–"
_QUOTE_WITHIN = 8
_WRAPS_FROM, _WRAPS_TO = 72, 80
_LONGEST_STUB = 300
# More than anybody writes between the lines: what is quoted is another mail than we think.
_MOST_PIECES = 8
# As many lines as somebody writes who answers in a few words.
_FEW = 3
# How the last line of our mails begins, whatever a program makes of its links and of what stands between them.
_FOOTERS = tuple(words["footer"] for words in toml_data("quotes").values() if "footer" in words)
_LINK_BEHIND = r"(?:<[^<>\s]*>)?[\s·|]*"
_FOOTER = re.compile("|".join(rf"(?<!\w){_LINK_BEHIND.join(links)}(?!\w)" for links in _FOOTERS))


def new_text(letter: Letter, ours: Ours, answered: QuotedMail = UNKNOWN) -> str:
    """What the author wrote above the quotation; else all that is scattered in it; else what stands below its end."""
    for text in _texts(letter):
        lines = _mark_torn(mark_known(split_lines(text), answered))
        cut = find_cut(lines, ours)
        if found := _clean(_above(lines, cut)) or _scattered(lines, cut, ours) or _below(lines):
            return found
    return _introduced(letter, ours, answered)


def scattered_text(letter: Letter, ours: Ours, answered: QuotedMail = UNKNOWN) -> str:
    """All that is neither marked as quoted nor known to be ours, wherever it stands; nothing where none can be told."""
    *_, text = ("", *_texts(letter))
    lines = _mark_torn(mark_known(split_lines(text), answered))
    return _scattered(lines, find_cut(lines, ours), ours)


def inserted_text(letter: Letter, ours: Ours, answered: QuotedMail = UNKNOWN) -> str:
    """What was written into our mail itself, quoted as it may be; nothing where a second mail begins."""
    *_, text = ("", *_texts(letter))
    bare = [MailLine(line.bare, line.bare, quoted=False) for line in split_lines(text) if _is_quoted_once(line)]
    rest = _without_introduction(bare, find_introduction(bare, ours))
    if find_introduction(rest, ours):
        return ""
    return "\n\n".join(filter(None, map(_clean, left_over(rest, answered))))


def _is_quoted_once(line: MailLine) -> bool:
    """Our mail is quoted once by who answers it; what is quoted twice somebody else wrote."""
    return "".join(line.text.split())[:2] != ">>"


def _introduced(letter: Letter, ours: Ours, answered: QuotedMail) -> str:
    """The few words below what says that we wrote, where all that we wrote was cut."""
    for text in _texts(letter) if answered != UNKNOWN else ():
        lines = split_lines(text)
        cut = find_our_introduction(lines, ours)
        below = lines[introduction_end(lines, cut.line) :] if cut and not cut.column else []
        if any(line.is_old for line in lines) or find_introduction(below, ours):
            continue
        found = _clean([line.text for line in below])
        if 0 < len(found.split("\n")) <= _FEW:
            return found
    return ""


def _texts(letter: Letter) -> Iterable[str]:
    """The text, else the HTML; some programs write only that the mail is in the HTML."""
    text = (letter.text or "").strip()
    is_stub = bool(letter.html) and len(text) <= _LONGEST_STUB and "html" in text.casefold()
    return [letter.text or ""] if text and not is_stub else renderings(letter.html or "")


def _scattered(lines: Sequence[MailLine], cut: Cut | None, ours: Ours) -> str:
    """The pieces between what is old; nothing where a second mail begins, for who wrote what can't be told."""
    if cut is None or not any(line.is_old for line in lines[cut.line : cut.line + _QUOTE_WITHIN]):
        return ""
    if any(MARKER in line.bare for line in lines if not line.is_old):
        return ""
    rest = _without_introduction(lines, find_introduction(lines, ours))
    if find_introduction(rest, ours):
        return ""
    unquoted = (piece for is_old, piece in groupby(rest, key=lambda line: line.is_old) if not is_old)
    pieces = [text for piece in unquoted if (text := _clean([line.text for line in piece]))]
    return "\n\n".join(pieces) if len(pieces) <= _MOST_PIECES else ""


def _below(lines: Sequence[MailLine]) -> str:
    """What stands below our last line, which nothing of ours does: our HTML may be quoted where we know it no more."""
    last = max((number for number, line in enumerate(lines) if _FOOTER.search(line.bare)), default=None)
    return "" if last is None else _clean(_unquoted(lines[last + 1 :]))


def _without_introduction(lines: Sequence[MailLine], cut: Cut | None) -> list[MailLine]:
    """The lines without those that say who wrote the quotation."""
    if cut is None:
        return list(lines)
    before = lines[cut.line].text[: cut.column].rstrip(_RULES)
    return [*lines[: cut.line], *split_lines(before), *lines[introduction_end(lines, cut.line) :]]


def _clean(lines: Sequence[str]) -> str:
    return "\n".join(without_signature(lines)).strip()


def _above(lines: Sequence[MailLine], cut: Cut | None) -> list[str]:
    """The unquoted lines above the cut, without the rule that some clients draw there."""
    if cut is None:
        return _unquoted(lines)
    kept = _unquoted(lines[: cut.line])
    if cut.column:
        kept.append(lines[cut.line].text[: cut.column].rstrip(_RULES))
    while kept and not visible(kept[-1]).strip(_RULES):
        kept.pop()
    return kept


def _unquoted(lines: Sequence[MailLine]) -> list[str]:
    """The lines without quote marks; the gap that a quotation leaves is one blank line."""
    kept: list[str] = []
    for before, line in pairwise([None, *lines]):
        if line and not line.quoted and (line.bare or not (before and before.quoted and kept and not kept[-1].strip())):
            kept.append(line.text)
    return kept


def _mark_torn(lines: Sequence[MailLine]) -> list[MailLine]:
    """The lines with those quoted that a client tore off a quoted line."""
    around = zip([None, *lines], lines, [*lines[1:], None], strict=False)
    return [replace(line, quoted=line.quoted or _is_torn_off(before, line, after)) for before, line, after in around]


def _is_torn_off(before: MailLine | None, line: MailLine, after: MailLine | None) -> bool:
    """Whether a client that wraps quoted lines without care broke this one off a line that is not ours."""
    if not line.bare or not (before and before.quoted and after and after.quoted) or before.known:
        return False
    width = len(before.text) + 1 + len(line.bare.split()[0])
    return width > _WRAPS_FROM and len(before.text) <= _WRAPS_TO
