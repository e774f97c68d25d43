"""Items to wishes: one rung of a ladder may read in no way, in one, or in several."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import TypeAlias

from pbem.orders.commands import (
    BuyWish,
    Deck,
    Gems,
    NobleTarget,
    PassWish,
    ReserveWish,
    TakeWish,
    Target,
    Wish,
)
from pbem.orders.gems import MOST_READINGS, gem_sets, is_whole
from pbem.orders.gold import gold_wishes
from pbem.orders.items import GEM_KINDS, Item, is_gem, is_place
from pbem.orders.targets import level, nobles, targets

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
