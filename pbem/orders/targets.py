"""Which card, deck or noble an order names: places, ids, `deck 3`, `the top of level 2`, `noble 52`."""

from collections.abc import Sequence
from itertools import groupby

from pbem.orders.commands import CardId, Deck, NobleId, NobleTarget, Place, Target
from pbem.orders.items import Item, is_count
from pbem.orders.places import NOBLES, first_place

_NOBLE_PLACES = range(first_place(NOBLES), first_place(NOBLES) + 5)
_DECK_WORDS = frozenset(("deck", "level", "cards", "ordinal"))


def nobles(items: Sequence[Item]) -> tuple[list[NobleTarget | None], list[Item]]:
    """The nobles named, None for one that is only mentioned, and the other items."""
    found: list[NobleTarget | None] = []
    rest: list[Item] = []
    for item in items:
        named = _noble(item)
        if item.kind == "noble":
            found.append(None)
        elif named and (item.kind == "noble id" or None in found):
            found = [*(noble for noble in found if noble), named]
        else:
            rest.append(item)
    return found, rest


def _noble(item: Item) -> NobleTarget | None:
    if item.kind == "noble id":
        return NobleId(item.value)
    if item.kind == "number" and int(item.value) in _NOBLE_PLACES:
        return Place(int(item.value))
    return None


def targets(items: Sequence[Item]) -> tuple[list[Target | None], list[Item]]:
    """The cards and decks named, None for one that makes no sense, and the other items."""
    found: list[Target | None] = [target for item in items if (target := _target(item))]
    rest = [item for item in items if not _target(item)]
    others: list[Item] = []
    for about_deck, run in groupby(rest, lambda item: item.kind in _DECK_WORDS or is_count(item)):
        group = list(run)
        kinds = {item.kind for item in group}
        if about_deck and "deck" in kinds:
            found = _with_deck(found, _counts(group))
        elif about_deck and "level" in kinds:
            found = found if _agrees(found, _counts(group)) else [None]
        else:
            others += group
    return found, others


def _target(item: Item) -> Target | None:
    match item:
        case Item("card", id):
            return CardId(id)
        case Item("number", "10" | "20" | "30" as number):
            return Deck(int(number) // 10)
        case Item("number", number) if 10 <= int(number) < 100:
            return Place(int(number))
    return None


def _counts(group: Sequence[Item]) -> list[int]:
    return [int(item.value) for item in group if is_count(item) or item.kind == "ordinal"]


def _with_deck(found: list[Target | None], numbers: list[int]) -> list[Target | None]:
    """`deck 3` names one; `30 from the deck` has named it already."""
    decks = [Deck(number) for number in numbers] or [target for target in found if isinstance(target, Deck)]
    if len(decks) != 1 or decks[0].level not in (1, 2, 3):
        return [None]
    return [*(target for target in found if target != decks[0]), *decks]


def _agrees(found: list[Target | None], numbers: list[int]) -> bool:
    """`23 of level 2` says the level twice."""
    return [level(target) for target in found if target] == numbers


def level(target: Target) -> int:
    """Which row or deck it lies in; 4 is the hand."""
    match target:
        case Place(number):
            return number // 10
        case CardId(id):
            return int(id[0])
        case Deck(level):
            return level
