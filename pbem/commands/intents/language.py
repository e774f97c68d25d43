"""Which language a text is written in: by its frequent words, its letters, and what the mail's headers say."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

from pbem.commands.intents.table import intent_file
from pbem.commands.lexicon import Token, fold, lexicon, listed, lower
from pbem.i18n.codes import LANGUAGES

_MOST_WORDS = 400
_LEAST_LETTERS = 4
_WORD = re.compile(r"[^\W\d_]+")
# Letters that only one of the languages has, of those that we don't write too.
_LETTERS = {
    "is": re.compile("[ðþýúí]"),
    "pl": re.compile("[ąćęłńśźż]"),
    "da": re.compile("[øå]"),
    "he": re.compile("[\u05d0-\u05ea]"),
    "de": re.compile("[ßü]"),
    "es": re.compile("[ñ]"),
    "cs": re.compile("[řěů]"),
}
_BY_LETTER = 2


def guess_language(texts: Iterable[str], own: str, hints: Iterable[str] = ()) -> str:
    """The language that knows most of the words; `own` where none does, where another knows as many that we don't
    write, or where all there is to go by is one short word. `hints` are the languages that the headers name."""
    words = [word for text in texts for word in _WORD.findall(lower(text))][:_MOST_WORDS]
    votes: Counter[str] = Counter(hints)
    if len(words) > 1 or any(len(word) >= _LEAST_LETTERS for word in words):
        for word in words:
            votes.update(_spoken_in(word))
    best = max((*LANGUAGES, *_others()), key=lambda code: (votes[code], code == own, code not in LANGUAGES))
    return best if best in LANGUAGES and votes[best] else own


@cache
def _frequent() -> dict[str, frozenset[str]]:
    """Which languages use a word often, by the word."""
    lists = {code: intent_file(code)["common"]["words"] for code in LANGUAGES} | {**_others()}
    found: dict[str, set[str]] = {}
    for code, words in lists.items():
        for word in listed(words):
            found.setdefault(lower(word), set()).add(code)
    return {word: frozenset(codes) for word, codes in found.items()}


@cache
def _others() -> dict[str, str]:
    """The languages that we don't write, with their words."""
    return {**intent_file("others")}


def _spoken_in(word: str) -> Counter[str]:
    votes: Counter[str] = Counter(_frequent().get(word, ()))
    votes.update(_known_in(Token(word, fold(word))))
    votes.update({code: _BY_LETTER for code, letters in _LETTERS.items() if letters.search(word)})
    return votes


def _known_in(token: Token) -> set[str]:
    """The languages in which it is a word of orders or commands."""
    known, commands = lexicon(), _command_words()
    if token.exact in known.letters:
        return set()
    return {*known.meanings(*token), *(commands.get(token.exact) or commands.get(token.folded) or ())} - {"any"}


@cache
def _command_words() -> dict[str, set[str]]:
    """Which languages have a word in the name of a command or in what is said of a table."""
    known = lexicon()
    languages: dict[str, set[str]] = {}
    for table in (known.commands, known.table_words):
        for spelling, meanings in table.items():
            for word in spelling.split(" "):
                languages.setdefault(word, set()).update(meanings)
    return languages
