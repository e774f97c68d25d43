"""Why an order is asked back or refused before the rules are asked; engine.Code has the rest."""

from enum import StrEnum


class OrderCode(StrEnum):
    """The comment lists the facts that come with it."""

    UNREADABLE = "unreadable"
    AMBIGUOUS = "ambiguous"
    PLACE_CHANGED = "place_changed"  # place, then, now
    PLACE_EMPTY = "place_empty"  # place
    NO_SUCH_PLACE = "no_such_place"  # place
    NOBLE_GONE = "noble_gone"  # noble
    GOLD_COUNT = "gold_count"  # wanted, least, most
