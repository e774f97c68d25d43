"""Words to items: what each word or phrase of a sentence is to an order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine import CARDS, NOBLES
from pbem.commands.lexicon import MOST_CHARACTERS, Lexicon, Meaning, Token, choose, is_noun, lexicon, tokens

GEM_KINDS = frozenset(("gem", "letter", "heart"))
BREAKS = frozenset(("comma", "colon", "quote"))
_SIGNS = {",": "comma", ";": "comma", ":": "colon", '"': "quote", "?": "question"}
_JOINED_AFTER = frozenset(("action", "return", "gem", "preview"))
_CALLED_BY_NAME = 3
_LONGEST_NUMBER = 9
_PLACES = range(10, 56)


class Item(NamedTuple):
    """A word or phrase with its kind; `value` is a colour, an action, a number or an id."""

    kind: str
    value: str
    text: str


def is_gem(item: Item) -> bool:
    """Whether it names a colour, by a word, a letter or an emoji."""
    return item.kind in GEM_KINDS


def is_count(item: Item) -> bool:
    """Whether it is a number too small to be a place."""
    return item.kind == "number" and int(item.value) < 10


def is_place(item: Item) -> bool:
    """Whether it may name a card: by its place, or by its own id."""
    return item.kind == "card" or (item.kind == "number" and int(item.value) in _PLACES)


@lru_cache(maxsize=1024)
def items(text: str, language: str) -> tuple[Item, ...]:
    """All items of a sentence, read as the language of most of its words, else as the writer's own.

    Nobody gives an order in a sentence that is too long: it has no items.
    """
    if len(text) > MOST_CHARACTERS:
        return ()
    words, known = tokens(text), lexicon()
    reader = _Reader(known, words, known.language_of(words, language), language)
    return tuple(_names_forgiven(_hearts_settled(_letters_settled([*reader.read()], reader))))


@dataclass(frozen=True, slots=True)
class _Reader:
    lexicon: Lexicon
    words: Sequence[Token]
    language: str
    own: str

    def read(self) -> Iterator[Item]:
        position = 0
        while position < len(self.words):
            item, length = self._longest(position)
            yield item
            position += length

    def _longest(self, position: int) -> tuple[Item, int]:
        word = self.words[position]
        found = self._phrase(position, word)
        if word.exact in self.lexicon.letters and (found is None or found[1] == 1):
            return Item("letter", " ".join(self.lexicon.letters[word.exact]), word.exact), 1
        return found or self._without_prefix(position, word) or (_alone(word.exact), 1)

    def _phrase(self, position: int, first: Token) -> tuple[Item, int] | None:
        """The longest phrase of the lexicon that stands here, and how many words it has."""
        reach = max(self.lexicon.reach.get(first.exact, 0), self.lexicon.reach.get(first.folded, 0))
        for length in range(min(reach, len(self.words) - position), 0, -1):
            words = [first, *self.words[position + 1 : position + length]]
            if meaning := self._meaning(words):
                return Item(*meaning, " ".join(word.exact for word in words)), length
        return None

    def _without_prefix(self, position: int, word: Token) -> tuple[Item, int] | None:
        for rest, nouns_only in self.lexicon.without_prefix(word.exact):
            found = self._phrase(position, Token(rest, rest))
            if found and (not nouns_only or is_noun(found[0].kind)):
                return found
        return None

    def _meaning(self, words: Sequence[Token]) -> Meaning | None:
        spelling, folded = (" ".join(parts) for parts in zip(*words, strict=True))
        return choose(self.lexicon.meanings(spelling, folded), self.language, self.own)

    def otherwise(self, letter: Item) -> Item:
        """What a single letter is where it is no colour."""
        return Item(*(self._meaning([Token(letter.text, letter.text)]) or Meaning("unknown")), letter.text)


def _alone(text: str) -> Item:
    """What no lexicon lists: ids, numbers, signs, and words that mean nothing here."""
    if text in CARDS:
        return Item("card", text, text)
    if text in NOBLES:
        return Item("noble id", text, text)
    if text.isdecimal():
        return Item("number", str(int(text)) if len(text) <= _LONGEST_NUMBER else "9999", text)
    return Item("unknown" if text.isalnum() else _SIGNS.get(text, "comma"), "", text)


def _letters_settled(row: list[Item], reader: _Reader) -> list[Item]:
    """A letter is a colour beside another colour, after a count or at the end of `take`, else just a letter."""
    spelled = [*_joined_letters(row, reader.lexicon)]
    return [
        item if item.kind != "letter" or _among_gems(spelled, index) else reader.otherwise(item)
        for index, item in enumerate(spelled)
    ]


def _among_gems(row: list[Item], index: int) -> bool:
    before = next((item for item in reversed(row[:index]) if item.kind not in ("comma", "and")), None)
    after = next((item for item in row[index + 1 :] if item.kind not in ("comma", "and")), None)
    if any(item is not None and is_gem(item) for item in (before, after)):
        return True
    return before is not None and (is_count(before) or (before.kind in ("action", "return") and after is None))


def _joined_letters(row: list[Item], words: Lexicon) -> Iterator[Item]:
    """`take rug` is `take r u g`."""
    before = ""
    for item in row:
        if item.kind == "unknown" and before in _JOINED_AFTER and _is_code(item.text, words):
            yield from (Item("letter", " ".join(words.letters[char]), char) for char in item.text)
        else:
            yield item
        before = item.kind


def _is_code(word: str, words: Lexicon) -> bool:
    return len(word) <= 3 and all(char in words.letters for char in word)


def _hearts_settled(row: list[Item]) -> list[Item]:
    """`buy 23 ❤` names no gem."""
    verbs = {item.value for item in row if item.kind == "action"}
    if not verbs or "take" in verbs:
        return row
    return [item._replace(kind="bye") if item.kind == "heart" else item for item in row]


def _names_forgiven(row: list[Item]) -> list[Item]:
    """After a greeting come names, after a farewell whatever people write there: both up to the next break."""
    return [*_forgive_names(_forgive_rest(row))]


def _forgive_rest(row: list[Item]) -> Iterator[Item]:
    leaving = False
    for item in row:
        leaving = item.kind == "bye" or (leaving and item.kind in ("unknown", "filler", "lead", "and", "please"))
        yield Item("bye", "", item.text) if leaving else item


def _forgive_names(row: Iterator[Item]) -> Iterator[Item]:
    left = 0
    for item in row:
        if item.kind == "hello":
            left = _CALLED_BY_NAME
        elif item.kind == "unknown" and left:
            left -= 1
            item = Item("hello", "", item.text)  # noqa: PLW2901
        elif item.kind != "and":
            left = 0
        yield item
