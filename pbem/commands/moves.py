"""Items to wishes: one rung of a ladder may read in no way, in one, or in several."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice, product
from typing import TypeAlias

from engine import COLOURS
from pbem.commands.items import GEM_KINDS, Item, is_count, is_gem, is_place
from pbem.commands.resolve import NOBLES, first_place
from pbem.commands.values import (
    BuyWish,
    CardId,
    Deck,
    Gems,
    Jokers,
    NobleId,
    NobleTarget,
    PassWish,
    Place,
    ReserveWish,
    TakeWish,
    Target,
    Wish,
)

# Colours and counts in any order: `2 red`, `red x2`, `two reds`, `red red`, `3 gems: red, blue, green`.


MOST_READINGS = 3
_MOST_TOKENS = 10
_MOST_CHOICES = 64

# A list of gems is matched as a word: G a colour, N a count, X "times", M "gems".
_TOTAL = re.compile("NM")
_COUNT_FIRST = re.compile("GX+N|NX*G|G")
_COUNT_LAST = re.compile("GX*NX*|G")

Pile: TypeAlias = tuple[int, tuple[str, ...]]


def gem_sets(items: Sequence[Item]) -> tuple[Gems, ...]:
    """Every set of gems that the items may mean: none if they make no sense, several where that is open."""
    total, listed = _without_total(items)
    told = [gems for piles in _ways(listed) for gems in _sets(piles)]
    if total is None and len(listed) == len(items):
        fitting = told
    else:
        # `3 gems: red, blue, green` must add up, `two gems: red` counts its colour, `the red gems` are not counted.
        counted = [gems * (total or 0) if len(gems) == 1 and not _has_counts(listed) else gems for gems in told]
        fitting = [gems for gems in counted if gems and total in (None, len(gems))]
    return tuple(islice(dict.fromkeys(fitting), MOST_READINGS))


def _sets(piles: Sequence[Pile]) -> Iterator[Gems]:
    if 0 < sum(count for count, _ in piles) <= _MOST_TOKENS:
        choices = product(*(colours for count, colours in piles for _ in range(count)))
        yield from map(in_order, islice(choices, _MOST_CHOICES))


def is_whole(gems: Gems) -> bool:
    """Three different gems or two of one colour: what a turn usually takes."""
    return (len(gems), len(set(gems))) in ((3, 3), (2, 1))


def in_order(colours: Iterable[str]) -> Gems:
    """Colours in canonical order."""
    wanted = list(colours)
    return tuple(colour for colour in COLOURS for _ in range(wanted.count(colour)))


def _has_counts(items: Iterable[Item]) -> bool:
    return any(map(is_count, items))


def _code(item: Item) -> str:
    if is_count(item):
        return "N"
    return "G" if is_gem(item) else {"times": "X", "gems": "M"}.get(item.kind, "?")


def _word(items: Iterable[Item]) -> str:
    return "".join(map(_code, items))


def _without_total(items: Sequence[Item]) -> tuple[int | None, list[Item]]:
    """Take off `3 gems`, and the word for gems wherever it stands."""
    total = _TOTAL.search(_word(items))
    start = total.start() if total else len(items)
    listed = [item for index, item in enumerate(items) if item.kind != "gems" and index != start]
    return int(items[start].value) if total else None, listed


def _ways(items: list[Item]) -> Iterator[list[Pile]]:
    """Each colour with its count, in each of the two ways that uses up every item."""
    if all(item.value == "1" for item in items if is_count(item)):
        items = [item for item in items if not is_count(item)]
    word = _word(items)
    for grammar in (_COUNT_FIRST, _COUNT_LAST):
        matches = [*grammar.finditer(word)]
        if "".join(match[0] for match in matches) == word:
            yield [_pile(items[match.start() : match.end()]) for match in matches]


def _pile(unit: Sequence[Item]) -> Pile:
    colours = next(tuple(item.value.split()) for item in unit if is_gem(item))
    return next((int(item.value) for item in unit if is_count(item)), 1), colours


# What a purchase says of gold: nothing, `without gold`, `with 2 gold`, or the colours that it stands for.


GoldWish: TypeAlias = Gems | Jokers | None


def gold_wishes(items: Sequence[Item]) -> tuple[GoldWish, ...]:
    """Every way to read what is left of a purchase once its card is known; none if it makes no sense."""
    if not items:
        return (None,)
    if [item.kind for item in items] == ["no_gold"]:
        return ((),)
    count, colours = _around_gold(items)
    if count is None:
        return ()
    return _standing_for(colours, count) if colours else (Jokers(count or None),)


def _is_gold(item: Item) -> bool:
    return is_gem(item) and item.value == "gold"


def _around_gold(items: Sequence[Item]) -> tuple[int | None, list[Item]]:
    """How much gold (0: not said, None: no gold at all in these words), and all that follows it."""
    first = next((index for index, item in enumerate(items) if _is_gold(item)), None)
    match items[:first]:
        case _ if first is None:
            return None, []
        case []:
            count = 0
        case [item] if is_count(item):
            count = int(item.value)
        case _:
            return None, []
    return count, [item for item in items[first:] if not _is_gold(item)]


def _standing_for(colours: Sequence[Item], count: int) -> tuple[Gems, ...]:
    """`2 gold for blue` is two blue; otherwise the count must fit the colours."""
    sets = [in_order(gems * count) if count and len(gems) == 1 else gems for gems in gem_sets(colours)]
    return tuple(gems for gems in sets if count in (0, len(gems)))


# Which card, deck or noble an order names: places, ids, `deck 3`, `the top of level 2`, `noble 52`.


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


Ladder: TypeAlias = tuple[Wish, ...]

_IN_HAND = 4
_MOST_PARTS = 24
_PARTS = GEM_KINDS | {
    *("action", "return", "put", "aside", "no_gold", "comma"),
    *("number", "times", "gems"),
    *("card", "cards", "deck", "level", "ordinal", "noble", "noble id"),
}


def ladders(items: Sequence[Item], action: str | None = None) -> tuple[Ladder, ...]:
    """Every way to read the items as `wish else wish else …`; a rung without a verb repeats the one before."""
    rungs: list[tuple[Wish, ...]] = []
    for rung in split(items, "else"):
        rungs.append(_wishes(rung, action_of(rung) or action) or _bare_take(rung))
        action = action_of(rung) or action
    return tuple(islice(product(*rungs), MOST_READINGS))


def _bare_take(rung: Sequence[Item]) -> tuple[Wish, ...]:
    """`reserve 23 else two red` needs no second verb."""
    return () if action_of(rung) or any(map(is_place, rung)) else _wishes(rung, "take")


def split(items: Sequence[Item], *kinds: str) -> list[list[Item]]:
    """Cut at every item of these kinds, which fall away."""
    parts: list[list[Item]] = [[]]
    for item in items:
        if item.kind in kinds:
            parts.append([])
        else:
            parts[-1].append(item)
    return parts


def action_of(rung: Sequence[Item]) -> str | None:
    """The one verb; `take … aside` reserves, and `reserve … and take a gold` only says what reserving does."""
    named = list(dict.fromkeys(item.value for item in rung if item.kind == "action"))
    if any(item.kind == "aside" for item in rung) and named in ([], ["take"]):
        return "reserve"
    if "reserve" in named and all(item.value == "gold" for item in rung if is_gem(item)):
        named = [name for name in named if name != "take"]
    if len(named) > 1:
        return "several"
    return named[0] if named else None


@dataclass(frozen=True, slots=True)
class _Rung:
    """What a rung says, sorted by what it is about."""

    main: list[Item]
    back: list[Item] | None
    target: Target | None
    noble: NobleTarget | None


def _wishes(items: Sequence[Item], action: str | None) -> tuple[Wish, ...]:
    parts = [item for item in items if item.kind in _PARTS]
    rung = _rung(parts) if len(parts) <= _MOST_PARTS else None
    if rung is None:
        return ()
    match action:
        case "take" | None:
            return (*_takes(rung),)
        case "reserve":
            return (*_reserves(rung),)
        case "buy":
            return (*_buys(rung),)
        case "pass" if not (rung.main or rung.back or rung.target):
            return (PassWish(rung.noble),)
    return ()


def _rung(items: list[Item]) -> _Rung | None:
    named_nobles, others = nobles(_without_idle_ones(items))
    named_targets, rest = targets(others)
    if None in named_nobles or None in named_targets or len(named_nobles) > 1 or len(named_targets) > 1:
        return None
    sections = _postposed(*_sections(rest))
    target, noble = (next(iter(named_targets), None), next(iter(named_nobles), None))
    return sections and _Rung(*sections, target, noble)


def _without_idle_ones(items: list[Item]) -> list[Item]:
    """`reserve one card: 23` counts what needs no count, `buy 23 with my tokens` names none."""
    neighbours = zip([None, *items], items, [*items[1:], None], strict=False)
    told = [item for before, item, after in neighbours if not _is_idle(before, item, after)]
    return told if any(map(is_gem, told)) else [item for item in told if item.kind != "gems"]


def _is_idle(before: Item | None, item: Item, after: Item | None) -> bool:
    beside_card = any(other is not None and other.kind == "cards" for other in (before, after))
    return item.kind == "number" and item.value == "1" and beside_card


def _sections(items: Sequence[Item]) -> tuple[list[Item], list[Item] | None]:
    """What is ordered, and what goes back: all that follows `return`, up to a verb."""
    main: list[Item] = []
    back: list[Item] | None = None
    current = main
    put_back = any(item.kind == "return" for item in items)
    for item in items:
        if item.kind == "action":
            current = main
        elif item.kind == "return" or (item.kind == "put" and put_back):
            current = back = back or []
        elif item.kind not in ("put", "aside", "cards"):
            current.append(item)
    return main, back


def _postposed(main: list[Item], back: list[Item] | None) -> tuple[list[Item], list[Item] | None] | None:
    """`take white blue green, gold back`: what stands after the last comma goes back, if the rest is a whole set."""
    if back is not None and not any(map(is_gem, back)):
        *kept, back = split(main, "comma")
        main = [item for part in kept for item in part]
        if not all(map(is_whole, gem_sets(main) or [()])):
            return None
    return _without_commas(main), back and _without_commas(back)


def _without_commas(items: list[Item]) -> list[Item]:
    return [item for item in items if item.kind != "comma"]


def _takes(rung: _Rung) -> Iterator[Wish]:
    if rung.target is None:
        for gems, back in product(gem_sets(rung.main), _backs(rung)):
            yield TakeWish(gems, back, rung.noble)
    elif not rung.main:
        # `take 23` may be either; a deck is never bought, and what is in hand is never reserved.
        if not isinstance(rung.target, Deck):
            yield from _buys(rung)
        if level(rung.target) != _IN_HAND:
            yield from _reserves(rung)


def _reserves(rung: _Rung) -> Iterator[Wish]:
    only_its_gold = not rung.main or gem_sets(rung.main) == (("gold",),)
    if rung.target and only_its_gold:
        for back in _backs(rung):
            yield ReserveWish(rung.target, back, rung.noble)


def _buys(rung: _Rung) -> Iterator[Wish]:
    if rung.target and not isinstance(rung.target, Deck) and rung.back is None:
        for gold in gold_wishes(rung.main):
            yield BuyWish(rung.target, gold, rung.noble)


def _backs(rung: _Rung) -> tuple[Gems | None, ...]:
    return (None,) if rung.back is None else gem_sets(rung.back)
