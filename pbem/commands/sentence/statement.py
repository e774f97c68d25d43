"""What the sentences of an order say, sorted: verbs, gems with their counts, and what describes a card."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pbem.commands.sentence.mentions import Mention, Unit

VERBS = frozenset(("take", "buy", "reserve", "get", "pay", "pass"))
# What follows one of these, up to the next verb, is not simply ordered.
_MODES = {"cost": "cost", "pay": "pay", "except": "out", "leave": "out", "keep": "kept", "as": "as", "have": "held"}
_DESCRIBING = frozenset(
    (
        *("top", "middle", "bottom", "left", "right", "relation"),
        *("points", "hand", "deck", "each", "afford", "free", "cheap", "dear"),
    )
)
# What may stand between a count and its colour.
_BETWEEN = frozenset(("ok", "and", "gem", "only", "rest", "times", "free", "card"))


class Element(NamedTuple):
    """A colour, how many (None: not said), and how it was said.

    `main` as what is ordered, `cost` or `pay` as a price, `as` for what gold stands in, `out` as left out,
    `kept` or `held` as what the player has.
    """

    amount: int | None
    colour: str
    mode: str
    position: int
    clause: int

    @property
    def number(self) -> int:
        return 1 if self.amount is None else self.amount


class Trait(NamedTuple):
    """What is said of a card: a place, an id, its points, its row …"""

    kind: str
    value: str = ""


@dataclass(slots=True)
class Statement:
    """All that the units of an order say."""

    verbs: list[str] = field(default_factory=list)
    elements: list[Element] = field(default_factory=list)
    traits: list[Trait] = field(default_factory=list)
    backs: list[int] = field(default_factory=list)
    """Where it says that something goes back: before or after it stands what."""
    strays: int = 0
    """Numbers that nothing explains."""

    @property
    def says_something(self) -> bool:
        return bool(self.elements or self.traits)


def statement(units: Sequence[Unit]) -> Statement:
    """Sort the mentions of these units."""
    sorter = _Sorter(Statement())
    for unit in units:
        sorter.sort(unit.mentions)
    return sorter.said


@dataclass(slots=True)
class _Sorter:
    said: Statement
    position: int = 0
    clause: int = 0
    mode: str = "main"

    def sort(self, mentions: Sequence[Mention]) -> None:
        self.mode, self.clause = "main", self.clause + 1
        index = 0
        while index < len(mentions):
            index += self._one(mentions, index)
            self.position += 1

    def _one(self, row: Sequence[Mention], index: int) -> int:
        """Take in what stands here; how many mentions that are."""
        mention = row[index]
        self._leave_mode(mention)
        match mention.kind:
            case "number" | "ordinal" | "pointer":
                return self._number(row, index)
            case "colour":
                return self._colour(row, index, None)
            case "neg" | "no":
                self._negated(row, index)
            case kind if kind in _MODES and kind != "pay":
                self._enter(kind, row[index + 1 :])
            case kind if kind in VERBS or kind == "polite":
                self.said.verbs.append("get" if kind == "polite" else kind)
                self.mode = "pay" if kind == "pay" else "main"
            case _:
                self._note(mention)
        return 1

    def _note(self, mention: Mention) -> None:
        match mention.kind:
            case "back":
                self.said.backs.append(self.position)
            case "id":
                self.said.traits.append(Trait("id", mention.value))
            case "no gold":
                self.said.elements.append(Element(None, "gold", "out", self.position, self.clause))
            case "break":
                self.clause += 1
            case kind if _DESCRIBING.issuperset(kind.split()):
                # `bottom left` is two traits.
                self.said.traits += map(Trait, kind.split())

    def _leave_mode(self, mention: Mention) -> None:
        """What is left out is a list of colours: it ends with the first word that is none of it."""
        listed = mention.is_a("colour", "number", "and", "gem", "card") or mention.value == ","
        if self.mode in ("out", "kept", "held") and not listed and self._has_begun():
            self.mode = "main"

    def _enter(self, kind: str, following: Sequence[Mention]) -> None:
        """`gold excepted`, `the red I leave`: where no colour follows, what stands before it is meant."""
        self.mode = _MODES[kind]
        if kind == "keep":
            self.said.verbs.append(kind)
        clause = [each.kind for each in following]
        clause = clause[: clause.index("break")] if "break" in clause else clause
        last = self.said.elements[-1] if self.said.elements else None
        if kind in ("except", "leave", "keep") and "colour" not in clause and last and last.clause == self.clause:
            self.said.elements[-1] = last._replace(mode=self.mode)
            self.mode = "main"

    def _has_begun(self) -> bool:
        return bool(self.said.elements) and self.said.elements[-1][2:] == (self.mode, self.position - 1, self.clause)

    def _negated(self, row: Sequence[Mention], index: int) -> None:
        following = next((each for each in row[index + 1 :] if not each.is_a("ok", "card", "number")), None)
        if following and following.kind == "colour":
            self.mode = "out"

    def _number(self, row: Sequence[Mention], index: int) -> int:
        mention = row[index]
        value = int(mention.value)
        if mention.kind == "pointer":
            self.said.traits.append(Trait("points" if value < 10 else "place", mention.value))
            return 1
        if mention.kind == "number" and value >= 10:
            self.said.traits.append(Trait("deck", str(value // 10)) if value % 10 == 0 else Trait("place", str(value)))
            return 1
        after = row[index + 1] if index + 1 < len(row) else None
        if after and after.is_a("points"):
            self.said.traits.append(Trait("points", mention.value))
            return 2
        if self._names_level(row, index):
            self.said.traits.append(Trait("level", mention.value))
            return 1
        return self._counts(row, index, value)

    def _names_level(self, row: Sequence[Mention], index: int) -> bool:
        """`level 2`, `the second row`, `deck 3`."""
        near = [*row[max(0, index - 1) : index], *row[index + 1 : index + 2]]
        return any(each.is_a("level", "deck") for each in near) or (
            row[index].kind == "ordinal" and any(each.is_a("top", "middle", "bottom") for each in near)
        )

    def _counts(self, row: Sequence[Mention], index: int, value: int) -> int:
        """A count belongs to the colour that follows it, however politely."""
        for ahead in range(index + 1, min(index + 5, len(row))):
            if row[ahead].kind == "colour":
                self.position += ahead - index
                return ahead - index + self._colour(row, ahead, 1 if row[index].kind == "ordinal" else value)
            if row[ahead].kind not in _BETWEEN:
                break
        if row[index].kind == "ordinal":
            if value > 1:
                self.said.traits.append(Trait("nth", str(value)))
        elif value > 1:
            self._repeat(value)
        return 1

    def _repeat(self, value: int) -> None:
        """`red x2`, `the greens, both`: a count that comes after its colour."""
        last = self.said.elements[-1] if self.said.elements else None
        if last and last.amount is None:
            self.said.elements[-1] = last._replace(amount=value)
        else:
            self.said.strays += 1

    def _colour(self, row: Sequence[Mention], index: int, count: int | None) -> int:
        self.said.elements.append(Element(count, row[index].value, self.mode, self.position, self.clause))
        after = row[index + 1] if index + 1 < len(row) else None
        is_pronoun = after is not None and after.kind == "number" and after.value == "1"
        closes = index + 2 >= len(row) or row[index + 2].kind not in ("colour", "gem")
        return 2 if is_pronoun and closes else 1


def content(mention: Mention) -> bool:
    """Whether it names a move, a card, a colour or a place."""
    if mention.kind == "number":
        return int(mention.value) >= 10
    return mention.is_a("take", "buy", "reserve", "pass", "colour", "id", "points", "pointer", "deck", "each", "hand")


def contents(unit: Unit) -> Iterator[Mention]:
    """All of it that matters to a move."""
    return (each for each in unit.mentions if content(each))
