"""The engine stands on the standard library alone, but for the bots' net; it has neither clock nor dice."""

import ast
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

ENGINE = Path(str(files("engine")))
MODULES = sorted(ENGINE.rglob("*.py"))
OUTSIDE_WORLD = {"time", "datetime", "os", "secrets", "uuid", "socket", "subprocess", "threading", "asyncio"}

each_module = pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ENGINE)))


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def imported(path: Path) -> Iterator[str]:
    for node in nodes(path):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module, names, level):
                assert level == 0, "imports are absolute"
                yield from (f"{module}.{alias.name}" for alias in names)


def packages(path: Path) -> set[str]:
    return {name.partition(".")[0] for name in imported(path)}


def test_the_modules_are_found() -> None:
    assert {"rules.py", "legal.py", "greedy.py"} <= {path.name for path in MODULES}


@each_module
def test_only_the_standard_library_is_imported(path: Path) -> None:
    assert packages(path) <= sys.stdlib_module_names | {"engine"} | ({"numpy"} if path.name == "net.py" else set())


@each_module
def test_no_clock_and_nothing_else_of_the_outside_world_is_imported(path: Path) -> None:
    assert not packages(path) & OUTSIDE_WORLD


@each_module
def test_random_is_only_a_type_and_only_for_bots(path: Path) -> None:
    from_random = {name for name in imported(path) if name.startswith("random")}
    assert from_random <= ({"random.Random"} if path.parent.name == "bots" else set())
    calls = [node.func for node in nodes(path) if isinstance(node, ast.Call)]
    assert "Random" not in {func.id for func in calls if isinstance(func, ast.Name)}


@each_module
def test_no_function_assigns_to_a_global(path: Path) -> None:
    assert not any(isinstance(node, ast.Global | ast.Nonlocal) for node in nodes(path))


@each_module
def test_only_the_cards_and_the_net_are_read_from_files(path: Path) -> None:
    names = {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}
    names |= {node.id for node in nodes(path) if isinstance(node, ast.Name)}
    assert path.name in ("cards.py", "net.py") or not names & {"open", "read_text", "read_bytes", "print", "input"}
