"""Something that does not fit."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Failure:
    check: str
    shard: str
    """The seed that brings it about again."""
    at: datetime
    text: str

    def __str__(self) -> str:
        return f"{self.check}: {self.text} (at {self.at:%Y-%m-%d %H:%M:%S}, shard {self.shard})"
