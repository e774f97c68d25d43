"""Days as people write them: 2026-12-20, 20.12.2026, 20.12., 20/12, 20 December, December 20, Monday, by language."""

import re
from collections.abc import Iterator
from datetime import date, timedelta

from pbem.commands.lexicon import Lexicon, fold, lexicon, lower
from pbem.commands.values import Day

_LEAP_YEAR = 2024
_PIECE = re.compile(
    r"""
    (?P<iso>\d{4}-\d{1,2}-\d{1,2})
    | (?P<dotted>\d{1,2}\.\s?\d{1,2}(?:\.\s?\d{4}|\.|(?!\d)))
    | (?P<slashed>\d{1,2}/\d{1,2}(?:[/-]\d{4}|(?![\d/])))
    | (?P<number>\d+)(?:\.|st\b|nd\b|rd\b|th\b)?
    | (?P<prefix>[א-ת]{1,2})-(?=\d)
    | (?P<word>[^\W\d_]+)
    | (?P<to>-)
    | (?P<strange>[^\s,.])
    """,
    re.VERBOSE,
)


def dated(day: Day, earliest: date) -> date | None:
    """The day that is meant; without a year it is the next one of that name."""
    if day.is_weekday:
        return earliest + timedelta(days=(day.day - earliest.isoweekday()) % 7)
    years = (day.year,) if day.year else range(earliest.year, earliest.year + 5)
    found = (each for year in years if (each := _in_year(year, day)))
    return next((each for each in found if day.year or each >= earliest), None)


def _in_year(year: int, day: Day) -> date | None:
    try:
        return date(year, day.month, day.day)
    except ValueError:
        return None


def period(text: str) -> tuple[Day | None, Day | None] | None:
    """The first and last day of a vacation, None for an open end; None if it can't be read."""
    pieces = _with_months([*_pieces(lower(text), lexicon())])
    match [piece for piece in pieces if piece not in ("from", "on")]:
        case [Day() as only] if only.year or "/" not in text:
            # 3/1 alone is as likely a fraction, or the first of March.
            return (only, None) if "from" in pieces else (only, only)
        case ["to", Day() as last]:
            return None, last
        case [Day() as first, "to", Day() as last]:
            return first, last
    return None


def _pieces(text: str, words: Lexicon) -> Iterator[Day | str]:
    """Days, months ("m12"), bare numbers, "from" and "to"; "?" is anything else."""
    for match in _PIECE.finditer(text):
        match match.lastgroup:
            case "iso":
                year, month, day = map(int, match[0].split("-"))
                yield _day(day, month, year)
            case "dotted" | "slashed":
                yield _day(*map(int, re.findall(r"\d+", match[0])))
            case "number":
                yield match["number"]
            case "word" | "prefix":
                yield _word(match[0].rstrip("-"), words)
            case group:
                yield "to" if group == "to" else "?"


def _word(word: str, words: Lexicon) -> Day | str:
    for spelling in (word, fold(word), *(rest for rest, _ in words.without_prefix(word))):
        if spelling in words.weekdays:
            return Day(0, words.weekdays[spelling])
        if spelling in words.months:
            return f"m{words.months[spelling]}"
        if spelling in words.bounds:
            return words.bounds[spelling]
    return "?"


def _day(day: int, month: int, year: int | None = None) -> Day | str:
    try:
        date(year or _LEAP_YEAR, month, day)
    except ValueError:
        return "?"
    return Day(month, day, year)


def _with_months(pieces: list[Day | str]) -> list[Day | str]:
    """Put day, month and year together; `20 to 27 December` names the month once."""
    whole: list[Day | str] = []
    rest = list(pieces)
    while rest:
        day, used = _named_day(rest)
        whole.append(day)
        rest = rest[used:]
    match whole:
        case [*before, str(number), "to", Day(month) as last] if number.isdecimal():
            return [*before, _day(int(number), month), "to", last]
    return whole


def _named_day(pieces: list[Day | str]) -> tuple[Day | str, int]:
    texts = [piece if isinstance(piece, str) else "" for piece in pieces[:3]]
    first, second, third = (*texts, "", "")[:3]
    year = int(third) if third.isdecimal() and len(third) == 4 else None
    if first.isdecimal() and second[1:].isdecimal() and second.startswith("m"):
        return _day(int(first[:4]), int(second[1:]), year), 3 if year else 2
    if second.isdecimal() and first[1:].isdecimal() and first.startswith("m"):
        return _day(int(second[:4]), int(first[1:]), year), 3 if year else 2
    return pieces[0], 1
