"""What is noticed in a text, by which it is judged whether it orders something: words, their kinds, and their order."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from pbem.commands.sentence.clauses import ORDERING, Clause, against, clauses_of
from pbem.commands.sentence.doubts import QUOTES, doubts
from pbem.commands.sentence.firmness import telling
from pbem.commands.sentence.mentions import Mention, Unit
from pbem.commands.sentence.statement import contents

# Which card or colour is named says nothing on whether it is ordered.
_NAMED = frozenset(
    (
        *("colour", "number", "ordinal", "pointer", "id", "points", "deck", "level", "gem", "card", "back"),
        *("take", "buy", "reserve", "pass", "get", "pay", "polite", "top", "middle", "bottom", "left", "right"),
    )
)
_STRANGE = ("unknown", "word")
_MOST = 4
_MANY = 12
_STEM = 5
_FIRST = 3
_NOTHING = "nothing about a move"
# The bounds of a sentence and of the text, in rows of words.
_END, _OUTSIDE = "|", ("^", "$")


class _Noun(NamedTuple):
    """A word in the row of all words: by itself where it tells something, else by its kind."""

    word: str
    kind: str


def features(spoken: Sequence[Unit], language: str) -> set[str]:
    """What is noticed in a text: which words stand where around the sentence that would be the order."""
    about = [index for index, unit in enumerate(spoken) if any(contents(unit))]
    if not about:
        return {_NOTHING}
    ordering = [index for index in about if spoken[index].kinds() & ORDERING]
    anchor = (ordering or about)[-1]
    found = {
        "orders" if ordering else "bare",
        f"about {min(len(about), _MOST)}",
        f"ordering {min(len(ordering), _MOST)}",
        f"sentences {min(len(spoken), _MOST + 1)}",
        *_judged(spoken, language),
        *_shape(spoken),
        *_rows(spoken, language),
    }
    for index, unit in enumerate(spoken):
        if index == anchor:
            found.update(_signs("at", unit), _anchored(unit, language))
        else:
            zone = ("before" if index < anchor else "after") + ("*" if index in about else "")
            found.update(_signs(zone, unit), _row(zone, unit.mentions, language))
    return found


def _judged(spoken: Sequence[Unit], language: str) -> Iterator[str]:
    """What the rules make of it."""
    doubted = {*doubts(spoken, language)}
    yield from (f"doubt {each}" for each in doubted)
    yield f"doubts {min(len(doubted), _MOST)}"
    told = telling([*spoken])
    yield f"firm {told.is_firm}"
    yield f"plausible {told.is_plausible}"
    yield f"told to do {told.orders}"
    yield f"core {told.core is not None}"


def _shape(spoken: Sequence[Unit]) -> Iterator[str]:
    """The clauses one after the other: which of them order, are about the move, say `I`, or speak against it."""
    row = [_OUTSIDE[0], *(sign for unit in spoken for sign in _outline(unit)), _OUTSIDE[1]]
    yield from (f"shape {one} {other}" for one, other in pairwise(row))
    yield from (f"shape {' '.join(row[at : at + 3])}" for at in range(len(row) - 2))
    yield f"clauses {min(len(row), _MANY)}"


def _outline(unit: Unit) -> Iterator[str]:
    yield from map(_sign, clauses_of(unit.mentions))
    yield "?" if unit.asks else "."


def _sign(clause: Clause) -> str:
    does = "orders" if clause.orders and clause.is_about else "verb" if clause.orders else "about"
    mine = any(each.mine for each in clause.mentions)
    strange = any(each.kind in _STRANGE for each in clause.mentions)
    opposed = bool(against(Unit("", clause.mentions)))
    return f"{does if clause.orders or clause.is_about else 'talk'}{'+I' * mine}{'+?' * strange}{'-' * opposed}"


def _rows(spoken: Sequence[Unit], language: str) -> Iterator[str]:
    """Words and kinds that follow one another, also across sentences and with one word between."""
    nouns = [noun for unit in spoken for noun in (*map(_noun, unit.mentions), _Noun(_END, _END))]
    words = [_OUTSIDE[0], *(noun.word for noun in nouns), _OUTSIDE[1]]
    kinds = [_OUTSIDE[0], *(noun.kind for noun in nouns), _OUTSIDE[1]]
    yield from (f"first {at} {language}:{noun.word}" for at, noun in enumerate(nouns[:_FIRST]))
    for at in range(len(words) - 2):
        one, between, other = words[at : at + 3]
        yield f"{language}: {one} {between} {other}"
        yield f"{language}: {one} … {other}"
        yield f"kinds {' '.join(kinds[at : at + 3])}"
    yield from (f"kinds {' '.join(kinds[at : at + 4])}" for at in range(len(kinds) - 3))


def _noun(mention: Mention) -> _Noun:
    if mention.kind == "break":
        word = mention.value or ","
    else:
        word = mention.kind if mention.kind in _NAMED else mention.text.lower()
    return _Noun(word, mention.kind + ("+I" if mention.mine else ""))


def _signs(zone: str, unit: Unit) -> Iterator[str]:
    """Punctuation, who speaks, and how many words nobody listed."""
    text = unit.text.rstrip()
    yield from (f"{zone} ends {sign}" for sign in "?!:" if text.endswith(sign))
    if any(sign in text for sign in QUOTES):
        yield f"{zone} quotes"
    yield f"{zone} mine" if any(each.mine for each in unit.mentions) else f"{zone} not mine"
    yield f"{zone} strange {min(sum(each.kind in _STRANGE for each in unit.mentions), _MOST)}"


def _anchored(unit: Unit, language: str) -> Iterator[str]:
    """The clauses of the ordering sentence: before, in and after the one with the verb."""
    clauses = [*clauses_of(unit.mentions)]
    numbers = range(len(clauses))
    main = (
        [number for number in numbers if clauses[number].orders and clauses[number].is_about]
        or [number for number in numbers if clauses[number].orders]
        or [number for number in numbers if clauses[number].is_about]
        or [0]
    )
    for number, clause in enumerate(clauses):
        if number < main[0]:
            yield from _row("first", clause.mentions, language)
        elif number > main[-1]:
            yield from _row("then", clause.mentions, language)
        else:
            yield from _main(clause.mentions, language)


def _main(row: Sequence[Mention], language: str) -> Iterator[str]:
    verb = next((index for index, each in enumerate(row) if each.kind in ORDERING), None)
    for index, each in enumerate(row):
        zone = "bare" if verb is None else "verb" if index == verb else "to verb" if index < verb else "from verb"
        yield from _word(zone, each, language)
    yield from _pairs("", row, language)


def _row(zone: str, row: Sequence[Mention], language: str) -> Iterator[str]:
    for each in row:
        yield from _word(zone, each, language)
    yield from _pairs(zone.rstrip("*"), row, language)


def _word(zone: str, mention: Mention, language: str) -> Iterator[str]:
    yield f"{zone} {mention.kind}"
    if mention.kind not in _NAMED and mention.kind != "break":
        word = mention.text.lower()
        yield f"{zone} {language}:{word}"
        yield f"{language}:{word}"
        if len(word) > _STEM:
            yield f"{language}:{word[:_STEM]}*"


def _pairs(zone: str, row: Sequence[Mention], language: str) -> Iterator[str]:
    named = [_OUTSIDE[0], *(_name(each, language) for each in row), _OUTSIDE[1]]
    yield from (f"{zone} {one} {other}" for one, other in pairwise(named))


def _name(mention: Mention, language: str) -> str:
    if mention.kind in _NAMED or mention.kind in ("unknown", "break"):
        return mention.kind
    return f"{language}:{mention.text.lower()}"
