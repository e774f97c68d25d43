"""What running a league needs besides the database."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from pbem.house import House
from pbem.service.errand import Errand


@dataclass(frozen=True, slots=True)
class Bureau:
    """The house rules, where secrets come from, and who the directors are."""

    house: House
    entropy: Callable[[int], bytes]
    directors: tuple[str, ...] = ()
    """Their addresses."""
    language: str = "en"
    """Of directors who are no players."""

    @classmethod
    def of(cls, errand: Errand) -> Self:
        return cls(errand.house, errand.entropy, errand.directors, errand.writer.player.language)
