"""No pattern that reads what strangers write takes more than linear time, whatever they write."""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from importlib import import_module
from itertools import chain, product
from pathlib import Path
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from time import thread_time
from types import ModuleType
from typing import Any

import pytest

import pbem

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
SAMPLES = {
    codes.CATEGORY_DIGIT: "1",
    codes.CATEGORY_SPACE: " \n",
    codes.CATEGORY_WORD: "a1",
    codes.CATEGORY_NOT_DIGIT: "a",
    codes.CATEGORY_NOT_SPACE: "a",
    codes.CATEGORY_NOT_WORD: "! ",
}
INSIDE: dict[Any, Callable[[Any], Any]] = {
    codes.IN: lambda value: value,
    codes.ATOMIC_GROUP: lambda value: value,
    codes.BRANCH: lambda value: chain.from_iterable(value[1][:8]),
    codes.SUBPATTERN: lambda value: value[3],
    **dict.fromkeys((codes.ASSERT, codes.ASSERT_NOT), lambda value: value[1]),
    **dict.fromkeys((codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT), lambda value: value[2]),
}
"""Where the parts of a part are."""


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


def letters_in(items: Any) -> Iterator[str]:
    """What stands in a pattern: its letters, and samples of its classes."""
    for code, value in items:
        match code:
            case codes.LITERAL | codes.NOT_LITERAL:
                yield chr(value)
            case codes.RANGE:
                yield from map(chr, value)
            case codes.CATEGORY:
                yield from SAMPLES.get(value, "")
            case codes.NEGATE:
                yield from "a 1."
            case _ if code in INSIDE:
                yield from letters_in(INSIDE[code](value))


def hostile(pattern: re.Pattern[Any]) -> Iterator[str]:
    """What is repeated to make the pattern work hard: it nearly fits, again and again."""
    flags = pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, bytes) else pattern.flags
    letters = list(dict.fromkeys([*letters_in(parser.parse(pattern.pattern, flags)), *"a1 \n"]))
    yield from letters[:20]
    yield from ("".join(pair) for pair in product(letters[:6], repeat=2))


def seconds(used: Used, text: str) -> float:
    began = thread_time()
    used.apply(text)
    return thread_time() - began


def superlinear(used: Used, size: int) -> str:
    """What makes it work hard, where twice as much of it is more than twice the work; else nothing.

    What takes it longest is looked at up to 64 KB.
    """
    took = dict[tuple[str, str], float]()
    for case in product(hostile(used.pattern), ("", "\x01")):
        took[case] = seconds(used, repeated(case, size))
        if took[case] >= QUIET and grows(used, case, size):
            return f"{case[0]!r} again and again"
    worst = max(took, key=took.__getitem__)
    longer = (length for length in (LONG // 4, LONG // 2) if length >= size)
    return f"much of {worst[0]!r}" if any(grows(used, worst, length) for length in longer) else ""


def repeated(case: tuple[str, str], length: int) -> str:
    piece, end = case
    return piece * (length // len(piece)) + end


def grows(used: Used, case: tuple[str, str], length: int) -> bool:
    """Whoever else is at work slows now the one and now the other: all of three must say so."""
    short, long = repeated(case, length), repeated(case, 2 * length)
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


def test_a_pattern_that_is_not_linear_is_found() -> None:
    assert superlinear(Used("trailing blanks", re.compile(r"\s+$"), "search"), SHORT // 4)
