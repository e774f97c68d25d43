"""Which mail programs a reply can be made to look like; what they write is in clients.toml."""

import tomllib
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from importlib.resources import files

from babel.dates import format_datetime


@dataclass(frozen=True, slots=True)
class Client:
    """How one mail program introduces what it quotes, by language."""

    name: str
    dates: dict[str, str]
    lines: dict[str, str] = field(default_factory=dict)
    labels: dict[str, list[str]] = field(default_factory=dict)
    html: bool = True
    """Whether it sends HTML beside the text."""

    def date(self, at: datetime, language: str) -> str:
        return str(format_datetime(at, self.dates[language], locale=language))

    def line(self, at: datetime, language: str, name: str, address: str) -> str:
        """On … wrote; empty where the program shows a block of headers instead."""
        pattern = self.lines.get(language, "")
        who = f"{name} <{address}>"
        return pattern.format(date=self.date(at, language), name=name, address=address, who=who)


@cache
def clients() -> dict[str, Client]:
    """All mail programs, by key."""
    table = tomllib.loads((files("pbem.web.mailbox") / "clients.toml").read_text("utf-8"))
    return {key: Client(**values) for key, values in table.items()}
