"""The one table at the end: what was measured, the figure, its unit, and what it is a multiple of something else."""

import os
import platform
import sqlite3
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date
from time import process_time

_CALIBRATION_LOOPS = 10_000_000


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table; `ratio` compares it with what the name says."""

    name: str
    value: float
    unit: str
    ratio: float | None = None


def machine() -> str:
    """Where and when: figures of different machines can be compared by the time of the same empty loops."""
    return (
        f"{date.today():%-d %B %Y}: {os.cpu_count()} cores, {platform.system()} {platform.release()}, "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}; "
        f"ten million empty loops take {calibration():.2f} s"
    )


def calibration() -> float:
    """Processor time of ten million empty loops."""
    start = process_time()
    for _ in range(_CALIBRATION_LOOPS):
        pass
    return process_time() - start


def markdown(figures: Sequence[Figure]) -> list[str]:
    """As docs/benchmarks.md has it."""
    rows = [("name", "figure", "unit", "ratio"), *(_cells(each) for each in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [_line(row, widths) for row in rows]
    rule = "|".join(["", *("-" * (width + 2) for width in widths), ""])
    return [lines[0], rule, *lines[1:]]


def as_json(figures: Sequence[Figure]) -> list[dict[str, object]]:
    return [asdict(each) for each in figures]


def _cells(figure: Figure) -> tuple[str, str, str, str]:
    ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
    return figure.name, _rounded(figure.value), figure.unit, ratio


def _rounded(value: float) -> str:
    """Three digits that matter, and no more than the whole number."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)) + " |"
