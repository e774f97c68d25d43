"""What the sections of the configuration are made of: kinds of values, each checked when the file is read."""

import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo

_HOST_AND_PORT = re.compile(r"\S+:(\d{1,5})")


def _host_and_port(value: str) -> str:
    match = _HOST_AND_PORT.fullmatch(value)
    if value and not (match and int(match[1]) < 2**16):
        raise ValueError("expected an address and a port, such as 127.0.0.1:8080")
    return value


def _path(value: object, info: ValidationInfo) -> Path | None:
    """Relative paths start where the configuration itself is."""
    if not isinstance(value, str):
        raise ValueError("Input should be a valid string")
    return (info.context or Path()) / value if value else None


def _split(value: object) -> object:
    """A list may be one text with commas: the environment has no other."""
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


Tls = Literal["ssl", "starttls", "none"]
Port = Annotated[int, Field(ge=1, le=65535)]
HostAndPort = Annotated[str, AfterValidator(_host_and_port)]
OptionalFile = Annotated[Path | None, BeforeValidator(_path)]
Count = Annotated[int, Field(ge=0)]
AtLeastOne = Annotated[int, Field(ge=1)]
Time = Annotated[float, Field(ge=0)]
SomeTime = Annotated[float, Field(gt=0)]
Split = BeforeValidator(_split)
