"""How much a text sounds like an order, by weights learnt from sentences that people wrote (packaging/weights.py)."""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise

from pbem.commands.sentence.clauses import ORDERING, clauses_of
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
QUOTES = '"“„”»«`'
"""What quotes somebody, or a command."""
_MOST = 4
_STEM = 5
_NOTHING = "nothing about a move"


def sounds_like_an_order(spoken: Sequence[Unit], language: str) -> float:
    """Above zero the likelier, the more; below zero it is rather talk."""
    known = _weights()
    return known.get("", 0.0) + sum(known.get(each, 0.0) for each in features(spoken, language))


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
    }
    for index, unit in enumerate(spoken):
        if index == anchor:
            found.update(_signs("at", unit), _anchored(unit, language))
        else:
            zone = ("before" if index < anchor else "after") + ("*" if index in about else "")
            found.update(_signs(zone, unit), _row(zone, unit.mentions, language))
    return found


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
    named = ["^", *(_name(each, language) for each in row), "$"]
    yield from (f"{zone} {one} {other}" for one, other in pairwise(named))


def _name(mention: Mention, language: str) -> str:
    if mention.kind in _NAMED or mention.kind in ("unknown", "break"):
        return mention.kind
    return f"{language}:{mention.text.lower()}"


@cache
def _weights() -> dict[str, float]:
    lines = (files("pbem.commands.sentence") / "forms" / "weights.tsv").read_text("utf-8").splitlines()
    return {name: float(weight) for name, _, weight in (line.rpartition("\t") for line in lines)}
