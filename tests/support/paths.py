"""Where things are, however deep the test lies that asks."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
DOCS = ROOT / "docs"
