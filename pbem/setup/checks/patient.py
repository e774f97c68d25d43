"""What a check is given."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Protocol

from pbem.config import Config
from pbem.setup.finding import Finding


@dataclass(frozen=True, slots=True)
class Patient:
    """The server that is looked at."""

    config_path: Path
    config: Config
    now: datetime
    send: bool = False
    """Whether it may send itself a mail."""
    tell: Callable[[float], None] = field(default=lambda _seconds: None)
    """Hears how long that mail has been under way."""
    patience: float = 0.0
    """How many seconds that mail may take."""


class Check(Protocol):
    """One thing to look at."""

    __name__: str

    def __call__(self, patient: Patient, /) -> Awaitable[list[Finding]]: ...
