"""Conditions without an `if`: by word order (`Vil du købe 12, så skriv det.`, `Viltu kaupa 12, þá …`) or a `when`."""

from itertools import pairwise

from pbem.commands.sentence.mentions import Mention, Unit
from pbem.commands.sentence.words import forms
from pbem.i18n.codes import LANGUAGES

# A verb that stands before `you` at the beginning, without being one that somebody orders with.
_VERBLIKE = frozenset(("ok", "is", "have", "word", "get", "keep", "pay"))


def is_inverted_condition(unit: Unit) -> bool:
    """Whether it asks or supposes something of `you` first, and then goes on: it does not ask for a favour."""
    row = [each for each in unit.mentions if each.value != '"']
    if not row or unit.asks:
        return False
    after = [other for one, other in pairwise(row) if one.value == ","]
    if after and len(row) > 1 and forms().tells_when(row[0].text) and row[1].is_a("unknown", "word"):
        # `Jak Mia skończy, …`
        return True
    if row[0].kind == "other":
        # `Reserverer du 23, så …`
        return any(map(_goes_on, after))
    if any(each.mine for each in row[:2]):
        return False
    courteous = row[0].kind == "polite"
    supposes = len(row) > 1 and _is_verb(row[0]) and row[1].kind == "you" and len(row[1].text) > 1
    if not (courteous or supposes):
        return False
    return any(map(_goes_on, after)) or (supposes and bool(after))


def _is_verb(mention: Mention) -> bool:
    return mention.kind in _VERBLIKE and " " not in mention.text


def _goes_on(mention: Mention) -> bool:
    """`… then`, which begins what follows from a condition, but not `… then you are a darling`."""
    return any(forms().goes_on(mention.text, language) for language in LANGUAGES)
