"""Every code with which something is refused has a message."""

import ast
from collections import Counter
from collections.abc import Iterator

import pytest

from pbem.i18n import language
from pbem.notices.refusals import REFUSALS
from pbem.render.phrases import Phrases
from pbem.render.refusals import told_fact
from tests.support.paths import ROOT

PACKAGE = ROOT / "pbem"
REFUSING = ("Refused", "RefusedNotice")


def codes() -> Iterator[str]:
    """The codes that stand in the source as they are: arguments of a refusal, or returned with their facts."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in REFUSING:
                    yield from _words(node.args[:1] + [word.value for word in node.keywords if word.arg == "code"])
                case ast.Return(value=ast.Tuple(elts=[ast.Constant(value=str(code)), ast.Dict()])):
                    yield code


def _words(arguments: list[ast.expr]) -> Iterator[str]:
    for argument in arguments:
        for node in ast.walk(argument):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


def test_no_code_has_two_texts() -> None:
    """The second would be told in place of the first: once, whoever watched a game of their own read of rulings."""
    codes = Counter(
        key.value
        for node in ast.parse((PACKAGE / "notices" / "refusals.py").read_text("utf-8")).body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.value, ast.Dict)
        and ast.unparse(node.target) != "_EXAMPLES"
        for key in node.value.keys
        if isinstance(key, ast.Constant)
    )
    assert [code for code, count in codes.items() if count > 1] == []
    assert len(codes) > 60


def test_every_code_of_a_refusal_has_its_text() -> None:
    found = set(codes())
    assert len(found) > 60
    assert found <= set(REFUSALS)


@pytest.mark.parametrize(
    ("code", "said"),
    [("en", "29 December 2026"), ("da", "29. december 2026"), ("is", "29. desember 2026"), ("pl", "29 grudnia 2026")],
)
def test_a_day_is_written_as_the_reader_would_write_it(code: str, said: str) -> None:
    assert told_fact(Phrases(language(code)), "date", "2026-12-29") == said
