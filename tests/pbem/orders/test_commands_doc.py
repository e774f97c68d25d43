"""docs/commands.md: every command stands there once, with a word in each language that means it."""

import re
import tomllib
from importlib.resources import files
from pathlib import Path

from pbem.commands.values import SHAPES
from pbem.i18n.codes import LANGUAGES

PAGE = Path(__file__).parents[3] / "docs" / "commands.md"
_CELL = re.compile(r"(?<!\\)\|")
_NAMES = sorted(SHAPES, key=len, reverse=True)


def rows() -> list[tuple[str, list[str]]]:
    """Each command of the page, and its word in each language."""
    cells = [
        [cell.strip().strip("`") for cell in _CELL.split(line)[1:7]] for line in PAGE.read_text("utf-8").splitlines()
    ]
    return [(_name(first), [_name(first), *others[:4]]) for first, *others in cells_of_commands(cells)]


def cells_of_commands(cells: list[list[str]]) -> list[list[str]]:
    return [row for row in cells if len(row) == 6 and row[0] not in ("English", "---")]


def _name(cell: str) -> str:
    return next(name for name in _NAMES if cell == name or cell.startswith(f"{name} "))


def words(language: str) -> dict[str, list[str]]:
    data = tomllib.loads((files("pbem.commands") / "words" / f"{language}.toml").read_text("utf-8"))
    return {name: [" ".join(word.split()) for word in text.split(",")] for name, text in data["commands"].items()}


def test_every_command_stands_there_once() -> None:
    assert sorted(name for name, _ in rows()) == sorted(SHAPES)


def test_every_word_there_means_its_command() -> None:
    known = {language: words(language) for language in LANGUAGES}
    for name, listed in rows():
        for language, word in zip(LANGUAGES, listed, strict=True):
            assert word in known[language][name], (language, word)
