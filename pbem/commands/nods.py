"""Yes or no: what a text says where a yes is asked for, if it says that and nothing else."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Literal, TypeAlias

from pbem.commands.lexicon import MOST_CHARACTERS, Token, lexicon, listed, lower, phrase, plain, tokens, word_file
from pbem.commands.lines import MOST_TEXT, SMILEY
from pbem.i18n.codes import LANGUAGES

Said: TypeAlias = Literal["yes", "no"]
_Kind: TypeAlias = Literal["yes", "no", "courtesy"]

_LONGEST_PHRASE = 6
_QUOTED = re.compile(r"^[^\S\n]*+>", re.MULTILINE)
# What may stand around words; a question mark asks, and a picture may mean anything.
_PUNCTUATION = frozenset('.,;:!-"()/')


def said(text: str, language: str, names: Collection[str] = ()) -> Said | None:
    """A denial anywhere is a no; else the whole text must be yes or no, courtesy and the writer's `names`.

    It is read in the writer's language; where that does not know all of it, the others that do must agree.
    """
    words = [*_words(text)]
    if _denies(words):
        return "no"
    if _is_cut_short(text) or _QUOTED.search(text):
        return None
    called = {plain(name) for name in names}
    spoken = [word for word in words if word.folded not in called or lexicon().meanings(*word)]
    if own := _heard(spoken, language, language):
        return _verdict(own)
    verdicts = {_verdict(kinds) for other in LANGUAGES if (kinds := _heard(spoken, language, other))}
    return verdicts.pop() if len(verdicts) == 1 else None


def is_courtesy(text: str, language: str) -> bool:
    """Whether nothing is said but greetings and thanks, or nothing in words."""
    words = [*_words(text)]
    return not any(word.exact.isalpha() for word in words) or any(
        _heard(words, language, other) == {"courtesy"} for other in LANGUAGES
    )


def _words(text: str) -> Iterator[Token]:
    for line in text[:MOST_TEXT].splitlines():
        yield from (token for token in tokens(SMILEY.sub(" ", line)) if token.exact not in _PUNCTUATION)


def _is_cut_short(text: str) -> bool:
    """Whether more stands there than was read."""
    return len(text) > MOST_TEXT or any(len(lower(line)) > MOST_CHARACTERS for line in text.splitlines())


def _verdict(kinds: frozenset[_Kind]) -> Said | None:
    """A yes beside a no is neither, and thanks alone say nothing."""
    if ("yes" in kinds) == ("no" in kinds):
        return None
    return "yes" if "yes" in kinds else "no"


def _denies(words: Sequence[Token]) -> bool:
    """`It was not me`, in any language, whatever else is said."""
    return any(
        spelled in _denials()
        for start in range(len(words))
        for _, *spellings in _phrases(words, start)
        for spelled in spellings
    )


def _heard(words: Sequence[Token], own: str, other: str) -> frozenset[_Kind]:
    """What the phrases of a text are in two languages; nothing where one is neither courtesy nor an answer."""
    kinds: set[_Kind] = set()
    position = 0
    while position < len(words):
        kind, length = _longest(words, position, own, other)
        if kind is None:
            return frozenset()
        kinds.add(kind)
        position += length
    return frozenset(kinds)


def _longest(words: Sequence[Token], position: int, own: str, other: str) -> tuple[_Kind | None, int]:
    for length, exact, folded in _phrases(words, position):
        for language in (own, other):
            known = _answers(language)
            kind = known.get(exact) or known.get(folded)
            if kind and (language == own or own not in lexicon().meanings(exact, folded)):
                return kind, length
    return None, 1


def _phrases(words: Sequence[Token], position: int) -> Iterator[tuple[int, str, str]]:
    """What may be one phrase from here, the longest first: its length, as written and without accents."""
    for length in range(min(_LONGEST_PHRASE, len(words) - position), 0, -1):
        exact, folded = (" ".join(parts) for parts in zip(*words[position : position + length], strict=True))
        yield length, exact, folded


@cache
def _answers(language: str) -> Mapping[str, _Kind]:
    """What every phrase says that may stand in an answer."""
    file = word_file(language)
    small, commands, replies = file["small"], file["commands"], file["replies"]
    lists: tuple[tuple[_Kind, tuple[str, ...]], ...] = (
        ("courtesy", (small["please"], small["hello"], small["bye"], small["and"])),
        ("no", (commands["no"],)),
        ("yes", (commands["yes"], commands["confirm"], replies["nod"])),
    )
    return {spelled: kind for kind, texts in lists for text in texts for spelled in _spellings(text)}


@cache
def _denials() -> frozenset[str]:
    return frozenset(spelled for code in LANGUAGES for spelled in _spellings(word_file(code)["replies"]["denial"]))


def _spellings(words: str) -> set[str]:
    """Each as written and without accents."""
    return {spelled for word in listed(words) for spelled in (phrase(word), plain(word))}
