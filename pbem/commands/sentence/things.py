"""Numbers and colours that belong to other things: eleven gems to choose, the 12 bus, the green line, 12 roses."""

from collections.abc import Sequence
from itertools import pairwise

from pbem.commands.sentence.clauses import ORDERING, Clause, clauses_of
from pbem.commands.sentence.mentions import Mention, Unit
from pbem.commands.sentence.statement import content, contents
from pbem.commands.sentence.words import forms

_STRANGE = frozenset(("unknown", "word"))
_NAMING = frozenset(("take", "buy", "reserve", "card", "colour"))
# In these languages a colour stands before its thing; in Hebrew behind it.
_BEHIND = "he"


def is_about_things(spoken: Sequence[Unit], language: str) -> bool:
    """Whether a number or a colour that would be the move counts or paints something else, or things are swapped."""
    return any(_has_things(unit, language) for unit in spoken) or _is_swap(spoken)


def is_name(mention: Mention) -> bool:
    """Whether it names a card by its place or its id."""
    return mention.kind == "id" or (mention.kind == "number" and content(mention))


def names_things(unit: Unit) -> bool:
    """`I take the red bus, the green tram`: colours of things that are none of ours."""
    return sum(one.kind == "colour" and other.kind in _STRANGE for one, other in pairwise(unit.mentions)) > 1


def counts_things(unit: Unit) -> bool:
    """`Buy 12 roses`, `reserve 23 crossed my mind`, `High Road 23`: nothing strange may stand beside a place."""
    ordered = False
    for one, other in pairwise(unit.mentions):
        ordered = ordered or one.kind in ORDERING
        if one.kind == "unknown" and is_name(other):
            return True
        if is_name(one) and (other.kind in _STRANGE or (ordered and forms().tells_price(other.text))):
            return True
    return any(map(_is_other_wish, clauses_of(unit.mentions)))


def _is_other_wish(clause: Clause) -> bool:
    """`I'd like to sleep until 12`: what is wished for is told by a word that nobody listed."""
    kinds = [each.kind for each in clause.mentions]
    wish = next((at + 1 for at, kind in enumerate(kinds) if kind in ("get", "polite")), len(kinds))
    name = next((at for at, each in enumerate(clause.mentions) if at >= wish and is_name(each)), wish)
    return bool({*kinds[wish : wish + 1]} & _STRANGE) and wish < name and not {*kinds[wish:name]} & _NAMING


def _has_things(unit: Unit, language: str) -> bool:
    pairs = [*pairwise(unit.mentions)]
    coloured = [(other, one) for one, other in pairs] if language == _BEHIND else pairs
    return (
        any(_counts(one, other) or _numbers(one, other) for one, other in pairs)
        or any(_tells_age(unit.mentions[at : at + 3]) for at in range(len(pairs)))
        or any(one.kind == "colour" and _is_thing(other) for one, other in coloured)
        or any(_is_line(unit.mentions[at : at + 3]) for at in range(len(pairs)))
        or any(_tells_the_hour(clause) for clause in clauses_of(unit.mentions))
    )


def _counts(number: Mention, thing: Mention) -> bool:
    """`Eleven gems to choose`, `12 roses`, `14 bus`."""
    return _is_place(number) and (thing.kind == "gem" or forms().is_thing(thing.text))


def _numbers(thing: Mention, number: Mention) -> bool:
    """`Bus 12`, `line 12`."""
    return _is_place(number) and (thing.kind == "level" or forms().is_thing(thing.text))


def _tells_age(row: Sequence[Mention]) -> bool:
    """`I am 23`."""
    return row[0].mine and row[1].kind == "is" and len(row) > 2 and _is_place(row[2])


def _is_line(row: Sequence[Mention]) -> bool:
    """`The green line`, but not `the green level two`."""
    after = row[2] if len(row) > 2 else None
    lined = row[0].kind == "colour" and row[1].kind == "level"
    return lined and not (after and after.is_a("number", "ordinal", "card", "top", "middle", "bottom"))


def _tells_the_hour(clause: Clause) -> bool:
    """`The train leaves at 12`: a clause of its own about another thing, in which nothing is ordered."""
    row = clause.mentions
    place = next((at for at, each in enumerate(row) if _is_place(each)), None)
    return place is not None and not clause.orders and any(forms().is_thing(each.text) for each in row[:place])


def _is_thing(mention: Mention) -> bool:
    return not mention.is_a("card", "gem") and forms().is_thing(mention.text)


def _is_place(mention: Mention) -> bool:
    return mention.kind == "number" and content(mention)


def _is_swap(spoken: Sequence[Unit]) -> bool:
    """`Swap a blue for a red`: no correction of what was said before, and no gold that stands in for a gem."""
    for number, unit in enumerate(spoken):
        for at, each in enumerate(unit.mentions):
            if forms().is_swap(each.text):
                corrects = any(any(contents(other)) for other in spoken[:number]) or any(
                    map(content, unit.mentions[:at])
                )
                golden = any(other[:2] == ("colour", "gold") for other in unit.mentions)
                return not corrects and not golden
    return False
