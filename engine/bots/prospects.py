"""What a seat can look forward to, as a row of numbers: how near it is to cards, points, nobles and the end."""

from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from engine.bots.core import (
    BLOCK,
    BONUS,
    BONUSES,
    BOUGHT,
    DECKS,
    DEMANDS,
    HAND,
    LAST_ROUND,
    NEEDS,
    NOTHING,
    POINTS,
    RESIGNED,
    SEATS,
    TABLE,
    TILES,
    TURN,
    WORTH,
    Flat,
    seats_of,
)
from engine.gems import GOLD
from engine.state import HAND_LIMIT, WINNING_POINTS

NAMES = (
    *("one", "points", "points of the best rival", "seats until the turn", "seats", "no turn left"),
    *("bonuses", "colours of bonuses", "colours of two bonuses", "colours of three bonuses"),
    *("tokens", "gold", "colours of tokens", "hand", "unknown hand", "points in hand"),
    *("nearest noble", "second nearest noble", "third nearest noble"),
    *("nearest card", "second nearest card", "third nearest card", "all near cards"),
    *("best bargain", "second best bargain", "third best bargain", "all bargains"),
    *("nearest points", "second nearest points", "third nearest points", "all near points"),
    *("points now", "end with one card", "end with two cards"),
)

# How many turns it takes to gather so many tokens of one colour: two at a time are seldom to be had.
_TURNS_FOR_ONE_COLOUR = (0.0, 1.0, 1.6, 2.6, 3.2, 4.2, 5.2, 6.2)
_GEMS_A_TURN = 3
_PATIENCE = 0.72
_MISSING_BONUS = 0.7
_NOBLE = 3
_MOST_OF_TWO = 11
_NEAREST = 6
"""So many of the nearest points are looked at for a pair that ends the game."""


def _nearness(lacking: int, most: int) -> float:
    """1 for what can be bought now, and less for each turn of gathering."""
    turns: float = max(lacking / _GEMS_A_TURN, _TURNS_FOR_ONE_COLOUR[most], 1.0 if lacking else 0.0)
    return float(_PATIENCE**turns)


# By how many tokens are lacking altogether, and of the colour that lacks most.
_NEARNESS = [[_nearness(lacking, most) for most in range(8)] for lacking in range(20)]
_FRUGALITY = [1 / (1 + price / _GEMS_A_TURN) for price in range(20)]
_NOBLE_NEARNESS = [_MISSING_BONUS**missing for missing in range(16)]


# A card that brings points: points times nearness, points, nearness. Plain tuples, as this runs for every order.
_Gain: TypeAlias = tuple[float, int, float]
_NO_GAIN: _Gain = (0.0, 0, 0.0)


def prospects(flat: Flat, place: int) -> list[float]:
    """The numbers of the seat at this place in the order of play, each about 0 to 1, in the order of NAMES."""
    mine = SEATS + BLOCK * place
    tokens, bonuses = tuple(flat[mine : mine + 6]), tuple(flat[mine + BONUSES : mine + BONUSES + 5])
    hand = flat[mine + HAND : mine + HAND + HAND_LIMIT]
    own = [card for card in hand if card >= 0]
    count = (len(flat) - SEATS) // BLOCK
    ahead = place - flat[TURN]
    over = flat[TURN] < 0 or flat[mine + RESIGNED] == 1 or (flat[LAST_ROUND] == 1 and ahead < 0)
    held = HAND_LIMIT - hand.count(NOTHING)
    return [
        1.0,
        flat[mine + POINTS] / WINNING_POINTS,
        max([flat[seat + POINTS] for seat in seats_of(flat) if seat != mine]) / WINNING_POINTS,
        0.0 if flat[TURN] < 0 or flat[mine + RESIGNED] else ahead % count / count,
        (count - 2) / 2,
        float(over),
        flat[mine + BOUGHT] / 10,
        *_bonuses(bonuses),
        sum(tokens) / 10,
        tokens[GOLD] / 3,
        (6 - tokens.count(0)) / 6,
        held / 3,
        (held - len(own)) / 3,
        sum([WORTH[card] for card in own]) / 10,
        *_reach(
            _near_by(bonuses, tokens),
            [] if over else [card for card in flat[TABLE:DECKS] if card >= 0] + own,
            *_noble_prospects(bonuses, tuple(flat[TILES:SEATS])),
            WINNING_POINTS - flat[mine + POINTS],
        ),
    ]


@lru_cache(maxsize=1 << 12)
def _bonuses(bonuses: tuple[int, ...]) -> tuple[float, float, float]:
    none, one, two = bonuses.count(0), bonuses.count(1), bonuses.count(2)
    return (5 - none) / 5, (5 - none - one) / 5, (5 - none - one - two) / 5


class _Near(dict[int, tuple[float, float]]):
    """How near each card is to a seat with these bonuses and tokens, and how frugal; found once it is asked for."""

    def __init__(self, bonuses: tuple[int, ...], tokens: tuple[int, ...]) -> None:
        self.bonuses = bonuses
        self.tokens = tokens

    def __missing__(self, card: int) -> tuple[float, float]:
        price = most = 0
        lacking = -self.tokens[GOLD]
        for colour, count in DEMANDS[card]:
            due = count - self.bonuses[colour]
            if due > 0:
                price += due
                due -= self.tokens[colour]
                if due > 0:
                    lacking += due
                    most = due if due > most else most
        nearness = _NEARNESS[lacking][most if most < lacking else lacking] if lacking > 0 else 1.0
        self[card] = found = (nearness, _FRUGALITY[price])
        return found


_near_by = lru_cache(maxsize=1 << 12)(_Near)


def _reach(
    near_by: _Near, cards: list[int], noble_prospects: tuple[float, ...], completing: tuple[int, ...], needed: int
) -> list[float]:
    near = [0.0, 0.0, 0.0]
    bargains = [0.0, 0.0, 0.0]
    gains = [_NO_GAIN, _NO_GAIN, _NO_GAIN]
    for card in cards:
        nearness, frugality = near_by[card]
        near.append(nearness)
        if points := WORTH[card] + _NOBLE * (BONUS[card] in completing):
            gains.append((points * nearness, points, nearness))
            bargains.append(points * frugality)
    gains.sort(reverse=True)
    return [
        *noble_prospects,
        *_best_three(near, 1, 8),
        *_best_three(bargains, 3, 10),
        gains[0][0] / 5,
        gains[1][0] / 5,
        gains[2][0] / 5,
        sum([worth for worth, _, _ in gains]) / 10,
        max([points for worth, points, _ in gains if worth == points]) / 5,
        *_ends(gains, needed),
    ]


@lru_cache(maxsize=1 << 12)
def _noble_prospects(bonuses: tuple[int, ...], tiles: tuple[int, ...]) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """How near the nearest three nobles are, and the bonuses that would complete one."""
    near = [0.0, 0.0, 0.0]
    completing = []
    for tile in tiles:
        if tile == NOTHING:
            continue
        missing = [(gem, need - bonuses[gem]) for gem, need in NEEDS[tile] if need > bonuses[gem]]
        count = sum([lacking for _, lacking in missing])
        near.append(_NOBLE_NEARNESS[count])
        if count == 1:
            completing.append(missing[0][0])
    near.sort(reverse=True)
    return tuple(near[:3]), tuple(completing)


def _best_three(numbers: list[float], unit: float, sum_unit: float) -> tuple[float, float, float, float]:
    numbers.sort(reverse=True)
    return numbers[0] / unit, numbers[1] / unit, numbers[2] / unit, sum(numbers) / sum_unit


def _ends(gains: list[_Gain], needed: int) -> tuple[float, float]:
    """How near a card is that ends the game, and a pair of cards that does."""
    if needed > _MOST_OF_TWO:
        return 0.0, 0.0
    one = max((near for _, points, near in gains if points >= needed), default=0.0)
    pairs = combinations(gains[:_NEAREST], 2)
    two = max((near * nearer for (_, a, near), (_, b, nearer) in pairs if a + b >= needed), default=0.0)
    return one, two
