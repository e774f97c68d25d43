"""Who plays in the demo: people with mailboxes, each in a language."""

from collections.abc import Sequence
from dataclasses import dataclass

DOMAIN = "demo.example"
FIRST_LANGUAGES = ("en", "da", "he", "pl")
"""Of the first, second … person, unless chosen."""

_NAMES: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (("Anna", "anna"), ("Tom", "tom"), ("Grace", "grace"), ("Henry", "henry")),
    "da": (("Mette", "mette"), ("Søren", "soren"), ("Ida", "ida"), ("Åse", "aase")),
    "is": (("Björn", "bjorn"), ("Sigga", "sigga"), ("Þóra", "thora"), ("Einar", "einar")),
    "pl": (("Kasia", "kasia"), ("Łukasz", "lukasz"), ("Ewa", "ewa"), ("Marek", "marek")),
    "he": (("נועה", "noa"), ("אבי", "avi"), ("דנה", "dana"), ("יוסי", "yossi")),
}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a mailbox; `key` is the local part of the address."""

    name: str
    key: str
    language: str

    @property
    def address(self) -> str:
        return f"{self.key}@{DOMAIN}"


def people(count: int, languages: Sequence[str]) -> tuple[Person, ...]:
    """So many people, with names from their languages; the languages come round again if there are too few."""
    spoken = [languages[number % len(languages)] for number in range(count)]
    return tuple(
        Person(*_NAMES[language][spoken[:number].count(language)], language) for number, language in enumerate(spoken)
    )
