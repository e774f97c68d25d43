"""Reads the tables of tests/orders: tab-separated, `\\n` for a line break within a mail."""

from tests.support.paths import TESTS

TABLES = TESTS / "orders"


def rows(name: str) -> list[tuple[str, ...]]:
    """All rows but the heading."""
    lines = (TABLES / name).read_text("utf-8").splitlines()[1:]
    return [tuple(cell.replace("\\n", "\n") for cell in line.split("\t")) for line in lines]
