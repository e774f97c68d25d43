"""What stands below the words of a mail by itself: signature, footer of the program, disclaimer, good-bye."""

import re
from collections.abc import Callable, Sequence

from pbem.mail.quotes import visible
from pbem.mail.toml_data import toml_data

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
    for end in _ENDS:
        kept = _strip_blank(kept[: end(kept)])
    return kept


def _delimiter(lines: Sequence[str]) -> int | None:
    """The line that RFC 3676 section 4.3 puts above a signature, and its look-alikes."""
    return _first(lines, lambda bare: bare in _DELIMITERS or bool(_UNDERSCORES.fullmatch(bare)))


def _mobile_footer(lines: Sequence[str]) -> int | None:
    """An advertisement of the app."""
    return _first(lines, _is_mobile_footer)


def _disclaimer(lines: Sequence[str]) -> int | None:
    """The first line of what lawyers add."""
    return _first(lines, lambda bare: bare.startswith(_DISCLAIMERS) or bare.rstrip(":") in _DISCLAIMER_TITLES)


def _closing(lines: Sequence[str]) -> int | None:
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


def _dashed_name(lines: Sequence[str]) -> int | None:
    """A last line such as "-Anna", apart from the text."""
    if len(lines) < 3 or lines[-2].strip() or not _DASHED_NAME.fullmatch(lines[-1]):
        return None
    return len(lines) - 1


_ENDS: tuple[Callable[[Sequence[str]], int | None], ...] = (
    _delimiter,
    _mobile_footer,
    _disclaimer,
    _closing,
    _dashed_name,
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
