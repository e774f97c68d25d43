"""The facts about mail clients that live in data files beside the code."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table(name: str) -> dict[str, Any]:
    """Read `data/<name>.toml` once."""
    return tomllib.loads(files("pbem.mail").joinpath("data", f"{name}.toml").read_text("utf-8"))
