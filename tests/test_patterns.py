"""No pattern that reads what strangers write takes more than linear time, whatever they write."""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from importlib import import_module
from itertools import chain
from pathlib import Path
from time import thread_time
from types import ModuleType
from typing import Any

import pytest

import pbem
from tests.support.near_misses import NearMiss, near_misses

ROOT = Path(pbem.__file__).parent
# Who starts the server may write what they like to it, and our own tables and styles are our own.
OUR_OWN = (
    "actions/games/seats",
    "commands/sentence/words",
    "render/style",
    "cli",
    "worlds",
    "store/migrations",
    "i18n",
    "config",
    "settings",
)
APPLIED = ("search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer")
SHORT = 8_192
LONG = 65_536
QUIET = 0.0008
"""Seconds of the processor for a short text: what grows with its square takes no more than 50 ms for 64 KB, then."""
FASTER_THAN_LINEAR = 3
"""How much more work twice the text is, at most; twice as much would be linear, four times the square."""


@dataclass(frozen=True)
class Used:
    """A pattern of a module, and how that module applies it."""

    name: str
    pattern: re.Pattern[Any]
    method: str

    def __str__(self) -> str:
        return f"{self.name}.{self.method}"

    def apply(self, text: str) -> None:
        read = text.encode("latin-1", "replace") if isinstance(self.pattern.pattern, bytes) else text
        method: Callable[..., object] = getattr(self.pattern, self.method)
        match self.method:
            case "sub" | "subn":
                method(read[:0], read)
            case "finditer":
                assert all(self.pattern.finditer(read))
            case _:
                method(read)


def used_patterns() -> Iterator[Used]:
    """Those that modules have as names, those in tables of theirs, and those that stand where they are used."""
    for file in sorted(ROOT.rglob("*.py")):
        path = file.relative_to(ROOT.parent).with_suffix("")
        source = file.read_text()
        if path.relative_to("pbem").as_posix().startswith(OUR_OWN) or "import re\n" not in source:
            continue
        module, tree = import_module(".".join(path.parts)), ast.parse(source)
        yield from named(module, tree)
        yield from written_in_place(module.__name__, tree)


def named(module: ModuleType, tree: ast.Module) -> Iterator[Used]:
    methods = methods_of(tree)
    for name, value in vars(module).items():
        if isinstance(value, re.Pattern):
            yield from (Used(f"{module.__name__}.{name}", value, method) for each, method in methods if each == name)
        elif not name.startswith("__"):
            for number, pattern in enumerate(dict.fromkeys(patterns_in(value))):
                yield Used(f"{module.__name__}.{name}[{number}]", pattern, "search")


def patterns_in(value: object) -> Iterator[re.Pattern[Any]]:
    """All in a table, however deep."""
    match value:
        case re.Pattern():
            yield value
        case dict():
            yield from chain.from_iterable(map(patterns_in, chain(value, value.values())))
        case tuple() | list() | set() | frozenset():
            yield from chain.from_iterable(map(patterns_in, value))
        case _ if is_dataclass(value) and not isinstance(value, type):
            yield from chain.from_iterable(patterns_in(getattr(value, each.name)) for each in fields(value))


def written_in_place(module: str, tree: ast.Module) -> Iterator[Used]:
    for call in ast.walk(tree):
        match call:
            case ast.Call(ast.Attribute(ast.Name("re"), method), [ast.Constant(str() | bytes() as text), *_]):
                if method in APPLIED:
                    yield Used(f"{module}:{call.lineno}", re.compile(text), method)


def methods_of(tree: ast.Module) -> list[tuple[str, str]]:
    """Which attribute of which name is used."""
    attributes = (each for each in ast.walk(tree) if isinstance(each, ast.Attribute))
    found = {(each.value.id, each.attr) for each in attributes if isinstance(each.value, ast.Name)}
    return sorted((name, method) for name, method in found if method in APPLIED)


def seconds(used: Used, text: str) -> float:
    began = thread_time()
    used.apply(text)
    return thread_time() - began


def superlinear(used: Used, size: int) -> str:
    """What makes it work hard, where twice as much of it is more than twice the work; else nothing.

    What takes it longest is looked at up to 64 KB.
    """
    took = dict[NearMiss, float]()
    for case in near_misses(used.pattern):
        took[case] = seconds(used, case.text(size))
        if took[case] >= QUIET and grows(used, case, size):
            return f"{case} again and again"
    worst = max(took, key=took.__getitem__)
    longer = (length for length in (LONG // 4, LONG // 2) if length >= size)
    return f"much of {worst}" if any(grows(used, worst, length) for length in longer) else ""


def grows(used: Used, case: NearMiss, length: int) -> bool:
    """Whoever else is at work slows now the one and now the other: all of three must say so."""
    short, long = case.text(length), case.text(2 * length)
    return all(
        (took := seconds(used, long)) >= QUIET and took >= FASTER_THAN_LINEAR * seconds(used, short) for _ in range(3)
    )


@pytest.mark.parametrize("used", list(used_patterns()), ids=str)
def test_a_pattern_takes_linear_time(used: Used) -> None:
    assert superlinear(used, SHORT) == ""


def test_patterns_in_tables_and_in_place_are_found_too() -> None:
    names = {used.name for used in used_patterns()}
    assert any(name.startswith("pbem.commands.intents.language.") for name in names)
    assert any(name.startswith("pbem.mail.headers:") for name in names)


@pytest.mark.parametrize(
    "pattern",
    [
        r"\s+$",
        r"\w[\W_]+com\b",
        r"\bput\b(?=\s+(?:the|it)\b[^.!?]*\baway\b)",
        r"<style>.*?</style>",
        r"BODY\[[^]]*\] x",
        r"x{1,3}(?:begin|start) .*end",
    ],
)
def test_a_pattern_that_is_not_linear_is_found(pattern: str) -> None:
    assert superlinear(Used("not linear", re.compile(pattern), "search"), SHORT // 4)
