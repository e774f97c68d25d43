"""What the sentences of an order say, sorted: verbs, gems with their counts, and what describes a card."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pbem.commands.sentence.mentions import Mention, Unit
from pbem.commands.sentence.words import forms

VERBS = frozenset(("take", "buy", "reserve", "get", "pay", "pass"))
# What follows one of these, up to the next verb, is not simply ordered.
_MODES = {"cost": "cost", "pay": "pay", "except": "out", "leave": "out", "keep": "kept", "as": "as", "have": "held"}
_DESCRIBING = frozenset(
    (
        *("top", "middle", "bottom", "left", "right", "relation"),
        *("points", "hand", "deck", "each", "afford", "free", "cheap", "dear", "best", "least"),
    )
)
# What dictation writes for a number, and is a word of its own.
_HOMOPHONES = frozenset(("too", "to", "for", "won"))
# What may stand between a count and its colour.
_BETWEEN = frozenset(("ok", "and", "gem", "only", "purely", "rest", "times", "free", "card", "have", "as"))


_ALL = 3
_MOST_REPEATED = 3
_ROWS = {"top": "3", "middle": "2", "bottom": "1"}
_LAID = "laid"
"""The value of a verb that lays a card by, or gems back: Polish `odkładam`."""


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
    is_open: bool = False
    """Whether what goes back is left to us."""


def statement(units: Sequence[Unit]) -> Statement:
    """Sort the mentions of these units."""
    sorter = _Sorter(Statement())
    for unit in units:
        sorter.sort(unit.mentions)
    sorter.said.traits = [each for each in sorter.said.traits if _stands_alone(each, sorter.said)]
    return sorter.said


def _stands_alone(trait: Trait, said: Statement) -> bool:
    """`only one blue and two whites` says of no colour that it is all."""
    costs = {each.colour for each in said.elements if each.mode == "cost"}
    return trait.kind != "purely" or costs == {trait.value}


@dataclass(slots=True)
class _Sorter:
    said: Statement
    position: int = 0
    clause: int = 0
    mode: str = "main"
    is_single: bool = False
    """Whether just one thing is left out: `instead of the red, …`."""

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
                return self._negated(row, index)
            case "each" | "right" if index + 1 < len(row) and row[index + 1].kind == "colour":
                return self._before_colour(row, index)
            case kind if self._enters(kind, row, index):
                self._enter(kind, row[index + 1 :])
                self.is_single = forms().replaces_one(mention.text)
            case "reserve":
                self._reserved(row, index)
            case "get" | "have" | "take" if _is_given_away(row, index):
                self.said.backs.append(self.position)
            case kind if kind in VERBS or kind == "polite":
                self._verb(mention)
            case _:
                self._note(_level_of_deck(row, index) or mention)
        return 1

    def _verb(self, mention: Mention) -> None:
        """What is done; `without using the joker` leaves the joker out."""
        kind = mention.kind
        if kind == "pay" and self.mode == "out" and not self._has_begun():
            return
        self.said.verbs.append(mention.value or "get" if kind == "polite" else kind)
        self.mode = "pay" if kind == "pay" else "main"

    def _enters(self, kind: str, row: Sequence[Mention], index: int) -> bool:
        """Whether what follows is a price, is left out, or is kept; `my` changes nothing of what is kept."""
        if kind == "have" and (_is_given_away(row, index) or (self.mode in ("kept", "out") and not self._has_begun())):
            return False
        return kind in _MODES and kind != "pay"

    def _before_colour(self, row: Sequence[Mention], index: int) -> int:
        """`All three reds`, `the far right red`."""
        if row[index].kind == "each":
            return 1 + self._colour(row, index + 1, _ALL)
        self.said.traits.append(Trait("last"))
        return 1

    def _reserved(self, row: Sequence[Mention], index: int) -> None:
        """A card is put by, or gems are laid back, or gold is kept."""
        if self.mode == "pay":
            self._put_aside()
        elif row[index].value == _LAID and {*self.said.verbs} & {"take", "reserve", "get"}:
            self.said.backs.append(self.position)
        elif _is_of_gold(row, index):
            self._enter("keep", row[index + 1 :])
        else:
            self.said.verbs.append("reserve")
            self.mode = "main"

    def _put_aside(self) -> None:
        """`I lay the green one aside`: what sounded like a payment was the verb's first half."""
        self.said.verbs[-1:] = ["reserve"]
        laid = [each._replace(mode="main") if each.clause == self.clause else each for each in self.said.elements]
        self.said.elements, self.mode = laid, "main"

    def _note(self, mention: Mention) -> None:
        match mention.kind:
            case "back":
                self.said.backs.append(self.position)
            case "id" | "hand":
                self.said.traits.append(Trait(mention.kind, mention.value))
            case "no gold":
                self.said.elements.append(Element(None, "gold", "out", self.position, self.clause))
            case "from right":
                self._count_from_right()
            case "any":
                self.said.is_open = True
            case "break":
                self.clause += 1
            case kind if kind.startswith("level "):
                self.said.traits.append(Trait(*kind.split()))
            case kind if _DESCRIBING.issuperset(kind.split()):
                # `bottom left` is two traits.
                self.said.traits += map(Trait, kind.split())

    def _count_from_right(self) -> None:
        """`the second from the right`."""
        last = self.said.traits[-1] if self.said.traits else None
        if last and last.kind == "nth":
            self.said.traits[-1] = Trait("nth last", last.value)
        else:
            self.said.traits.append(Trait("right"))

    def _leave_mode(self, mention: Mention) -> None:
        """What is left out is a list of colours: it ends with the first word that is none of it."""
        listed = mention.is_a("colour", "number", "and", "gem", "card") or (mention.value == "," and not self.is_single)
        if self.mode in ("out", "kept", "held") and not listed and self._has_begun():
            self.mode = "main"
        if self.mode == "held" and mention.is_a("word", "unknown"):
            # `I have revised that view, and my move is one white …`: nothing of it is had.
            self.mode = "main"

    def _enter(self, kind: str, following: Sequence[Mention]) -> None:
        """`gold excepted`, `the red I leave`: where no colour follows, what stands before it is meant."""
        clause = [each.kind for each in following]
        clause = clause[: clause.index("break")] if "break" in clause else clause
        self.mode = _MODES[kind]
        if kind == "keep":
            self.said.verbs.append(kind)
            if {"points", "pointer", "top", "middle", "bottom"} & {*clause} and "have" not in clause:
                # `Keep the green five-pointer for me`: a card, and no gem of one's own.
                self.mode = "main"
        last = self.said.elements[-1] if self.said.elements else None
        if kind in ("except", "leave", "keep") and "colour" not in clause and last and last.clause == self.clause:
            self.said.elements[-1] = last._replace(mode=self.mode)
            self.mode = "main"

    def _has_begun(self) -> bool:
        return bool(self.said.elements) and self.said.elements[-1][2:] == (self.mode, self.position - 1, self.clause)

    def _negated(self, row: Sequence[Mention], index: int) -> int:
        """`not the blue`, `not 13 but 23`, `no points`; how many mentions that are."""
        if (at := denied_place(row, index)) is not None:
            self.said.traits.append(Trait("other", row[at].value))
            return at - index + 1
        after = row[index + 1] if index + 1 < len(row) else None
        if after and after.kind == "points":
            self.said.traits.append(Trait("points", "0"))
            return 2
        if (end := denied_description(row, index)) is not None:
            return end - index
        following = next((each for each in row[index + 1 :] if not each.is_a("ok", "card", "number")), None)
        if following and following.kind == "colour":
            if row[index].kind == "no" and following is not after:
                # `nah, the green one`: is it left out, or wanted instead?
                self.said.strays += 1
            self.mode = "out"
        return 1

    def _number(self, row: Sequence[Mention], index: int) -> int:
        mention = row[index]
        value = int(mention.value)
        after = row[index + 1] if index + 1 < len(row) else None
        follows_deck = index > 0 and row[index - 1].is_a("deck", "level")
        if mention.text in _HOMOPHONES and not (follows_deck or (after and after.is_a("colour", "gem", "points"))):
            return 1
        if mention.kind == "pointer":
            self.said.traits.append(Trait("points" if value < 10 else "place", mention.value))
            return 1
        if mention.kind == "number" and value >= 10 and index and _counts_tokens(row[index - 1], mention):
            return 1
        if mention.kind == "number" and value >= 10 and self.mode == "out":
            self.said.traits.append(Trait("other", mention.value))
            return 1
        if mention.kind == "number" and value >= 10:
            self.said.traits.append(Trait("deck", str(value // 10)) if value % 10 == 0 else Trait("place", str(value)))
            return 1
        if after and after.is_a("points"):
            self.said.traits.append(Trait("points", mention.value))
            return 2
        if index and row[index - 1].kind == "worth" and not (after and after.is_a("colour", "gem")):
            self.said.traits.append(Trait("points", mention.value))
            return 1
        if self._names_level(row, index):
            self.said.traits.append(Trait("level", mention.value))
            return 1
        return self._counts(row, index, value)

    def _names_level(self, row: Sequence[Mention], index: int) -> bool:
        """`level 2`, `the second row`, `deck 3`."""
        near = [*row[max(0, index - 1) : index], *row[index + 1 : index + 2]]
        follows = index > 0 and row[index - 1].is_a("level", "deck")
        counts = row[index].text.isalpha() and (not follows or any(each.is_a("deck") for each in near[1:]))
        if row[index].kind == "number" and counts:
            # `one face down` counts the card.
            near = [each for each in near if not each.is_a("deck")]
        return any(each.is_a("level", "deck") for each in near) or (
            row[index].kind == "ordinal" and any(each.is_a("top", "middle", "bottom") for each in near)
        )

    def _counts(self, row: Sequence[Mention], index: int, value: int) -> int:
        """A count belongs to the colour that follows it, however politely."""
        for ahead in range(index + 1, min(index + 5, len(row))):
            if value == 1 and _is_part(row, index, ahead):
                # `one of my three blacks`
                continue
            if row[ahead].kind == "colour":
                self.position += ahead - index
                return ahead - index + self._colour(row, ahead, 1 if row[index].kind == "ordinal" else value)
            if row[ahead].kind not in _BETWEEN:
                break
        after = row[index + 1] if index + 1 < len(row) else None
        if row[index].kind == "ordinal":
            if value > 1:
                self.said.traits.append(Trait("nth", str(value)))
        elif value > 1 and after and (after.is_a("gem", "total") or after.value == ":"):
            self.said.traits.append(Trait("count", str(value)))
        elif value > 1:
            self._repeat(value, row[index - 1] if index else None)
        return 1

    def _repeat(self, value: int, before: Mention | None) -> None:
        """`red x2`, `the greens, both`: a count that comes after its colour; `the red for five` says what it is for."""
        last = self.said.elements[-1] if self.said.elements else None
        if before and before.kind in ("cost", "worth"):
            self.said.traits.append(Trait("figure", str(value)))
        elif last and last.amount is None and (value <= _MOST_REPEATED or (before and before.kind == "times")):
            self.said.elements[-1] = last._replace(amount=value)
        else:
            self.said.strays += 1

    def _colour(self, row: Sequence[Mention], index: int, count: int | None) -> int:
        purely = index > 0 and row[index - 1].kind == "purely" and self.mode == "main"
        mode = "cost" if purely else self.mode
        self.said.elements.append(Element(count, row[index].value, mode, self.position, self.clause))
        if mode == "cost" and _is_all(row, index):
            self.said.traits.append(Trait("purely", row[index].value))
        after = row[index + 1] if index + 1 < len(row) else None
        is_pronoun = after is not None and after.kind == "number" and after.value == "1"
        closes = index + 2 >= len(row) or row[index + 2].kind not in ("colour", "gem")
        if not (is_pronoun and closes):
            return 1
        if count is None and row[index].value == "gold":
            self.said.elements[-1] = self.said.elements[-1]._replace(amount=1)
        return 2


def _is_part(row: Sequence[Mention], index: int, ahead: int) -> bool:
    """Whether a number says of how many one is: `one of my three`."""
    between = row[index + 1 : ahead]
    says_of = bool(between) or " " in row[index].text
    return row[ahead].kind == "number" and says_of and all(each.is_a("ok", "have") for each in between)


def _level_of_deck(row: Sequence[Mention], index: int) -> Mention | None:
    """`The deck of the top row` is of level 3, but not `the top of the deck`."""
    near = [*row[max(0, index - 2) : index], *row[index + 1 : index + 3]]
    named = any(each.kind == "level" for each in near) and any(each.kind == "deck" for each in row)
    level = _ROWS.get(row[index].kind)
    return Mention(f"level {level}", "", row[index].text) if named and level else None


def _is_of_gold(row: Sequence[Mention], index: int) -> bool:
    """`The joker I save for later`: what is put by is gold, and no card."""
    kinds = [each.kind for each in row]
    start = max((at + 1 for at in range(index) if kinds[at] == "break"), default=0)
    added = next((at for at in range(index + 1, len(row)) if kinds[at] in ("and", "break")), len(row))
    end = next((at for at in range(index, len(row)) if kinds[at] == "break"), len(row))
    after, before = (
        [each for each in part if each.is_a("colour", "id", "deck", "points", "card", "pointer", "hand")]
        for part in (row[index + 1 : end], row[start:index])
    )
    # `Reserve it + gold`: gold comes with it.
    comes_along = any(each.value == "gold" for each in row[added:end])
    return bool(after or before) and not comes_along and all(each.value == "gold" for each in after or before)


def _counts_tokens(before: Mention, number: Mention) -> bool:
    """`Then I have 11`, `that makes eleven`."""
    return before.kind == "have" or (before.kind == "is" and number.text.isalpha())


def _is_given_away(row: Sequence[Mention], index: int) -> bool:
    """`You get a red one`, `så får du en rød`, `have both my reds`: what somebody else gets goes back."""
    before = [each for each in row[max(0, index - 3) : index] if each.kind not in ("ok", "doubt", "polite")]
    after = [each.kind for each in row[index + 1 : index + 6] if each.kind not in ("ok", "gem")]
    if row[index].kind != "have" and [kind for kind in after if kind != "number"][:2] == ["have", "colour"]:
        return True
    yours = (bool(before) and before[-1].kind == "you") or after[:1] == ["you"]
    return yours and row[index].kind != "take"


def _is_all(row: Sequence[Mention], index: int) -> bool:
    """`costs only black`, `costs nothing but white`, `five blacks and nothing else`."""
    before, after = row[index - 1] if index else None, row[index + 1] if index + 1 < len(row) else None
    return any(each is not None and each.is_a("only", "purely") for each in (before, after))


def denied_place(row: Sequence[Mention], index: int) -> int | None:
    """Where the place or card stands that a denial is of: `not 13`, `not the 13`; no verb lies between."""
    for at in range(index + 1, min(index + 4, len(row))):
        if row[at].kind == "id" or (row[at].kind == "number" and int(row[at].value) >= 10):
            return at
        if not row[at].is_a("ok", "card"):
            return None
    return None


def denied_description(row: Sequence[Mention], index: int) -> int | None:
    """Where a description ends that is denied: `not the one for three`, `not the red that costs five but …`."""
    kinds = [each.kind for each in row[index + 1 :]]
    if "but" in kinds and not {"break", "take", "buy", "reserve", "get", "pay"} & {*kinds[: kinds.index("but")]}:
        return index + 1 + kinds.index("but")
    at = index + 1
    while at < len(row) and row[at].kind == "ok":
        at += 1
    if at >= len(row) or not (row[at].kind == "card" or (row[at].kind == "number" and row[at].value == "1")):
        return None
    while at < len(row) and row[at].is_a("ok", "card"):
        at += 1
    if at + 1 >= len(row) or not row[at].is_a("cost", "with", "worth", "number", "top", "middle", "bottom"):
        return None
    while at < len(row) and not row[at].is_a("break", "but"):
        if row[at].is_a("take", "buy", "reserve", "get", "pay"):
            return None
        at += 1
    return at


def content(mention: Mention) -> bool:
    """Whether it names a move, a card, a colour or a place."""
    if mention.kind == "number":
        return int(mention.value) >= 10
    return mention.is_a("take", "buy", "reserve", "pass", "colour", "id", "points", "pointer", "deck", "each", "hand")


def contents(unit: Unit) -> Iterator[Mention]:
    """All of it that matters to a move."""
    return (each for each in unit.mentions if content(each))
