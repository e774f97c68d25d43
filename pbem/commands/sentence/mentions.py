"""A text as units, sentence by sentence, each a row of mentions: what every word or phrase is about."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from engine import CARDS
from pbem.commands.lexicon import MOST_CHARACTERS, Token, fold, lexicon, plain, tokens
from pbem.commands.lines import lines, sentences
from pbem.commands.sentence.heard import put_back
from pbem.commands.sentence.words import Form, Forms, bare, forms

MOST_UNITS = 40
_PLACES = frozenset((*range(10, 15), *range(20, 25), *range(30, 35), 41, 42, 43))
_SMALL = 10
_BREAKS = frozenset(',;:-()"/!?.')
# Danish: `5'eren` is the one with five points, `14'eren` the one at 14.
_POINTER = re.compile(r"(?<!\d)([1-5])['’´`]?er(?:en)?\b", re.IGNORECASE)
_AT_PLACE = re.compile(r"(?<=\d\d)['’´`]?er(?:en)?\b", re.IGNORECASE)
# Dictation writes the signs as words.
_SPOKEN_COMMA = re.compile(r"\s(?:comma|komma|przecinek|פסיק)(?=\s)")
_SPOKEN_STOP = re.compile(r"\s(?:full stop|punktum|punktur|kropka|נקודה)\s*$")
# A face ends a sentence as a full stop does.
_FACES = "\U0001f600-\U0001f64f\U0001f910-\U0001f92f\U0001f970-\U0001f97a\U0001f480\U0001f44d-\U0001f44f"
_SEMICOLON = re.compile(rf";\s+|(?<=[{_FACES}])\s+(?=\w)")
_ENDING = frozenset(("cancel", "stop"))
_STRETCHED = re.compile(r"([^\W\d_])\1{2,}")
_SHORTEST_TYPO = 4
_LONG_WORD = 8
_CORRECTED = frozenset(
    (
        *("colour", "take", "buy", "reserve", "back", "card", "points", "ordinal"),
        *("top", "middle", "bottom", "left", "right"),
    )
)


class Mention(NamedTuple):
    """A word or phrase, its kind and value; `word` is a common one that no list weighs, `unknown` any other."""

    kind: str
    value: str
    text: str
    mine: bool = False
    """Whether it says `I`."""

    def is_a(self, *kinds: str) -> bool:
        """Whether it is of one of these kinds."""
        return self.kind in kinds


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence: its words as written, and what they mention."""

    text: str
    mentions: tuple[Mention, ...]

    @property
    def asks(self) -> bool:
        return self.text.rstrip(' )"”').endswith("?")

    def kinds(self) -> set[str]:
        """Every kind of mention in it."""
        return {each.kind for each in self.mentions}


@lru_cache(maxsize=16)
def units(text: str, language: str) -> tuple[Unit, ...]:
    """The sentences of a text, as far as anybody writes in one mail; several questions are asked of each text."""
    spoken = (
        part for line in lines(text) for whole in sentences(line.text) for part in _SEMICOLON.split(whole) if part
    )
    return tuple(_unit(part, language) for _, part in zip(range(MOST_UNITS), spoken, strict=False))


def _unit(sentence: str, language: str) -> Unit:
    """A sentence that is a command to drop or stop something says so, whatever else its words may mean."""
    if _ENDING.intersection(lexicon().commands.get(plain(sentence.strip(" .!,")), {}).values()):
        return Unit(sentence, (Mention("defer", "", sentence),))
    return Unit(sentence, mentions(sentence, language))


def mentions(sentence: str, language: str) -> tuple[Mention, ...]:
    """What a sentence mentions, in its own order; nothing is read in one that is too long."""
    if len(sentence) > MOST_CHARACTERS:
        return (Mention("unknown", "", sentence),)
    sentence = put_back(sentence, language)
    spelled = _SPOKEN_STOP.sub(".", _SPOKEN_COMMA.sub(",", _AT_PLACE.sub("", _POINTER.sub(r"\1 point", sentence))))
    words, known = [_unstretched(word) for word in tokens(spelled)], forms()
    reader = _Reader(known, words, known.language_of(words, language), language)
    return tuple(reader.read())


def _unstretched(word: Token) -> Token:
    """`greeeeen` is `green`, `sooo` is `so`."""
    if not _STRETCHED.search(word.exact):
        return word
    for count in (2, 1):
        short = _STRETCHED.sub(lambda match: match[1] * count, word.exact)  # noqa: B023
        if short in forms().known:
            return Token(short, fold(short))
    return word


@dataclass(frozen=True, slots=True)
class _Reader:
    forms: Forms
    words: Sequence[Token]
    language: str
    own: str

    def read(self) -> Iterator[Mention]:
        position = 0
        while position < len(self.words):
            mention, length = self._next(position)
            yield mention
            position += length

    def _next(self, position: int) -> tuple[Mention, int]:
        word = self.words[position]
        if word.exact.isdecimal():
            return self._longest(position, word) or (_number(word.exact), 1)
        return self._longest(position, word) or self._bare(position, word) or (self._alone(word), 1)

    def _longest(self, position: int, first: Token) -> tuple[Mention, int] | None:
        reach = max(self.forms.reach.get(first.exact, 0), self.forms.reach.get(first.folded, 0))
        for length in range(min(reach, len(self.words) - position), 0, -1):
            words = [first, *self.words[position + 1 : position + length]]
            if form := self.forms.form(words, self.language, self.own):
                mine = any(self.forms.is_mine(word, self.language, self.own) for word in words)
                return Mention(*form, " ".join(word.exact for word in words), mine), length
        return None

    def _bare(self, position: int, word: Token) -> tuple[Mention, int] | None:
        """A Hebrew word without what clings to it; what begins with `when` says so."""
        if len(word.exact) > _SHORTEST_TYPO and word.exact.startswith("כש"):
            return Mention("cond", "", word.exact), 1
        for rest in bare(word.exact):
            if found := self._longest(position, Token(rest, rest)):
                return found
        return None

    def _alone(self, word: Token) -> Mention:
        """What no list has: ids, signs, common words, misspelt ones, and words that are none of ours."""
        if word.exact in CARDS:
            return Mention("id", word.exact, word.exact)
        if not word.exact.isalpha():
            kind = "break" if word.exact in _BREAKS or not word.exact.isalnum() else "unknown"
            return Mention(kind, word.exact, word.exact)
        if self.forms.is_common(word, self.language, self.own):
            return Mention("word", "", word.exact)
        if meant := _misspelt(word.folded, self.language) or _misspelt(word.folded, self.own):
            return Mention(*meant, word.exact)
        return Mention("unknown", "", word.exact)


def _number(text: str) -> Mention:
    value = int(text) if len(text) <= 2 else -1
    return Mention("number", str(value), text) if 0 < value < _SMALL or value in _PLACES else Mention("stray", "", text)


@lru_cache(maxsize=4096)
def _misspelt(word: str, language: str) -> Form | None:
    """The form that a word was meant to be, if it is near to one alone and no word of its own."""
    if len(word) < _SHORTEST_TYPO or word in lexicon().commands:
        return None
    known = _spellings(language)
    most = 2 if len(word) >= _LONG_WORD else 1
    near = process.extract(word, known.keys(), scorer=OSA.distance, score_cutoff=most, limit=4)
    best = min((distance for _, distance, _ in near), default=0)
    meant = {known[spelling] for spelling, distance, _ in near if distance == best}
    return meant.pop() if len(meant) == 1 else None


@cache
def _spellings(language: str) -> dict[str, Form]:
    """What may be misspelt in a language, without accents."""
    known = forms().known
    return {
        spelling: entry[language]
        for spelling, entry in known.items()
        if language in entry
        and entry[language].kind in _CORRECTED
        and len(spelling) >= _SHORTEST_TYPO
        and spelling.isalpha()
        and spelling == fold(spelling)
    }
