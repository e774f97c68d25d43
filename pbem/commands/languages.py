"""What a language's file tells besides the words that are read: what we say ourselves, and who speaks it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from pbem.commands.lexicon import listed, word_file


@cache
def first_words(language: str, *sections: str) -> Mapping[str, str]:
    """The word that we say for each thing of these sections: the first of its list."""
    file = word_file(language)
    return {name: listed(words)[0] for section in sections for name, words in file[section].items()}


@cache
def help_lines(language: str) -> Mapping[str, tuple[str, ...]]:
    """What the help says of each command: a line for each of its examples."""
    lines = word_file(language)["help"].items()
    return {name: (told,) if isinstance(told, str) else tuple(told) for name, told in lines}


def own_examples(language: str) -> Mapping[str, str]:
    """The examples that read otherwise in this language, by their commands: a name in the case that they need."""
    inflected: Mapping[str, str] = word_file(language).get("examples", {})
    return inflected


@dataclass(frozen=True, slots=True)
class Speakers:
    """Where a language is at home, in which other time zones it is spoken, and some names."""

    home: str
    abroad: tuple[str, ...]
    countries: tuple[str, ...]
    """How addresses end in the countries of the language."""
    names: tuple[tuple[str, str], ...]
    """Each with the local part of an address."""


@cache
def speakers(language: str) -> Speakers:
    """Those of a language."""
    told = word_file(language)["people"]
    names = (each.rpartition(" ") for each in listed(told["names"]))
    abroad, countries = (tuple(listed(told.get(key, ""))) for key in ("abroad", "countries"))
    return Speakers(told["home"], abroad, countries, tuple((name, part) for name, _, part in names))
