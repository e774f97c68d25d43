"""Whom a question is put to: a sentence with a question mark that calls somebody by name."""

import re
from collections.abc import Iterable, Iterator, Sequence

from pbem.actions.names.alike import plain_name
from pbem.actions.names.meant import meant_by_form

_MARKS = str.maketrans("？؟", "??")
_ENDS = re.compile(r"[.!\n]")
# What sets a name apart from the rest of a sentence.
_BREAKS = re.compile(r"[,:;–—]|\s-\s")
_MOST_WORDS = 4
_MOST_NAMES = 2


def asked_in(text: str, names: Sequence[str]) -> list[str]:
    """Who is asked something: `Ann, shall we play again?`, `Shall we, Ann?`; of whom is only spoken is not asked."""
    called = (_called(candidate, names) for question in _questions(text) for candidate in _candidates(question))
    return list(dict.fromkeys(name for found in called if len(found) == 1 for name in found))


def is_question(text: str) -> bool:
    return "?" in text.translate(_MARKS)


def _questions(text: str) -> Iterator[str]:
    for part in _ENDS.split(text.translate(_MARKS)):
        yield from part.split("?")[:-1]


def _candidates(question: str) -> Iterator[str]:
    """The words that may call somebody: those set apart at the beginning or the end, and any behind an @."""
    yield from (word[1:].strip(",:;") for word in question.split() if word.startswith("@"))
    parts = _BREAKS.split(question)
    if len(parts) < 2:
        return
    for part in (parts[0], parts[-1]):
        words = part.split()
        if 0 < len(words) <= _MOST_WORDS:
            yield from (" ".join(words[-count:]) for count in range(1, min(len(words), _MOST_NAMES) + 1))


def _called(candidate: str, names: Iterable[str]) -> list[str]:
    """Those of this name, whole or by its first word; else those of whose name it is a form."""
    plain, known = plain_name(candidate), list(names)
    same = [each for each in known if plain in (plain_name(each), plain_name(each.split()[0]))]
    return same or (meant_by_form(candidate, known) if _stands_out(candidate) else [])


def _stands_out(word: str) -> bool:
    """Whether it is written as names are: with a capital, where there are any."""
    return not word[:1].islower()
