"""The new text of a reply: what its author wrote for this mail, and nothing that stands in ours."""

from collections.abc import Iterable, Sequence

from pbem.mail.html import renderings
from pbem.mail.letter import Letter
from pbem.mail.lines import Cut, Line, split_lines, visible
from pbem.mail.ours import Ours
from pbem.mail.quotes import MARKER, MARKER_END, find_cut, squeeze
from pbem.mail.signature import without_signature

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
