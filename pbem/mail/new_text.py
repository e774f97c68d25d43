"""The new text of a reply: what its author wrote for this mail, without quotation, signature, footer or good-bye."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

from pbem.mail.address import Ours
from pbem.mail.html import renderings
from pbem.mail.left_over import left_over
from pbem.mail.letter import Letter
from pbem.mail.quoted_mail import UNKNOWN, QuotedMail, mark_known
from pbem.mail.quotes import (
    MARKER,
    Cut,
    MailLine,
    find_cut,
    find_introduction,
    find_our_introduction,
    introduction_end,
    split_lines,
    visible,
)
from pbem.mail.signatures import without_signature
from pbem.mail.toml_data import toml_data

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
