"""Whom a question is put to: a sentence with a question mark that calls somebody by name."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pbem.actions.names.alike import plain_name
from pbem.actions.names.meant import meant_by_form

_MARKS = str.maketrans("？؟", "??")
_SENTENCE = re.compile(r"[^.!?\n]++[.!?\n]*+")
# What sets a name apart from the rest of a sentence.
_BREAKS = re.compile(r"[,:;–—]|\s-\s")
# `Hi Bo!` or `Dear Bo,` on a line of its own calls whoever the next sentence asks.
_CALL = re.compile(r"(?m)^([^\W\d][^\n,.:;!?]{0,40})(?:!+\s+|[,:–—-]*[^\S\n]*\n\s*)(?=\S)")
# Who is spoken to, where no comma stands behind a name: `Bo are you there?`
_YOU = re.compile(
    r"\b(?:you|you're|your|u|du|dig|din|dit|dine|þú|þig|þér|þinn|þín|þitt|ty|ciebie|cię|tobie|ci|pan|pani)\b|"
    r"(?<!\w)(?:אתה|את|לך|אותך|שלך)(?!\w)",
    re.IGNORECASE,
)
# What follows a name that calls, before another or none: `Bo and Cy`, `Anna mín`.
_JOINS = re.compile(r"and|&|og|i|oraz|ו\w+|mín|minn|dear", re.IGNORECASE)
_MOST_WORDS = 4
_MOST_NAMES = 2


def asked_in(text: str, names: Sequence[str]) -> list[str]:
    """Who is asked something: `Ann, shall we play again?`, `Shall we, Ann?`; of whom is only spoken is not asked."""
    found = (name for sentence in _sentences(text, names) for name in _asked(sentence, names))
    return list(dict.fromkeys(found))


def set_apart(text: str, names: Sequence[str]) -> tuple[list[str], str]:
    """The sentences that ask somebody by name, and the text without them."""
    sentences = _sentences(text, names)
    asking = [each for each in sentences if _asked(each, names)]
    return [each.strip() for each in asking], "".join(each for each in sentences if each not in asking).strip()


def is_question(text: str) -> bool:
    return "?" in text.translate(_MARKS)


def _sentences(text: str, names: Sequence[str]) -> list[str]:
    """As they are written, but that a call goes with what follows."""
    whole = _CALL.sub(lambda call: f"{call[1]}, " if any(_callers(call[1], names)) else call[0], text)
    return _SENTENCE.findall(whole)


def _asked(sentence: str, names: Sequence[str]) -> list[str]:
    if not is_question(sentence):
        return []
    question = sentence.translate(_MARKS).rstrip("?!. \n")
    called = (_called(candidate, names) for candidate in _candidates(question))
    return [found[0] for found in called if len(found) == 1]


def _callers(call: str, names: Sequence[str]) -> Iterator[str]:
    words = call.split()[-_MOST_WORDS:]
    yield from (name for word in _last(words) if len(found := _called(word, names)) == 1 for name in found)


def _last(words: Sequence[str]) -> Iterator[str]:
    """The words at the end that may be a name, the shorter first."""
    yield from (" ".join(words[-count:]) for count in range(1, min(len(words), _MOST_NAMES) + 1))


def _candidates(question: str) -> Iterator[str]:
    """The words that may call somebody: those set apart at the beginning or the end, and any behind an @."""
    yield from (word[1:].strip(",:;") for word in question.split() if word.startswith("@"))
    parts = _BREAKS.split(question)
    if len(parts) < 2:
        yield from question.split()[:_MOST_NAMES] if _YOU.search(question) else ()
        return
    for part in (parts[0], parts[-1]):
        words = part.split()
        if 0 < len(words) <= _MOST_WORDS:
            yield from _last(words)
            yield from (word for word, after in pairwise(words) if _JOINS.fullmatch(after))


def _called(candidate: str, names: Iterable[str]) -> list[str]:
    """Those of this name, whole or by its first word; else those of whose name it is a form."""
    plain, known = plain_name(candidate), list(names)
    same = [each for each in known if plain in (plain_name(each), plain_name(each.split()[0]))]
    return same or (meant_by_form(candidate, known) if _stands_out(candidate) else [])


def _stands_out(word: str) -> bool:
    """Whether it is written as names are: with a capital, where there are any."""
    return not word[:1].islower()
