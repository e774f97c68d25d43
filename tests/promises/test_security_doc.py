"""docs/security.md keeps its word: each promise has its test, each dependency its reason, its use and its pin."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.metadata import distribution, packages_distributions

import pytest
from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

from tests.support.paths import ROOT

DOCUMENT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
RUNTIME = [Requirement(line) for line in (*PROJECT["dependencies"], *EXTRAS["postgresql"], *EXTRAS["bots"])]
TESTING = [Requirement(line) for line in EXTRAS["test"]]
# Used without being imported: data.
NOT_IMPORTED = {"tzdata"}

_NAMED = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def section(title: str) -> str:
    return DOCUMENT.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


THREATS = {text.partition("\n")[0]: text for text in section("Threats").split("\n### ")[1:]}


@cache
def functions_of(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


@pytest.mark.parametrize("named", sorted(set(_NAMED.findall(DOCUMENT))), ids="::".join)
def test_every_test_that_is_named_exists(named: tuple[str, str]) -> None:
    file, name = named
    assert name in functions_of(file)


def test_nothing_that_looks_like_a_test_is_left_unchecked() -> None:
    assert len(_NAMED.findall(DOCUMENT)) == DOCUMENT.count("::test_")


@pytest.mark.parametrize("threat", THREATS)
def test_every_promise_against_a_threat_names_a_test(threat: str) -> None:
    promises = [line for line in THREATS[threat].splitlines() if line.startswith("- ")]
    assert promises
    assert [line for line in promises if not _NAMED.search(line)] == []


@pytest.mark.parametrize("threat", THREATS)
def test_every_threat_says_what_is_not_promised(threat: str) -> None:
    assert "Not promised: " in THREATS[threat]


@pytest.mark.parametrize(
    "threat",
    ["forged From", "leaked tag", "stolen database", "hostile player", "hostile mail", "hostile organiser", "stranger"],
)
def test_no_threat_is_forgotten(threat: str) -> None:
    assert any(threat in title for title in THREATS)


# Dependencies


def test_every_dependency_is_listed_with_its_reason_and_no_other() -> None:
    rows = dict(re.findall(r"^\| ([\w-]+) \| (.+) \|$", section("Dependencies"), re.MULTILINE))
    del rows["package"]
    assert sorted(rows) == sorted(each.name for each in RUNTIME)
    assert all(reason.strip() for reason in rows.values())


def test_every_dependency_is_used() -> None:
    of_module = packages_distributions()
    used = {canonicalize_name(name) for module in _imported() for name in of_module.get(module, ())}
    assert {canonicalize_name(each.name) for each in RUNTIME} - used == NOT_IMPORTED


def _imported() -> Iterator[str]:
    for file in (*(ROOT / "pbem").rglob("*.py"), *(ROOT / "engine").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Import(names=names):
                    yield from (each.name.partition(".")[0] for each in names)
                case ast.ImportFrom(module=str(module), level=0):
                    yield module.partition(".")[0]


def test_everything_that_is_needed_is_pinned_at_the_version_that_is_tested() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    pins = {canonicalize_name(line.partition("==")[0]): line.partition("==")[2] for line in lines}
    needed = _needed([*RUNTIME, *TESTING])
    del needed[canonicalize_name("pip")]  # It is there before anything can be pinned.
    assert {name: version for name, version in needed.items() if pins.get(name) != version} == {}


def _needed(wanted: list[Requirement]) -> dict[NormalizedName, str]:
    """Whatever is installed because something asked for it, with its version."""
    seen: dict[tuple[NormalizedName, str], str] = {}
    while wanted:
        each = wanted.pop()
        for extra in ("", *each.extras):
            key = (canonicalize_name(each.name), extra)
            if key in seen:
                continue
            found = distribution(each.name)
            seen[key] = found.version
            asked = map(Requirement, found.requires or ())
            wanted += [other for other in asked if not other.marker or other.marker.evaluate({"extra": extra})]
    return {name: version for (name, _), version in seen.items()}
