"""The words of all languages, read once from the data files: which word means what, in which language."""

import re
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from babel import Locale

from pbem.i18n.codes import LANGUAGES

# One spelling for what looks the same: Unicode forms, invisible marks, quotes, dashes, case and accents.


# Format characters (bidi marks, zero-width, soft hyphen), variation selectors and keycap rings say nothing.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\u20e3]"
)
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("‐‑‒–—―−־﹘﹣", "-"),
        **dict.fromkeys("‘’‚‛′´`׳ʼ", "'"),
        **dict.fromkeys("“”„‟″«»‹›״", '"'),
        **dict.fromkeys("؟⁇¿", "?"),
        **dict.fromkeys("،、", ","),
        "…": ". ",
        "؛": ";",
    }
)
_MOST_GROWTH, _SHORT = 3, 20
_LETTERS = str.maketrans({"ð": "d", "þ": "th", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "œ": "o", "ı": "i"})


def clean(text: str) -> str:
    """The text as the plainest keyboard would type it; letters keep their accents and their case."""
    seen = _INVISIBLE.sub("", text.translate(_SIGNS))
    plain = unicodedata.normalize("NFKC", seen)
    # One sign may stand for a whole sentence (U+FDFA): a text of them would be twenty times as long.
    return plain if len(plain) <= _MOST_GROWTH * max(len(seen), _SHORT) else seen


# With vowel points Hebrew leaves out the letter that else stands for an o or a u.
_POINTED_O = re.compile(r"(?<!ו)[\u05b9\u05ba]([\u0591-\u05c7]*)(?![\u0591-\u05c7וא])")
_POINTED_U = re.compile(r"\u05bb")


def lower(text: str) -> str:
    """Lower case without apostrophes and without vowel points: `Don’t` is `dont`."""
    plain = clean(text).casefold().replace("'", "")
    return plain if plain.isascii() else _without_marks(_POINTED_U.sub("ו", _POINTED_O.sub(r"\1ו", plain)))


@lru_cache(maxsize=8192)
def fold(word: str) -> str:
    """A lower-case word without accents; `å` and `aa`, `ø`, `ö` and `oe` become the same."""
    if not word.isascii():
        word = _without_marks(unicodedata.normalize("NFD", word.translate(_LETTERS)))
    return word.replace("aa", "a").replace("oe", "o")


def _without_marks(text: str) -> str:
    return "".join(char for char in text if not unicodedata.combining(char))


# Cut a line into words, numbers, ids and signs.


MOST_CHARACTERS = 400

_TOKEN = re.compile(
    r"""
    (?<=[^\W_])[-/](?=[^\W_]) | [*_~|\#<>=^]             # hyphens within words and marks of emphasis fall away
    | (
        (?<![^\W_])[123][wugrk]\d{1,2}(?![^\W_])        # a card's id
        | (?<![^\W_])n\d{1,2}(?![^\W_])                 # a noble's id
        | \d+ | [^\W\d_]+ | \S
    )
    """,
    re.VERBOSE,
)


class Token(NamedTuple):
    """A piece of a line in lower case, and the same without accents."""

    exact: str
    folded: str


def tokens(text: str) -> list[Token]:
    """The pieces of a text that say something; a text that is too long ends early."""
    return [*_tokens(text[:MOST_CHARACTERS])]


@lru_cache(maxsize=512)
def _tokens(text: str) -> tuple[Token, ...]:
    """Remembered for a while: a sentence is looked at as a command, as order words and on its board."""
    line = lower(text)[:MOST_CHARACTERS]
    return tuple(Token(match[1], fold(match[1])) for match in _TOKEN.finditer(line) if match[1])


SHARED = "any"

# The sections of a data file whose words are one kind, told apart by a value; in the others, each key is a kind.
_SECTIONS = {
    "actions": "action",
    "colours": "gem",
    "hearts": "heart",
    "numbers": "number",
    "ordinals": "ordinal",
}
_LITTLE = frozenset(("filler", "lead", "and", "want", "number", "ordinal", "times", "put", "aside"))
# The kinds of words that Hebrew's article and prepositions cling to.
_NOUNS = frozenset(
    ("gem", "gems", "cards", "deck", "level", "noble", "number", "ordinal", "times", "no_gold", "filler")
)


class Meaning(NamedTuple):
    """What a word is to the reader: its kind, and which one of that kind."""

    kind: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Every table maps a spelling, with accents or without, to what it means."""

    words: Mapping[str, Mapping[str, Meaning]]
    """By language; "any" holds what all share."""
    letters: Mapping[str, tuple[str, ...]]
    """Letter codes and the colours each may stand for."""
    reach: Mapping[str, int]
    """How many words the longest phrase has that begins with this word."""
    commands: Mapping[str, Mapping[str, str]]
    openings: frozenset[str]
    """The first words of all commands, without accents."""
    options: frozenset[str]
    table_words: Mapping[str, Mapping[str, str]]
    """What a host says of a new table, by language."""
    games: frozenset[str]
    switches: Mapping[str, bool]
    remarks: Mapping[str, str]
    addresses: Mapping[str, str]
    """When talk beside an order goes to the table: "ask", "always" or "never"."""
    times: Mapping[str, str]
    """When somebody wants to be reminded: "tonight", "tomorrow", and what stands before a time of day or a span."""
    here: frozenset[str]
    """Behind a setting: for this game alone."""
    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    """From 1, Monday."""
    languages: Mapping[str, str]
    bounds: Mapping[str, str]
    """What stands before the first and the last day of a vacation, and before any: "from", "to" and "on"."""
    directives: Mapping[str, str]
    """What directors do with a league, by the words for it."""
    rulings: Mapping[str, str]
    """What directors say of a decision, by the words for it: `places`, `void`, `because` …"""
    takeovers: frozenset[str]
    """What stands between somebody who leaves and whoever takes over."""
    reply_prefixes: frozenset[str]
    """What mail programs put before the subject of an answer."""
    prefixes: Mapping[str, Sequence[tuple[str, bool]]]
    """By first letter, what may cling to a word, longest first, and whether it clings to nouns only."""

    def meanings(self, spelling: str, folded: str) -> Mapping[str, Meaning]:
        """What a word or phrase means, by language."""
        return self.words.get(spelling) or self.words.get(folded) or {}

    def language_of(self, line: Iterable[Token], own: str) -> str:
        """The language that knows most of the words; the writer's own where two know as many."""
        words = (token for token in line if token.exact not in self.letters)
        known = Counter(language for word in words for language in self.meanings(*word))
        return max(LANGUAGES, key=lambda language: (known[language], language == own))

    def without_prefix(self, word: str) -> Iterator[tuple[str, bool]]:
        """The word less each prefix it may have, and whether the rest must be a noun."""
        for prefix, nouns_only in self.prefixes.get(word[0], ()):
            if word.startswith(prefix) and len(word) - len(prefix) > 1:
                yield word.removeprefix(prefix), nouns_only


def choose(meanings: Mapping[str, Meaning], language: str, own: str) -> Meaning | None:
    """The one meaning that counts: the line's language, then the writer's, then any that is undisputed.

    The little words of a third language are no help: Polish `do` is not English `do`.
    """
    for preferred in (language, own, SHARED):
        if preferred in meanings:
            return meanings[preferred]
    distinct = set(meanings.values())
    only = distinct.pop() if len(distinct) == 1 else None
    return None if only and only.kind in _LITTLE else only


def is_noun(kind: str) -> bool:
    """Whether an article or a preposition may cling to words of this kind."""
    return kind in _NOUNS


def phrase(text: str) -> str:
    """A spelling as the tables have it."""
    return " ".join(token.exact for token in tokens(text))


def plain(text: str) -> str:
    """A spelling without accents, as the tables also have it."""
    return _folded(phrase(text))


def _folded(spelling: str) -> str:
    return " ".join(map(fold, spelling.split(" ")))


@cache
def lexicon() -> Lexicon:
    """All of it, read at the first call."""
    data = {language: word_file(language) for language in (SHARED, *LANGUAGES)}
    words = _index({language: dict(_meanings(file)) for language, file in data.items()})
    commands = _index({language: _table(data[language], "commands") for language in LANGUAGES})
    return Lexicon(
        words=words,
        letters={letter: tuple(listed(colours)) for letter, colours in data[SHARED]["letters"].items()},
        reach=_reach(words),
        commands=commands,
        openings=frozenset(fold(spelling.split(" ")[0]) for spelling in commands),
        options=frozenset(_merged(data, "answers")),
        table_words=_index({language: _table(data[language], "options") for language in LANGUAGES}),
        games=frozenset(_merged(data, "game")),
        switches={spelling: name == "on" for spelling, name in _merged(data, "switches").items()},
        remarks=_merged(data, "remarks"),
        times=_merged(data, "times"),
        here=frozenset(_merged(data, "here")),
        addresses=_merged(data, "addresses"),
        months={spelling: int(number) for spelling, number in _merged(data, "months").items()},
        weekdays={spelling: int(number) for spelling, number in _merged(data, "weekdays").items()},
        languages={**_language_names(), **_merged(data, "languages"), **{code: code for code in LANGUAGES}},
        bounds=_merged(data, "dates"),
        directives=_merged(data, "directives"),
        rulings=_merged(data, "rulings"),
        takeovers=frozenset(_merged(data, "takeovers")),
        reply_prefixes=frozenset(_replies(data, "prefix")),
        prefixes=_prefixes([file["prefixes"] for file in data.values() if "prefixes" in file]),
    )


@cache
def word_file(language: str) -> Mapping[str, Any]:
    """The data file of a language, by section."""
    return tomllib.loads((files("pbem.commands") / "words" / f"{language}.toml").read_text("utf-8"))


def listed(words: str) -> list[str]:
    """The words and phrases of a list."""
    return [" ".join(word.split()) for word in words.split(",") if word.strip()]


def _meanings(file: Mapping[str, Any]) -> Iterator[tuple[str, Meaning]]:
    for section, kind in _SECTIONS.items():
        for value, words in file.get(section, {}).items():
            yield from ((phrase(word), Meaning(kind, value)) for word in listed(words))
    for section in ("parts", "small"):
        for kind, words in file.get(section, {}).items():
            yield from ((phrase(word), Meaning(kind)) for word in listed(words))


def _table(file: Mapping[str, Any], section: str) -> dict[str, str]:
    entries = file.get(section, {}).items()
    return {phrase(word): name for name, words in entries for word in listed(words)}


def _merged(data: Mapping[str, Mapping[str, Any]], section: str) -> dict[str, str]:
    exact = {word: name for file in data.values() for word, name in _table(file, section).items()}
    return {**{_folded(word): name for word, name in exact.items()}, **exact}


def _index(tables: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """By spelling, then by language; a word without its accents gives way to one that never had any."""
    index: dict[str, dict[str, Any]] = {}
    for language, table in tables.items():
        for spelling, value in table.items():
            index.setdefault(spelling, {})[language] = value
        for spelling, value in table.items():
            index.setdefault(_folded(spelling), {}).setdefault(language, value)
    return index


def _reach(words: Iterable[str]) -> dict[str, int]:
    longest: dict[str, int] = {}
    for spelling in words:
        first, count = spelling.split(" ")[0], spelling.count(" ") + 1
        longest[first] = max(count, longest.get(first, 0))
    return longest


def _language_names() -> dict[str, str]:
    """What each language is called in each: a new one is known to the others at once."""
    names = {code: Locale.parse(code).languages for code in LANGUAGES}
    return {plain(names[speaker][code]): code for speaker in LANGUAGES for code in LANGUAGES}


def _replies(data: Mapping[str, Mapping[str, Any]], name: str) -> Iterator[str]:
    return (word for file in data.values() for word in listed(file["replies"].get(name, "")))


def _prefixes(tables: Sequence[Mapping[str, str]]) -> dict[str, list[tuple[str, bool]]]:
    everywhere = {prefix for table in tables for prefix in listed(table["any"])}
    on_nouns = {prefix for table in tables for prefix in listed(table["noun"])}
    by_letter: dict[str, list[tuple[str, bool]]] = {}
    for prefix in sorted(everywhere | on_nouns, key=len, reverse=True):
        by_letter.setdefault(prefix[0], []).append((prefix, prefix not in everywhere))
    return by_letter
