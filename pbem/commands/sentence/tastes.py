"""Whether a text tells what somebody likes, collects or usually does, and orders nothing by it."""

from collections.abc import Sequence
from itertools import pairwise

from pbem.commands.sentence.clauses import ORDERING, Clause, clauses_of
from pbem.commands.sentence.mentions import Mention, Unit
from pbem.commands.sentence.statement import contents
from pbem.commands.sentence.words import forms

_NEAR = 4


def is_taste(spoken: Sequence[Unit], language: str) -> bool:
    """`I like sapphires and rubies`, `I usually take greens`, `I collect blacks`, where nothing else is ordered."""
    clauses = [clause for unit in spoken if any(contents(unit)) for clause in clauses_of(unit.mentions)]
    ordering = [each for each in clauses if each.orders]
    if ordering:
        return all(_leads_to_verb(each, language) for each in ordering)
    beside = any(_names_taste(one, language) and other.is_about for one, other in pairwise(clauses))
    return beside or any(_names_taste(each, language) for each in clauses if each.is_about)


def _names_taste(clause: Clause, language: str) -> bool:
    return any(_is_taste(each, language) for each in clause.mentions)


def _leads_to_verb(clause: Clause, language: str) -> bool:
    """`I usually take`, `I love to buy`: the verb is what is liked."""
    row = clause.mentions
    verb = next(index for index, each in enumerate(row) if each.kind in ORDERING)
    return any(_is_taste(each, language) for each in row[max(0, verb - _NEAR) : verb + 1])


def _is_taste(mention: Mention, language: str) -> bool:
    """A word of liking, but not within `I would like to`."""
    is_wish = mention.kind in ORDERING and " " in mention.text
    return not is_wish and forms().tells_taste(mention.text, language)
