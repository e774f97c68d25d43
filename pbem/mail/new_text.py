"""What stands below an author's words: signature, mobile footer, disclaimer, good-bye."""

import re
from collections.abc import Callable, Iterable, Sequence

from pbem.mail.address import Ours
from pbem.mail.headers import table
from pbem.mail.html import renderings
from pbem.mail.letter import Letter
from pbem.mail.quotes import MARKER, MARKER_END, Cut, Line, find_cut, split_lines, squeeze, visible

_TABLE = table("signatures")
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


# The new text of a reply: what its author wrote for this mail, and nothing that stands in ours.


__all__ = ["MARKER", "MARKER_END", "new_text"]

_RULES = " -_=*~#—–"
_QUOTE_WITHIN = 8
_WRAPS_FROM, _WRAPS_TO = 72, 80


def new_text(letter: Letter, ours: Ours, sent: Iterable[str] = ()) -> str:
    """What the author wrote; `sent` are the lines of our mail that the letter answers, in order."""
    lines_sent = [squeeze(line) for line in sent if line.strip()]
    if letter.text and letter.text.strip():
        return _new_lines(letter.text, ours, lines_sent)
    found = (_new_lines(text, ours, lines_sent) for text in renderings(letter.html or ""))
    return next(filter(None, found), "")


def _new_lines(text: str, ours: Ours, sent: Sequence[str]) -> str:
    lines = split_lines(text)
    cut = find_cut(lines, ours, sent)
    if cut is None:
        return _clean(_unquoted(lines, sent))
    return _clean(_above(lines, cut)) or _clean(_below(lines[cut.line :], sent))


def _clean(lines: Sequence[str]) -> str:
    return "\n".join(without_signature(lines)).strip()


def _above(lines: Sequence[Line], cut: Cut) -> list[str]:
    """The unquoted lines above the cut, without the rule that some clients draw there."""
    kept = _unquoted(lines[: cut.line], ())
    if cut.column:
        kept.append(lines[cut.line].text[: cut.column].rstrip(_RULES))
    while kept and not visible(kept[-1]).strip(_RULES):
        kept.pop()
    return kept


def _below(lines: Sequence[Line], sent: Sequence[str]) -> list[str]:
    """The answers among quoted lines; where none are marked, only what follows the end of our mail."""
    start = next((number for number, line in enumerate(lines[:_QUOTE_WITHIN]) if line.quoted), None)
    if start is not None and not any(MARKER in line.bare for line in lines if not line.quoted):
        return _unquoted(lines[start:], sent)
    ends = [number for number, line in enumerate(lines) if squeeze(line.bare) in sent[-1:]]
    return [line.text for line in lines[ends[-1] + 1 :]] if ends else []


def _unquoted(lines: Sequence[Line], sent: Sequence[str]) -> list[str]:
    """The lines without quote marks; the gap that a quotation leaves is one blank line."""
    whole = "\n".join(sent)
    kept: list[str] = []
    for before, line, after in zip([None, *lines], lines, [*lines[1:], None], strict=False):
        if line.quoted or (before and before.quoted and _is_torn_off(before, line, after, whole)):
            continue
        if line.bare or not (before and before.quoted and kept and not kept[-1].strip()):
            kept.append(line.text)
    return kept


def _is_torn_off(before: Line, line: Line, after: Line | None, sent: str) -> bool:
    """Whether a client that wraps quoted lines without care tore this one off the line before."""
    if not line.bare:
        return False
    if sent and squeeze(f"{before.bare} {line.bare}") in sent:
        return True
    width = len(before.text) + 1 + len(line.bare.split()[0])
    return width > _WRAPS_FROM and len(before.text) <= _WRAPS_TO and after is not None and after.quoted
