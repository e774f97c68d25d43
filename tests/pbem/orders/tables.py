"""Reads the tables of tests/orders: tab-separated, `\\n` for a line break within a mail."""

from pathlib import Path

TABLES = Path(__file__).parents[2] / "orders"


def rows(name: str) -> list[tuple[str, ...]]:
    """All rows but the heading."""
    lines = (TABLES / name).read_text("utf-8").splitlines()[1:]
    return [tuple(cell.replace("\\n", "\n") for cell in line.split("\t")) for line in lines]
