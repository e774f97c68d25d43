"""Who sits at the demo's table, and what time it is there. Quick to import: their mailboxes are shown first."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from pbem.commands.languages import speakers
from pbem.model.time import system_clock

# The demo's own time: the system's, and as much more as somebody let pass.


class DemoClock:
    """Never goes back, not even over a restart: what was let pass is kept in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._passed = timedelta(seconds=float(file.read_text("ascii"))) if file.exists() else timedelta()

    def __call__(self) -> datetime:
        return system_clock() + self._passed

    def let_pass(self, span: timedelta) -> None:
        self._passed += span
        self._file.write_text(str(self._passed.total_seconds()), "ascii")


# Who plays in the demo: people with mailboxes, each in a language.


DOMAIN = "demo.example"
FIRST_LANGUAGES = ("en", "da", "he", "pl")
"""Of the first, second … person, unless chosen."""


@dataclass(frozen=True, slots=True)
class DemoPerson:
    """Somebody with a mailbox; `key` is the local part of the address."""

    name: str
    key: str
    language: str

    @property
    def address(self) -> str:
        return f"{self.key}@{DOMAIN}"


def people(count: int, languages: Sequence[str]) -> tuple[DemoPerson, ...]:
    """So many people, with names from their languages; the languages come round again if there are too few."""
    spoken = [languages[number % len(languages)] for number in range(count)]
    names = (speakers(language).names[spoken[:number].count(language)] for number, language in enumerate(spoken))
    return tuple(DemoPerson(*name, language) for name, language in zip(names, spoken, strict=True))


@dataclass(frozen=True, slots=True)
class DemoTable:
    """Who sits down, and with how many seats; bots take those that are left."""

    people: Sequence[DemoPerson]
    seats: int
    onlooker: DemoPerson | None = None
    """Where bots play among themselves: who gets the mail that the first of them would get."""
