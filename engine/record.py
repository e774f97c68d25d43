"""The record of a game: headers, an empty line, one entry per line. docs/record.md describes it.

Anyone who has the opening mail's commitment can check with it that nothing was dealt or changed by hand.
"""

import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import TypeAlias, TypeVar

from engine.errors import IllegalOrder, InvalidOrder, InvalidRecord
from engine.ledger import End, Entry, Give, Pause, Resume, TakeBack, advance, entry_text, parse_entry, replay
from engine.scoring import ranking
from engine.setup import Setup, deal
from engine.shuffle import VERSION, commitment, seed_from, tidy_word
from engine.state import State
from engine.view import position

T = TypeVar("T")
Header: TypeAlias = tuple[str, str]

_TITLE = re.compile(r"pbem record (\d{1,4})\s*")
# Records say the version of the format that they need: 2 has what players agree on among themselves.
_NEWEST = 2


@dataclass(frozen=True, slots=True)
class Record:
    """A game with everything that its shuffle was made of."""

    game: str
    edition: str
    secret: bytes
    names: tuple[str, ...]
    words: tuple[str, ...]
    seating: tuple[int, ...]
    entries: tuple[Entry, ...] = ()

    @property
    def setup(self) -> Setup:
        seed = seed_from(self.secret, self.words)
        return Setup(seats=len(self.names), edition=self.edition, seed=seed, seating=self.seating)


def record_text(record: Record) -> str:
    """Write a record down."""
    headers = [*_opening(record), *_closing(replay(record.setup, record.entries))]
    lines = [f"{name}: {value}".rstrip() for name, value in headers]
    return "\n".join([f"pbem record {_version(record.entries)}", *lines, "", *map(entry_text, record.entries), ""])


def parse_record(text: str) -> Record:
    """Read a record and check it: InvalidRecord names the first line that does not fit."""
    lines = text.removeprefix("\ufeff").split("\n")
    version, headers = _read_title(lines[0]), _read_headers(lines)
    record = _from_headers(dict(headers))
    opening = _opening(record)
    _compare(opening, headers[: len(opening)], first_line=2)
    entries, state = _read_entries(deal(record.setup), lines, start=len(headers) + 2)
    _compare(_closing(state), headers[len(opening) :], first_line=2 + len(opening))
    if version != _version(entries):
        raise InvalidRecord(1, f"expected 'pbem record {_version(entries)}'")
    return replace(record, entries=entries)


def digest(state: State) -> str:
    """A fingerprint of all that a referee sees."""
    canonical = json.dumps(position(state), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _version(entries: tuple[Entry, ...]) -> int:
    """The oldest format that has all of these entries: whoever reads only that can still check the record."""
    return 2 if any(map(_is_agreed, entries)) else 1


def _is_agreed(entry: Entry) -> bool:
    match entry:
        case Give() | TakeBack() | End() | Pause(agreed=True) | Resume(agreed=True):
            return True
    return False


def _opening(record: Record) -> list[Header]:
    """The headers that are settled once the cards are dealt."""
    seats = [
        header
        for number, (name, word) in enumerate(zip(record.names, record.words, strict=True), 1)
        for header in ((f"Seat {number}", " ".join(name.split())), (f"Word {number}", tidy_word(word)))
    ]
    return [
        ("Game", record.game),
        ("Edition", record.edition),
        ("Shuffle", str(VERSION)),
        ("Commitment", commitment(record.secret)),
        ("Secret", record.secret.hex()),
        *seats,
        ("Seating", " ".join(str(seat + 1) for seat in record.seating)),
    ]


def _closing(state: State) -> list[Header]:
    """The headers that only the whole game settles."""
    return [("Result", _result(state)), ("Position", digest(state))]


def _result(state: State) -> str:
    """From first to last; "1=3, 2" says that seats 1 and 3 share the first place."""
    if not state.over:
        return "unfinished"
    return ", ".join("=".join(str(seat + 1) for seat in group) for group in ranking(state))


def _read_title(line: str) -> int:
    title = _TITLE.fullmatch(line)
    if not title:
        raise InvalidRecord(1, "expected 'pbem record' and the version of its format")
    if int(title[1]) > _NEWEST:
        raise InvalidRecord(1, f"this program is too old: it reads records up to version {_NEWEST}, not {title[1]}")
    return int(title[1])


def _read_headers(lines: list[str]) -> list[Header]:
    headers: list[Header] = []
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            return headers
        name, colon, value = line.partition(":")
        if not colon or name in dict(headers):
            raise InvalidRecord(number, f"not a header: {line!r}")
        headers.append((name, value.strip()))
    raise InvalidRecord(len(lines), "no empty line after the headers")


def _from_headers(headers: dict[str, str]) -> Record:
    def value(name: str) -> str:
        if name not in headers:
            raise InvalidRecord(len(headers) + 2, f"no header {name!r}")
        return headers[name]

    def fits(name: str, read: Callable[[str], T]) -> T:
        text = value(name)
        try:
            return read(text)
        except ValueError as error:
            raise InvalidRecord(list(headers).index(name) + 2, str(error)) from error

    seats = range(1, 1 + sum(name.startswith("Seat ") for name in headers))
    record = Record(
        game=value("Game"),
        edition=value("Edition"),
        secret=fits("Secret", bytes.fromhex),
        names=tuple(value(f"Seat {number}") for number in seats),
        words=tuple(value(f"Word {number}") for number in seats),
        seating=fits("Seating", lambda text: tuple(int(seat) - 1 for seat in text.split())),
    )
    fits("Edition", lambda edition: Setup(seats=2, edition=edition, seed=b""))
    fits("Seating", lambda _: record.setup)
    return record


def _compare(expected: list[Header], written: list[Header], first_line: int) -> None:
    for line, (header, found) in enumerate(zip_longest(expected, written), first_line):
        if header != found:
            raise InvalidRecord(line, f"expected {': '.join(header)}" if header else "a header too many")


def _read_entries(state: State, lines: list[str], start: int) -> tuple[tuple[Entry, ...], State]:
    entries: list[Entry] = []
    past: list[State] = []
    for number, line in enumerate(lines[start - 1 :], start):
        if not line.strip():
            continue
        try:
            entry = parse_entry(line.removesuffix("\r"))
            after = advance(state, entry, past).state
        except (InvalidOrder, IllegalOrder) as error:
            raise InvalidRecord(number, str(error)) from error
        entries.append(entry)
        past.append(state)
        state = after
    return tuple(entries), state
