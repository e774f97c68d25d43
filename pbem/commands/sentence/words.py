"""What each form of a word is to the reader of sentences: the order words, and the forms beside them."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from pbem.commands.lexicon import SHARED, Token, fold, lexicon, phrase
from pbem.i18n.codes import LANGUAGES

# What the kinds of the order words are called here; those that are not listed say nothing that matters.
_ORDER_WORDS = {
    "gem": "colour",
    "number": "number",
    "ordinal": "ordinal",
    "return": "back",
    "aside": "reserve",
    "deck": "deck",
    "level": "level",
    "else": "else",
    "or": "or",
    "preview": "doubt",
    "times": "times",
    "no_gold": "no gold",
    "gems": "gem",
    "cards": "card",
    "doubt": "doubt",
    "retract": "correct",
    "want": "get",
    "and": "and",
}
_ORDERED = frozenset(("take", "buy", "reserve"))
_VALUED = ("colours", "numbers", "ordinals", "pointers", "hands", "reserves", "polites")
_HARMLESS = "ok"
# The little words of a third language are no help: Polish `bo` is a name elsewhere.
_LITTLE = frozenset((_HARMLESS, "because", "before", "and", "is", "have", "only", "rest", "you", "card", "gem", "able"))
_FIRST = frozenset(("polite", "able", "idiom", "else", "so", "but"))
# What clings to a Hebrew word: and, that, when, the, in, to, from, as; up to three of them.
_CLINGING = frozenset("ושכהבלמת")
_MOST_CLINGING = 3
_BRACES = re.compile(r"([^\s,{}]*)\{([^{}]*)\}")
_SEPARATOR = re.compile(r",(?![^{}]*\})")
_LONGEST = 8
_FORMS = files("pbem.commands.sentence") / "forms"


class Form(NamedTuple):
    """What a form is, and which one of its kind: a colour, a number."""

    kind: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Forms:
    """All forms of all languages."""

    known: Mapping[str, Mapping[str, Form]]
    """By spelling, with accents or without, then by language."""
    reach: Mapping[str, int]
    """How many words the longest phrase has that begins with this word."""
    mine: Mapping[str, frozenset[str]]
    """By language, the words that say `I`."""
    back: Mapping[str, frozenset[str]]
    """By language, the words that point back at what was said."""
    then: Mapping[str, frozenset[str]]
    """By language, the words that begin what follows from a condition."""
    costs: frozenset[str]
    """The verbs that tell a price, and order nothing by themselves."""
    tastes: Mapping[str, frozenset[str]]
    """By language, the words of what somebody likes, collects or usually does."""
    whens: frozenset[str]
    """What begins a sentence about some other time, up to a comma."""
    drops: frozenset[str]
    """What is said to have something ignored: `forget …`."""
    things: frozenset[str]
    """What a number or a colour may belong to that is none of the game's: buses, hours, doors."""
    swaps: frozenset[str]
    """The verbs of an exchange, which is no move."""
    replaces: frozenset[str]
    """What leaves out the one thing that follows it: `instead of`."""
    common: Mapping[str, frozenset[str]]
    """By language, its commonest words, with accents and without."""

    def is_mine(self, word: Token, language: str, own: str) -> bool:
        """Whether a word says `I`, in the language of the sentence or the writer's."""
        return any(word.exact in self.mine[each] or word.folded in self.mine[each] for each in (language, own))

    def points_back(self, word: str, language: str) -> bool:
        """Whether a word points back at what was said: `that`."""
        return word in self.back[language]

    def goes_on(self, word: str, language: str) -> bool:
        """Whether a word begins what follows from a condition: `then`."""
        return word in self.then[language]

    def tells_price(self, words: str) -> bool:
        """Whether it tells what something costs: `costs`, but not `for` or `that costs`."""
        return words in self.costs

    def is_gold(self, word: str, language: str) -> bool:
        """Whether a word by itself names gold."""
        meanings = self.known.get(word, {})
        return meanings.get(language, meanings.get(SHARED)) == Form("colour", "gold")

    def tells_taste(self, words: str, language: str) -> bool:
        """Whether one of these words tells what somebody likes, collects or usually does."""
        return words in self.tastes[language] or not self.tastes[language].isdisjoint(words.split())

    def tells_when(self, words: str) -> bool:
        """Whether it begins what is said of some other time: `when`."""
        return words in self.whens

    def drops_what_follows(self, words: str) -> bool:
        """Whether it has what follows ignored."""
        return words in self.drops

    def is_thing(self, words: str) -> bool:
        """Whether it is a thing that the game knows nothing of."""
        return words in self.things

    def is_swap(self, words: str) -> bool:
        """Whether it tells of an exchange."""
        return words in self.swaps

    def replaces_one(self, words: str) -> bool:
        """Whether it leaves out just what follows."""
        return words in self.replaces

    def is_common(self, word: Token, language: str, own: str) -> bool:
        """Whether it is a word of the language of the sentence, of the writer's, or an English one."""
        return any(word.exact in self.common[each] for each in (language, own, "en"))

    def language_of(self, words: Iterable[Token], own: str) -> str:
        """The language that knows most of the words; the writer's own where two know as many."""
        counted = Counter(each for word in words for each in self.known.get(word.exact) or self._folded(word))
        return max(LANGUAGES, key=lambda each: (counted[each], each == own))

    def form(self, words: Sequence[Token], language: str, own: str) -> Form | None:
        """What the words are together: in the language of the sentence, in the writer's, in one that is undisputed."""
        exact = " ".join(word.exact for word in words)
        found = self.known.get(exact) or self.known.get(" ".join(word.folded for word in words))
        if not found:
            return None
        for preferred in (language, own, SHARED):
            if preferred in found:
                return found[preferred]
        distinct = set(found.values())
        only = distinct.pop() if len(distinct) == 1 else None
        return None if only and only.kind in _LITTLE else only

    def _folded(self, word: Token) -> Mapping[str, Form]:
        return self.known.get(word.folded, {})


@cache
def forms() -> Forms:
    """Read at the first call: what the order words say, and what the form files say otherwise or as well."""
    known = _order_words()
    written = {language: _file(language) for language in LANGUAGES}
    generated = {language: [*_generated(language)] for language in LANGUAGES}
    for language in LANGUAGES:
        table = _table(written[language])
        for spelling, kind, _ in generated[language]:
            table.setdefault(spelling, Form(*kind.split(" ")))
        _add(known, language, table)
    _add_favours(known)
    mine = {language: frozenset(_mine(written[language], generated[language])) for language in LANGUAGES}
    back = {language: frozenset(expanded(written[language]["voice"]["back"])) for language in LANGUAGES}
    then = {language: frozenset(expanded(written[language]["voice"]["then"])) for language in LANGUAGES}
    tastes = {
        language: frozenset(_folded_too(expanded(written[language]["voice"]["tastes"]))) for language in LANGUAGES
    }
    common = {language: _common(language) for language in LANGUAGES}
    costs, whens, drops, things, swaps, replaces = (
        frozenset(word for file in written.values() for word in expanded(file["voice"][name]))
        for name in ("costs", "whens", "drops", "things", "swaps", "replaces")
    )
    return Forms(known, _reach(known), mine, back, then, costs, tastes, whens, drops, things, swaps, replaces, common)


def _folded_too(words: Iterable[str]) -> Iterator[str]:
    for word in words:
        yield from (phrase(word), fold(phrase(word)))


def _order_words() -> dict[str, dict[str, Form]]:
    known: dict[str, dict[str, Form]] = {}
    for spelling, meanings in lexicon().words.items():
        for language, (kind, value) in meanings.items():
            if kind != "heart":
                name = value if kind == "action" else _ORDER_WORDS.get(kind, _HARMLESS)
                known.setdefault(spelling, {})[language] = Form(name, "" if kind == "action" else value)
    return known


def _add(known: dict[str, dict[str, Form]], language: str, table: Mapping[str, Form]) -> None:
    """Each spelling, and without its accents where that is no other word."""
    for spelling, form in table.items():
        known.setdefault(spelling, {})[language] = form
        folded = " ".join(map(fold, spelling.split(" ")))
        if folded not in table:
            known.setdefault(folded, {})[language] = form


def _add_favours(known: dict[str, dict[str, Form]]) -> None:
    """`Could you reserve` asks politely for what its last words say."""
    for spelling, meanings in known.items():
        words = spelling.split(" ")
        for language, form in meanings.items():
            ends = (" ".join(words[at:]) for at in range(1, len(words)))
            verbs = (known.get(end, {}).get(language) for end in ends) if form.kind == "polite" else ()
            verb = next((each.kind for each in verbs if each and each.kind in _ORDERED), "")
            if verb:
                meanings[language] = Form("polite", verb)


def _mine(file: Mapping[str, Any], generated: Iterable[tuple[str, str, bool]]) -> Iterator[str]:
    yield from _folded_too(expanded(file["voice"]["mine"]))
    yield from _folded_too(spelling for spelling, _, mine in generated if mine)


def _generated(language: str) -> Iterator[tuple[str, str, bool]]:
    """Forms, their kind, and whether they say `I`; only where a list was generated."""
    path = _FORMS / f"{language}.forms"
    for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
        spelling, kind, *mine = line.split("\t")
        yield phrase(spelling), kind, bool(mine)


def _common(language: str) -> frozenset[str]:
    words = (_FORMS / f"{language}.common").read_text("utf-8").split()
    return frozenset((*words, *map(fold, words)))


def bare(word: str) -> Iterator[str]:
    """A Hebrew word without what clings to it, the least taken off first."""
    for length in range(1, min(_MOST_CLINGING, len(word) - 2) + 1):
        if word[length - 1] not in _CLINGING:
            return
        if length == 1 or len(word) - length > 2:
            yield word[length:]


def expanded(words: str) -> Iterator[str]:
    """The spellings of a list: `reserv{e,ing}, save` are three."""
    for entry in _SEPARATOR.split(words):
        text = " ".join(entry.split())
        if text:
            yield from _spread(text)


def _spread(text: str) -> Iterator[str]:
    match = _BRACES.search(text)
    if not match:
        yield text
        return
    for ending in match[2].split(","):
        yield from _spread(text[: match.start()] + match[1] + ending.strip() + text[match.end() :])


def _table(file: Mapping[str, Any]) -> dict[str, Form]:
    """A spelling that is listed twice is what it is listed as first; colours and numbers, then whole phrases lead."""
    table: dict[str, Form] = {}
    for section in _VALUED:
        for value, words in file.get(section, {}).items():
            for word in expanded(words):
                table.setdefault(phrase(word), Form(section.removesuffix("s"), value))
    for kind, words in sorted(file["kinds"].items(), key=lambda entry: entry[0] not in _FIRST):
        for word in expanded(words):
            table.setdefault(phrase(word), Form(kind.replace("_", " ")))
    return table


def _file(language: str) -> Mapping[str, Any]:
    return tomllib.loads((_FORMS / f"{language}.toml").read_text("utf-8"))


def _reach(known: Iterable[str]) -> dict[str, int]:
    longest: dict[str, int] = {}
    for spelling in known:
        first, count = spelling.split(" ")[0], spelling.count(" ") + 1
        longest[first] = min(_LONGEST, max(count, longest.get(first, 0)))
    return longest
