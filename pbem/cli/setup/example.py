"""`config.example.toml`, written from the sections of the configuration: `python -m pbem.cli.setup.example`."""

import ast
import inspect
import json
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from typing import Any

from pydantic.fields import FieldInfo

from pbem.config import SECTIONS
from pbem.transports.settings import HIDDEN

_HEADING = """\
# pbem's configuration. Every key is here with its default, or with an example where there is none.
# A value may also come from the environment (PBEM_SMTP__PASSWORD) or, for a password, from a file
# (password_file = "smtp-password"). Relative paths start from this file's folder.
"""


def example() -> str:
    """The whole file."""
    return "\n".join([_HEADING, *("\n".join(_section(name, kind)) + "\n" for name, kind in SECTIONS.items())])


def toml(value: object) -> str:
    """A JSON text, number, truth value or list of texts is TOML as well."""
    return json.dumps(value, ensure_ascii=False)


def _section(name: str, kind: type) -> Iterator[str]:
    said = _docstrings(kind)
    yield _line(f"[{name}]", kind.__doc__ or "")
    for each in fields(kind):
        if each.metadata == HIDDEN:
            continue
        yield _line(f"{each.name} = {toml(_shown(each))}", said[each.name])


def _line(text: str, said: str) -> str:
    """With the first line of a docstring as a comment: small letters, no full stop."""
    said = said if said[1].isupper() else said[0].lower() + said[1:]
    return f"{text:<36} # {said.removesuffix('.')}"


def _shown(each: Field[Any]) -> object:
    """An example where there is one, else the default; a file that need not be there has no name."""
    examples = [
        about.examples[0]
        for about in getattr(each.type, "__metadata__", ())
        if isinstance(about, FieldInfo) and about.examples
    ]
    assert examples or each.default is not MISSING, f"{each.name} has neither an example nor a default"
    return (examples or [each.default])[0] if each.default is not None else ""


def _docstrings(kind: type) -> dict[str, str]:
    """What stands below each field."""
    [definition] = ast.parse(dedent(inspect.getsource(kind))).body
    assert isinstance(definition, ast.ClassDef)
    return {
        above.target.id: str(below.value.value)
        for above, below in pairwise(definition.body)
        if isinstance(above, ast.AnnAssign) and isinstance(above.target, ast.Name)
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
    }


if __name__ == "__main__":
    Path("config.example.toml").write_text(example(), encoding="utf-8")
