"""What a function is called says whether it writes: what does is an imperative, a participle or a question is not."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.support.paths import ROOT

PROGRAM = ROOT / "pbem"
CALLED_LIKE_VALUES = re.compile(
    r"_?(is|has|can|may|wants|seems|within)_|_?[a-z]{2,}ed(_|$)"
    r"|_?(met|told|taught|shown|known|given|taken|held|meant|heard|seen|said|sent|kept|written|begun)(_|$)"
)
IMPERATIVES = re.compile(r"_?(seed|feed|need|proceed|found)(_|$)")

Function = tuple[str, str]
"""Its module and its name."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(PROGRAM.rglob("*.py")):
        yield ".".join(path.relative_to(ROOT).with_suffix("").parts), ast.parse(path.read_text("utf-8"))


def writing_methods() -> set[str]:
    """What changes something in a unit of work."""
    parts = [
        each for each in ast.parse((PROGRAM / "work.py").read_text("utf-8")).body if isinstance(each, ast.ClassDef)
    ]
    return {
        method.name
        for part in parts
        if part.name.endswith("Writing")
        for method in part.body
        if isinstance(method, ast.FunctionDef)
    }


def imported(module: ast.Module) -> dict[str, Function]:
    froms = (each for each in ast.walk(module) if isinstance(each, ast.ImportFrom))
    return {name.asname or name.name: (each.module or "", name.name) for each in froms for name in each.names}


def called(function: ast.FunctionDef, module: str, names: dict[str, Function], writes: set[str]) -> Iterator[Function]:
    """The functions that it calls, and `WRITTEN` where it writes itself."""
    for each in ast.walk(function):
        match each:
            case ast.Call(ast.Name(name)):
                yield names.get(name, (module, name))
            case ast.Call(ast.Attribute(owner, name)) if name in writes and "work" in ast.unparse(owner):
                yield WRITTEN


WRITTEN = ("", "")


def writers() -> set[Function]:
    calls: dict[Function, set[Function]] = {}
    writes = writing_methods()
    for name, module in modules():
        names = imported(module)
        for each in module.body:
            if isinstance(each, ast.FunctionDef):
                calls[name, each.name] = {*called(each, name, names, writes)}
    found = {WRITTEN}
    while more := {caller for caller, those in calls.items() if those & found} - found:
        found |= more
    return found - {WRITTEN}


def test_nothing_that_acts_and_writes_is_called_like_a_value_or_a_question() -> None:
    acts = [each for each in writers() if each[0].startswith(("pbem.actions.", "pbem.posting."))]
    assert len(acts) > 100
    assert [
        f"{Path(module.replace('.', '/'))}.py: {name}"
        for module, name in sorted(acts)
        if CALLED_LIKE_VALUES.match(name) and not IMPERATIVES.match(name)
    ] == []
