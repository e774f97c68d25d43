"""Why the engine refuses: Invalid (no order, set-up or record at all), Illegal (forbidden by the rules)."""

from enum import StrEnum
from typing import TypeAlias

Facts: TypeAlias = dict[str, object]


class Code(StrEnum):
    """Which rule an order breaks; the comment lists the facts that come with it."""

    GAME_OVER = "game_over"
    NOT_A_GEM_SET = "not_a_gem_set"  # gems
    GOLD_NEVER_TAKEN = "gold_never_taken"
    BANK_HAS_TOO_FEW = "bank_has_too_few"  # colour, has, wanted
    NEEDS_FOUR_FOR_TWO = "needs_four_for_two"  # colour, has
    MUST_TAKE_MORE = "must_take_more"  # taken, must
    HAND_FULL = "hand_full"  # reserved, limit
    NOT_ON_TABLE = "not_on_table"  # card
    DECK_EMPTY = "deck_empty"  # level
    CARD_NOT_FOR_SALE = "card_not_for_sale"  # card
    CANNOT_AFFORD = "cannot_afford"  # card, price, tokens, missing, gold
    GOLD_CHOICE_NEEDED = "gold_choice_needed"  # card, missing, gold
    GOLD_NOT_HELD = "gold_not_held"  # wanted, has
    GOLD_NOT_NEEDED = "gold_not_needed"  # colour, wanted, price
    MUST_RETURN = "must_return"  # tokens, excess, returned
    RETURNS_TOO_MANY = "returns_too_many"  # tokens, excess, returned
    RETURNS_NOT_HELD = "returns_not_held"  # colour, wanted, has
    NOBLE_CHOICE_NEEDED = "noble_choice_needed"  # nobles
    NOBLE_NOT_A_CHOICE = "noble_not_a_choice"  # noble, nobles
    MUST_NOT_PASS = "must_not_pass"  # orders  # noqa: S105
    NOT_CANONICAL = "not_canonical"  # colours
    SEAT_NOT_IN_PLAY = "seat_not_in_play"  # seat
    NO_MOVE_TO_TAKE_BACK = "no_move_to_take_back"
    SHOWN_SINCE = "shown_since"


class EngineError(Exception):
    """The root of what the engine raises on purpose."""


class InvalidSetup(EngineError, ValueError):
    """No game can be dealt from this."""


class InvalidOrder(EngineError, ValueError):
    """The text is not a canonical order."""


class InvalidRecord(EngineError, ValueError):
    """The text is not a record; `line` counts from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class IllegalOrder(EngineError):
    """The rules forbid it: `code` says which rule, `facts` with which numbers."""

    def __init__(self, code: Code, **facts: object) -> None:
        super().__init__(f"{code.value} {facts}" if facts else code.value)
        self.code = code
        self.facts: Facts = facts
