"""What makes a pattern work hard: texts that nearly fit it, again and again."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, product
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any, NamedTuple

SAMPLES = {
    codes.CATEGORY_DIGIT: "1",
    codes.CATEGORY_SPACE: " \n",
    codes.CATEGORY_WORD: "a1",
    codes.CATEGORY_NOT_DIGIT: "a",
    codes.CATEGORY_NOT_SPACE: "a",
    codes.CATEGORY_NOT_WORD: "! ",
}
INSIDE: dict[Any, Callable[[Any], Any]] = {
    codes.IN: lambda value: value,
    codes.ATOMIC_GROUP: lambda value: value,
    codes.BRANCH: lambda value: chain.from_iterable(value[1][:8]),
    codes.SUBPATTERN: lambda value: value[3],
    **dict.fromkeys((codes.ASSERT, codes.ASSERT_NOT), lambda value: value[1]),
    **dict.fromkeys((codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT), lambda value: value[2]),
}
"""Where the parts of a part are."""
_REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)
_NO_END = "\x01"
_CHOICES = 3
"""How many of the letters and branches that would do are taken."""
_MOST = 40


class NearMiss(NamedTuple):
    """A text that can be made as long as one likes."""

    head: str
    piece: str
    """Repeated."""
    end: str

    def text(self, length: int) -> str:
        return self.head + self.piece * (length // len(self.piece)) + self.end


def near_misses(pattern: re.Pattern[Any]) -> list[NearMiss]:
    """Its letters, one and two at a time; each beginning of it; and what it repeats, after what stands before that."""
    flags = pattern.flags & ~re.UNICODE if isinstance(pattern.pattern, bytes) else pattern.flags
    tree = list(parser.parse(pattern.pattern, flags))
    found = (NearMiss(*case) for case in chain(_of_letters(tree), _of_parts(tree)) if case[1])
    return list(dict.fromkeys(found))


def _of_letters(tree: Sequence[Any]) -> Iterator[tuple[str, str, str]]:
    letters = list(dict.fromkeys([*letters_in(tree), *"a1 \n"]))
    pieces = [*letters[:20], *("".join(pair) for pair in product(letters[:6], repeat=2))]
    yield from (("", piece, end) for piece, end in product(pieces, ("", _NO_END)))


def _of_parts(tree: Sequence[Any]) -> Iterator[tuple[str, str, str]]:
    found = dict[tuple[str, str, str], None]()
    for choice in range(_CHOICES):
        found |= {("", example(tree[:length], choice), _NO_END): None for length in range(1, len(tree) + 1)}
        for before, repeated in _repeated(tree, "", choice):
            cases = ((before, repeated), ("", before + repeated), ("", f"{before}{repeated} "))
            found |= {(head, piece, _NO_END): None for head, piece in cases}
    # Of a long list of words each is much like the others.
    yield from list(found)[:: max(1, len(found) // _MOST)]


def _repeated(items: Sequence[Any], before: str, choice: int) -> Iterator[tuple[str, str]]:
    """Each part that is repeated, and what stands before it."""
    for number, (code, value) in enumerate(items):
        here = before + example(items[:number], choice)
        if code in _REPEATS:
            yield here, example(list(value[2]), choice)
        if code is codes.BRANCH:
            for each in value[1]:
                yield from _repeated(list(each), here, choice)
        elif code in INSIDE and code is not codes.IN:
            yield from _repeated(list(INSIDE[code](value)), here, choice)


def example(items: Sequence[Any], choice: int) -> str:
    """A text that fits, or nearly does: what must not follow is left out."""
    return "".join(_one(code, value, choice) for code, value in items)


def _one(code: Any, value: Any, choice: int) -> str:
    match code:
        case codes.LITERAL:
            return chr(value)
        case codes.NOT_LITERAL | codes.ANY:
            return "a" if value != ord("a") else "b"
        case codes.IN:
            return _of_class(list(value), choice)
        case codes.BRANCH:
            return example(list(value[1][choice % len(value[1])]), choice)
        case codes.SUBPATTERN | codes.ATOMIC_GROUP | codes.ASSERT:
            return example(list(INSIDE[code](value)), choice)
        case _ if code in _REPEATS:
            least, _, part = value
            return example(list(part), choice) * max(int(least), 1 - choice % 2)
    return ""


def _of_class(value: list[Any], choice: int) -> str:
    negated = bool(value) and value[0][0] is codes.NEGATE
    letters = list(letters_in(value[negated:]))
    if negated:
        letters = [letter for letter in "a 1.x-_" if letter not in letters] or ["q"]
    return str(letters[choice % len(letters)]) if letters else ""


def letters_in(items: Any) -> Iterator[str]:
    """What stands in a pattern: its letters, and samples of its classes."""
    for code, value in items:
        match code:
            case codes.LITERAL | codes.NOT_LITERAL:
                yield chr(value)
            case codes.RANGE:
                yield from map(chr, value)
            case codes.CATEGORY:
                yield from SAMPLES.get(value, "")
            case codes.NEGATE:
                yield from "a 1."
            case _ if code in INSIDE:
                yield from letters_in(INSIDE[code](value))
