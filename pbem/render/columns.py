"""Plain text in lines of at most 72 characters."""

from collections.abc import Sequence
from textwrap import TextWrapper

WIDTH = 72


def wrapped(text: str, indent: str = "", first: str | None = None) -> str:
    """Break a paragraph into lines that fit."""
    words, start = " ".join(text.split()), indent if first is None else first
    if len(start) + len(words) <= WIDTH:
        return start + words if words else ""
    lines = TextWrapper(width=WIDTH, initial_indent=start, subsequent_indent=indent, break_on_hyphens=False)
    return lines.fill(words)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """A table's rows, each column as wide as its widest cell, with room for a last one."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["".join(f"{cell:>{width}}  " for cell, width in zip(row, widths, strict=True)) for row in rows]


def columns(words: Sequence[str], indent: str = "    ") -> str:
    """Short words in as many columns as fit."""
    width = max(map(len, words)) + 3
    per_line = max(1, (WIDTH - len(indent) + 3) // width)
    rows = [words[at : at + per_line] for at in range(0, len(words), per_line)]
    return "\n".join(indent + "".join(word.ljust(width) for word in row).rstrip() for row in rows)
