"""The phrases of the intent files as regular expressions over plain words: `never play*`, `we are #`, `. stop .`"""

import re
from functools import cache

from pbem.commands.lexicon import fold, lexicon, listed, lower

MOST_TEXT = 8192
_LONGEST_WORD = 40
_MOST_COUNTED = 7
_WORD = re.compile(r"[^\W_]+|[,;:]")
# A sentence is looked at once, from its beginning: no text takes longer than its length.
_ASKED = re.compile(r"(?:(?<![^?\n])|(?<=[.!])(?![.!]))[^.!?\n]*+[!.]*+\?")
_CLAUSES = re.compile(" ?[,;:] ?")
_SENTENCE = re.compile(r"(?<![.!?])[.!?]++(?=\s|$)|\n{2,}|(?<=[!?])")
# Up to four words between two of a phrase, but no comma.
_GAP = r"(?: [^ ,;:]+){0,4} "
_OPENING = "^"
_START, _END = r"(?<![^ ])", r"(?![^ ])"


def plain_sentences(text: str) -> list[str]:
    """The sentences in lower case without accents, one blank between two words."""
    return [words for part in _SENTENCE.split(text[:MOST_TEXT]) if (words := _plain(part))]


def clauses(text: str) -> tuple[list[str], list[str]]:
    """What is told and what is asked, in pieces that no comma divides."""
    asked = [piece for each in _ASKED.findall(text[:MOST_TEXT]) for piece in _pieces(each)]
    return _pieces(_ASKED.sub(". ", text[:MOST_TEXT])), asked


def _pieces(text: str) -> list[str]:
    return [piece for each in plain_sentences(text) for piece in _CLAUSES.split(each) if piece]


def opens(phrase: re.Pattern[str]) -> bool:
    """Whether the phrase stands only at the beginning of a sentence."""
    return phrase.pattern.startswith(_OPENING)


def _plain(text: str) -> str:
    words = (word for word in _WORD.findall(fold(lower(text))) if len(word) <= _LONGEST_WORD)
    return " ".join(words)


@cache
def phrases(words: str) -> tuple[re.Pattern[str], ...]:
    """One expression for each phrase of a list."""
    return tuple(_expression(phrase) for phrase in listed(words))


def weight(phrase: re.Pattern[str]) -> int:
    """How many words it takes to say it."""
    return len(phrase.pattern.split(_GAP))


def number_in(found: re.Match[str], language: str) -> int | None:
    """What the `#` of a phrase stands for in this language: `to` is two in Danish, and no number in English."""
    said = found.groupdict().get("number")
    if said is None or said.isdecimal():
        # Nobody plays with 78 others, but many are that old.
        return int(said) if said and int(said) <= _MOST_COUNTED else None
    return _numbers().get(said, {}).get(language)


def _expression(phrase: str) -> re.Pattern[str]:
    """A point before it or after it is the beginning or the end of a sentence."""
    words = phrase.split()
    start = _OPENING if words[0] == "." else _START
    end = r"$" if words[-1] == "." else _END
    return re.compile(start + _GAP.join(map(_word, (each for each in words if each != "."))) + end)


def _word(pattern: str) -> str:
    if "#" in pattern:
        numbers = "|".join((r"\d{1,2}", *sorted(map(re.escape, _numbers()), key=len, reverse=True)))
        return pattern.replace("#", f"(?P<number>{numbers})").replace("*", "[^ ]*")
    choices = (
        re.escape(fold(lower(choice))).replace(r"\*", "[^ ]*").replace("_", " ") for choice in pattern.split("|")
    )
    return f"(?:{'|'.join(choices)})"


@cache
def _numbers() -> dict[str, dict[str, int]]:
    """Numbers in words, by language."""
    found: dict[str, dict[str, int]] = {}
    for spelling, meanings in lexicon().words.items():
        for language, meaning in meanings.items():
            if meaning.kind == "number" and spelling.isalpha() and 1 < int(meaning.value) <= _MOST_COUNTED:
                found.setdefault(fold(spelling), {})[language] = int(meaning.value)
    return found
