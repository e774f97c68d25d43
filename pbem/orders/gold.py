"""What a purchase says of gold: nothing, `without gold`, `with 2 gold`, or the colours that it stands for."""

from collections.abc import Sequence
from typing import TypeAlias

from pbem.orders.commands import Gems, Jokers
from pbem.orders.gems import gem_sets, in_order
from pbem.orders.items import Item, is_count, is_gem

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
