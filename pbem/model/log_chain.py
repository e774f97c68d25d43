"""The season's log: JSON lines, each with a hash over the one before it, so that none can be changed unseen."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any

BEGINNING = "0" * 64
"""The hash that the first line is chained to."""


def chained(head: str, entry: Mapping[str, Any]) -> str:
    """The line for an entry; `head` is the hash of the line before it."""
    return _canonical({"entry": entry, "hash": _hash(head, entry)})


def head_of(line: str) -> str:
    """The hash that the next line is chained to."""
    return str(json.loads(line)["hash"])


def broken_at(lines: Iterable[str], head: str | None = None) -> int | None:
    """The first line, counted from 1, that does not follow from those before it; None if all do.

    With `head`, the hash that the log is known to end with, lines that are missing at the end are noticed as well.
    """
    last, number = BEGINNING, 0
    for number, line in enumerate(lines, 1):
        if not _follows(last, line):
            return number
        last = head_of(line)
    return number + 1 if head is not None and head != last else None


def _follows(head: str, line: str) -> bool:
    try:
        return chained(head, json.loads(line)["entry"]) == line
    except (ValueError, KeyError, TypeError):
        return False


def _hash(head: str, entry: Mapping[str, Any]) -> str:
    return hashlib.sha256(f"{head}\n{_canonical(entry)}".encode()).hexdigest()


def _canonical(value: object) -> str:
    """Keys sorted, no white space, characters beyond ASCII as they are."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
