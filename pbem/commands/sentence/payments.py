"""Whether what a text tells of paying is what the order pays that it was read as."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from engine import CARDS, COLOURS, Buy, Order
from pbem.commands.sentence.clauses import clauses_of
from pbem.commands.sentence.explain import Explained
from pbem.commands.sentence.mentions import Mention, Unit
from pbem.commands.sentence.situation import Situation
from pbem.commands.sentence.statement import Element, statement
from pbem.commands.sentence.words import forms

# What is said not to be paid.
_SPARED = ("out", "kept")


def is_paid_otherwise(certain: Explained, spoken: Sequence[Unit], situation: Situation, language: str) -> bool:
    """Whether gold is paid that is only spoken of, or a payment is told that the order does not account for."""
    order = certain.order
    if not isinstance(order, Buy) or certain.is_exact:
        return False
    if order.gold and replace(order, gold=()) in situation.legal and _pays_in_passing(order, spoken):
        return True
    return _tells_otherwise(order, spoken, situation, language)


def ways_told(order: Order | None, spoken: Sequence[Unit], situation: Situation) -> list[Order]:
    """The ways to pay for the same card with gold for what is said to be spared, the likeliest first."""
    if not isinstance(order, Buy):
        return []
    spared = _spared(spoken)
    return [each for each in _others(order, situation) if spared and {*each.gold} == spared]


def _others(order: Buy, situation: Situation) -> Iterator[Buy]:
    """Every other way to pay for the card."""
    return (each for each in situation.legal if isinstance(each, Buy) and each.card == order.card and each != order)


def _tells_otherwise(order: Buy, spoken: Sequence[Unit], situation: Situation, language: str) -> bool:
    """`Use the gold for that one`, `I keep my blue`, `I pay the white and the blue`, where something else is paid."""
    coins = dict(zip(COLOURS, situation.price(CARDS[order.card]), strict=False))
    paid = {colour for colour, count in coins.items() if count > order.gold.count(colour)}
    told = {each.colour for each in statement(spoken).elements if each.mode == "pay"} - {"gold"}
    return (
        (not order.gold and _speaks_of_gold(spoken, language))
        or bool(_spared(spoken) & paid)
        or bool(_replaced(spoken, order) - {*order.gold})
        or (bool(told & paid) and not paid <= told)
    )


def _speaks_of_gold(spoken: Sequence[Unit], language: str) -> bool:
    """Whether gold is named and not said to be kept, also within a phrase: `gold for`."""
    left = sum(each.colour == "gold" and each.mode in _SPARED for each in statement(spoken).elements)
    named = [each for unit in spoken for clause in clauses_of(unit.mentions) for each in _but_denied(clause.mentions)]
    golden = sum(any(forms().is_gold(word, language) for word in each.text.split()) for each in named)
    return golden > (0 if _spared(spoken) else left)


def _but_denied(row: Sequence[Mention]) -> Sequence[Mention]:
    """A clause, if it does not say of gold that it is not paid: `Gold I do not give`, `without gold`."""
    denied = any(
        one.is_a("neg", "no", "no gold", "keep", "leave") and not (other.kind == "colour" and other.value != "gold")
        for one, other in pairwise((*row, Mention("break", "", "")))
    )
    return () if denied and {each.value for each in row if each.kind == "colour"} <= {"gold"} else row


def _replaced(spoken: Sequence[Unit], order: Buy) -> set[str]:
    """What gold is said to stand for: `gold instead of the green`, `gold for the blue`."""
    said = statement(spoken).elements
    golden = {each.clause for each in said if each.colour == "gold"}
    beside = {each.colour for each in said if each.mode in ("as", *_SPARED) and each.clause in golden}
    traded = {other.colour for one, other in pairwise(said) if one.colour == "gold" and _is_traded(other)}
    return (beside - {"gold"}) | (traded - {CARDS[order.card].bonus})


def _spared(spoken: Sequence[Unit]) -> set[str]:
    return {each.colour for each in statement(spoken).elements if each.mode in _SPARED} - {"gold"}


def _pays_in_passing(order: Buy, spoken: Sequence[Unit]) -> bool:
    """`The gold stays in my drawer`: gold that need not be paid is paid only where it is said to be."""
    said = statement(spoken).elements
    paid = any(each.colour == "gold" and (each.amount or each.mode == "pay") for each in said)
    traded = any(one.colour == "gold" and _stands_for(other, order) for one, other in pairwise(said))
    stands = any(each.mode in ("as", "out") and each.colour in order.gold for each in said)
    golden = {each.clause for each in said if each.colour == "gold" and each.mode not in _SPARED}
    beside = {each.colour for each in said if each.colour != "gold" and each.clause in golden}
    return not paid and not traded and not stands and beside != {*order.gold}


def _stands_for(each: Element, order: Buy) -> bool:
    """`Gold for the red`"""
    return _is_traded(each) and each.colour in order.gold


def _is_traded(each: Element) -> bool:
    return each.mode == "cost" and each.amount is None
