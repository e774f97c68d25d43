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
    """The functions that it calls or hands on; what it writes itself is of no module."""
    for each in ast.walk(function):
        match each:
            case ast.Call(ast.Name("partial"), [ast.Name(name), *_]) | ast.Call(ast.Name(name)):
                yield names.get(name, (module, name))
            case ast.Call(ast.Attribute(owner, name)) if name in writes and "work" in ast.unparse(owner):
                yield "", name


def calls() -> dict[Function, set[Function]]:
    """By who calls."""
    found: dict[Function, set[Function]] = {}
    writes = writing_methods()
    for name, module in modules():
        names = imported(module)
        for each in module.body:
            if isinstance(each, ast.FunctionDef):
                found[name, each.name] = {*called(each, name, names, writes)}
    return found


def writers() -> set[Function]:
    known, found = calls(), {("", method) for method in writing_methods()}
    while more := {caller for caller, those in known.items() if those & found} - found:
        found |= more
    return {each for each in found if each[0]}


def written_from(room: str) -> set[str]:
    """What is written by the room's functions and by whatever they call."""
    known = calls()
    found = {each for each in known if each[0].startswith(room)}
    while more := {each for caller in found for each in known.get(caller, ())} - found:
        found |= more
    return {name for module, name in found if not module}


def test_posting_writes_mails_and_their_questions_and_rings_bells_and_no_state_of_the_game() -> None:
    """A league's mail says where the log ends: what is not told there yet gets its line for that."""
    assert written_from("pbem.posting.") == {"post", "ask", "ring", "log_head"}


def test_nothing_that_acts_and_writes_is_called_like_a_value_or_a_question() -> None:
    acts = [each for each in writers() if each[0].startswith(("pbem.actions.", "pbem.posting."))]
    assert len(acts) > 100
    assert [
        f"{Path(module.replace('.', '/'))}.py: {name}"
        for module, name in sorted(acts)
        if CALLED_LIKE_VALUES.match(name) and not IMPERATIVES.match(name)
    ] == []
