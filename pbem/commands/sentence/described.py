"""Whether what is said of a card holds of it: its place, its points, what it costs, whether it is the cheapest."""

from collections.abc import Callable
from dataclasses import dataclass

from engine import CARDS, COLOURS, Card
from pbem.commands.resolve import HAND
from pbem.commands.sentence.situation import Situation
from pbem.commands.sentence.statement import Statement, Trait


@dataclass(frozen=True, slots=True)
class Described:
    """A card that a statement may describe."""

    situation: Situation
    said: Statement
    card: Card
    place: int

    @property
    def level(self) -> int:
        return self.place // 10

    def has_points(self, number: str) -> bool:
        return self.card.points == int(number) if number else self.card.points > 0

    def costs_only(self, colour: str) -> bool:
        return [each for each, count in zip(COLOURS, self.card.cost, strict=False) if count] == [colour]

    def is_outermost(self, end: int) -> bool:
        """At the end of its row; where its colour is named, also of those of its colour there."""
        row = self.situation.row(self.place)
        alike = [each for each in row if each.bonus == self.card.bonus]
        named = any(each.colour == self.card.bonus for each in self.said.elements)
        return self.card in (row[end], alike[end] if named else row[end])

    def is_extreme(self, sign: int) -> bool:
        """The cheapest (or, by the sign, dearest) of those meant, both as printed and after the bonuses."""
        costs = (lambda each: sum(each.cost) * sign, lambda each: sum(self.situation.price(each)) * sign)
        return all(self._is_least(cost) for cost in costs)

    def scores(self, sign: int) -> bool:
        """The one with most (or, by the sign, fewest) points of those meant."""
        return self._is_least(lambda each: -each.points * sign)

    def _is_least(self, measure: Callable[[Card], int]) -> bool:
        alike = self._alike()
        least = min(map(measure, alike), default=None)
        return [each for each in alike if measure(each) == least] == [self.card]

    def _alike(self) -> list[Card]:
        """The cards among which one is the cheapest, dearest or best: of its colour, in its row, if these were said."""
        cards = [CARDS[each] for each in self.situation.places]
        if any(each.colour == self.card.bonus and each.mode in ("main", "held", "as") for each in self.said.elements):
            cards = [each for each in cards if each.bonus == self.card.bonus]
        if any(trait.kind in ("top", "middle", "bottom", "level") for trait in self.said.traits):
            cards = [each for each in cards if self.situation.places[each.id] // 10 == self.level]
        if any(trait.kind == "afford" for trait in self.said.traits):
            cards = [each for each in cards if each.id in self.situation.affordable]
        return cards


_CHECKS: dict[str, Callable[[Described, str], bool]] = {
    "id": lambda it, value: it.card.id == value,
    "other": lambda it, value: value not in (it.card.id, str(it.place)),
    "place": lambda it, value: it.place == int(value),
    "points": lambda it, value: it.has_points(value),
    "level": lambda it, value: it.level == int(value),
    "nth": lambda it, value: it.place % 10 == int(value),
    "nth last": lambda it, value: it.situation.row(it.place)[-int(value) :][:1] == [it.card],
    "top": lambda it, _: it.level == 3,
    "middle": lambda it, _: it.level == 2,
    "bottom": lambda it, _: it.level == 1,
    "left": lambda it, _: it.is_outermost(0),
    "right": lambda it, _: it.is_outermost(-1),
    "hand": lambda it, _: it.level == HAND,
    "afford": lambda it, _: it.card.id in it.situation.affordable,
    "free": lambda it, _: not any(it.situation.price(it.card)),
    "cheap": lambda it, _: it.is_extreme(1),
    "dear": lambda it, _: it.is_extreme(-1),
    "best": lambda it, _: it.scores(1),
    "least": lambda it, _: it.scores(-1),
    "last": lambda it, _: it.is_outermost(-1),
    "figure": lambda it, value: int(value) in (it.card.points, sum(it.card.cost)),
    "purely": lambda it, value: it.costs_only(value),
    "each": lambda it, _: costs_one_of_each(it.card),
}
"""What each kind of trait says of a card."""


def costs_one_of_each(card: Card) -> bool:
    return {*card.cost} == {0, 1} and sum(card.cost) == len(COLOURS) - 2


def fits(trait: Trait, described: Described) -> bool:
    """Whether a trait is one of the card's; none that is not known here is."""
    check = _CHECKS.get(trait.kind)
    return check is not None and check(described, trait.value)
