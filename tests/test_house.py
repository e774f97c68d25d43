"""The tests are laid out like the program, and what they share is made once."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.support.paths import ROOT, TESTS

PROGRAM = ROOT / "pbem"
OF_THEIR_OWN = {"support", "promises", "contracts", "e2e", "engine", "benchmarks", "install"}
"""Folders with tests, or for them, that are about no one room."""


def modules(folder: Path = TESTS) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(folder.rglob("*.py")):
        yield path, ast.parse(path.read_text("utf-8"))


def fixtures(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from (node.name for each in node.decorator_list if "pytest.fixture" in ast.unparse(each))


def imported(module: ast.Module) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{each.name}" for each in node.names)
        elif isinstance(node, ast.Import):
            yield from (each.name for each in node.names)


def folders_of_python(folder: Path) -> set[str]:
    return {path.parent.name for path in folder.glob("*/*.py")}


def test_every_fixture_is_made_once() -> None:
    made = Counter(name for _, module in modules() for name in fixtures(module))
    assert made
    assert [name for name, times in made.items() if times > 1] == []


def test_no_test_imports_a_test() -> None:
    for path, module in modules():
        borrowed = [name for name in imported(module) if name.startswith("tests.") and ".test_" in name]
        assert borrowed == [], path


def test_every_room_has_tests_and_all_other_tests_say_what_they_are() -> None:
    rooms, tested = folders_of_python(PROGRAM), folders_of_python(TESTS)
    assert rooms - tested == set()
    assert tested - rooms == OF_THEIR_OWN
