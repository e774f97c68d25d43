"""Every code with which something is refused has a message."""

import ast
from collections.abc import Iterator

from pbem.notices.refusals import REFUSALS
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


def test_every_code_of_a_refusal_has_its_text() -> None:
    found = set(codes())
    assert len(found) > 60
    assert found <= set(REFUSALS)
