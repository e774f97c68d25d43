"""The orders worth a thought: of those that differ little only the most sensible, and few that only reserve."""

from typing import TypeAlias

from engine.bots.core import (
    BLOCK,
    BONUSES,
    DECKS,
    DEMANDS,
    GEM_SETS,
    GIVE_BACK,
    HAND,
    PASS,
    RESERVE,
    RESERVE_DECK,
    SEATS,
    TABLE,
    TAKE,
    TURN,
    WORTH,
    Flat,
    legal,
    must_return,
    play,
    seats_of,
)
from engine.gems import GEMS
from engine.state import HAND_LIMIT

Actions: TypeAlias = tuple[int, ...]
"""An order, as the core plays it: an action, and what goes back after it."""

_RESERVES = 4
_GOLD_IS_DEAR = 100.0
_MOST_TOKENS = 14
_SIZES = tuple(len(gems) for gems in GEM_SETS)
_TWO_ALIKE = tuple(len(gems) == 2 and gems[0] == gems[1] for gems in GEM_SETS)


def candidates(flat: Flat) -> list[tuple[Actions, Flat]]:
    """Some orders of the seat on turn, each with the position after it; never none while the game is on."""
    actions = _with_few_reserves(flat, _without_small_takes(legal(flat)))
    return [completed((action,), play(flat, action)) for action in actions if not RESERVE_DECK <= action < TAKE] or [
        ((PASS,), play(flat, PASS))
    ]


def completed(actions: Actions, after: Flat) -> tuple[Actions, Flat]:
    """What is asked for least goes back, until there are no more than ten tokens."""
    while after[TURN] >= 0 and must_return(after):
        mine = SEATS + BLOCK * after[TURN]
        wants = _wants(after, mine)
        least = min((colour for colour in range(6) if after[mine + colour]), key=lambda c: wants[c][after[mine + c]])
        actions += (GIVE_BACK + least,)
        after = play(after, GIVE_BACK + least)
    return actions, after


def _without_small_takes(actions: list[int]) -> list[int]:
    """Where one may take fewer gems than there are it gains nothing: the others could be returned as well."""
    most = max((_SIZES[action - TAKE] for action in actions if TAKE <= action < PASS), default=0)
    return [
        action
        for action in actions
        if not TAKE <= action < PASS or _SIZES[action - TAKE] == most or _TWO_ALIKE[action - TAKE]
    ]


def _wants(flat: Flat, mine: int) -> list[list[float]]:
    """How much the cards in reach ask for a first token of each colour, a second, and so on."""
    wants = [[0.0] * _MOST_TOKENS for _ in GEMS] + [[_GOLD_IS_DEAR] * _MOST_TOKENS]
    for card in flat[TABLE:DECKS] + flat[mine + HAND : mine + HAND + HAND_LIMIT]:
        if card < 0:
            continue
        asked = [(gem, count - flat[mine + BONUSES + gem]) for gem, count in DEMANDS[card]]
        share = (WORTH[card] + 1) / (1 + sum(due for _, due in asked if due > 0))
        for gem, due in asked:
            for count in range(1, due + 1):
                wants[gem][count] += share
    return wants


def _with_few_reserves(flat: Flat, actions: list[int]) -> list[int]:
    reserves = [action for action in actions if RESERVE <= action < RESERVE_DECK]
    if len(reserves) <= _RESERVES:
        return actions
    worth = {action: _worth_reserving(flat, flat[TABLE + action - RESERVE]) for action in reserves}
    least = sorted(worth.values())[-_RESERVES]
    return [action for action in actions if worth.get(action, least) >= least]


def _worth_reserving(flat: Flat, card: int) -> float:
    """Points for little, whoever would have them."""
    return (WORTH[card] + 0.5) / (3 + min(_price(flat, card, seat) for seat in seats_of(flat)))


def _price(flat: Flat, card: int, seat: int) -> int:
    return sum(
        [count - flat[seat + BONUSES + gem] for gem, count in DEMANDS[card] if count > flat[seat + BONUSES + gem]]
    )
