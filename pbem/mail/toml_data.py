"""Habits of mail programs, as data: the tables under `data/`."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def toml_data(name: str) -> dict[str, Any]:
    """Read `data/<name>.toml` once."""
    return tomllib.loads(files("pbem.mail").joinpath("data", f"{name}.toml").read_text("utf-8"))
