"""Jinja for templates of our own: what they read are attributes, and what they call are functions, so Python does both.

Jinja itself would look for an item where there is no such attribute, and for a wish for its context at every call.
"""

from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache, Environment, StrictUndefined, nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame


def templates(what: str) -> Path:
    """The folder of those of mails, or of pages: beside the packages in a clone, inside ours in a wheel."""
    package = Path(__file__).parents[1]
    packed = package / "templates" / what
    return packed if packed.is_dir() else package.parent / "templates" / what


class _PlainPython(CodeGenerator):
    """`page.title` and `card(tile)` become just that."""

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")


class _CompiledOnce(BytecodeCache):
    """Languages differ in what a template can use, not in the template."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], Any] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._codes[bucket.key, bucket.checksum] = bucket.code


class TemplateEnvironment(Environment):
    """One for each language; every template in it knows the same names."""

    code_generator_class = _PlainPython
    _compiled = _CompiledOnce()

    def __init__(self, **options: Any) -> None:
        super().__init__(
            **options,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
            # All of them are kept: there are few, and a cache that drops the eldest has to sort them at every use.
            cache_size=-1,
            undefined=StrictUndefined,
            bytecode_cache=self._compiled,
        )

    def make_globals(self, _d: Any) -> Any:
        """The names themselves: a layer above them for each template would have to be searched at every import."""
        return self.globals
