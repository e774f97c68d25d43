"""What a seat can look forward to, as a row of numbers: how near it is to cards, points, nobles and the end."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from engine.cards import Card, Noble
from engine.gems import GEMS, GOLD, Bonuses, Colour, Tokens
from engine.state import WINNING_POINTS, Position, Seat

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


def prospects(position: Position, number: int, cards: Sequence[Card]) -> list[float]:
    """The numbers of one seat, each about 0 to 1, in the order of NAMES; `cards` are those on the table."""
    seat = position.seats[number]
    own = [held.card for held in seat.reserved if held.card]
    wait, over = _wait(position, number)
    return [
        1.0,
        seat.points / WINNING_POINTS,
        _best_rival(position, number) / WINNING_POINTS,
        wait / len(position.seats),
        (len(position.seats) - 2) / 2,
        float(over),
        len(seat.bought) / 10,
        *_bonuses(seat.bonuses),
        sum(seat.tokens) / 10,
        seat.tokens[GOLD] / 3,
        (6 - seat.tokens.count(0)) / 6,
        len(seat.reserved) / 3,
        (len(seat.reserved) - len(own)) / 3,
        sum(card.points for card in own) / 10,
        *_reach(seat, () if over else (*cards, *own), position.nobles),
    ]


def _best_rival(position: Position, number: int) -> int:
    return max(seat.points for other, seat in enumerate(position.seats) if other != number)


def _wait(position: Position, number: int) -> tuple[int, bool]:
    """How many seats play before this one does, and whether it has had its last turn."""
    if position.turn is None or position.seats[number].resigned:
        return 0, True
    seating = position.seating
    ahead = seating.index(number) - seating.index(position.turn)
    return ahead % len(seating), position.last_round and ahead < 0


def _bonuses(bonuses: Bonuses) -> tuple[float, float, float]:
    none, one, two = bonuses.count(0), bonuses.count(1), bonuses.count(2)
    return (5 - none) / 5, (5 - none - one) / 5, (5 - none - one - two) / 5


def _reach(seat: Seat, cards: Sequence[Card], nobles: tuple[Noble, ...]) -> list[float]:
    noble_prospects, completing = _noble_prospects(seat.bonuses, nobles)
    bonuses, tokens, gold = seat.bonuses, seat.tokens, seat.tokens[GOLD]
    near = [0.0, 0.0, 0.0]
    bargains = [0.0, 0.0, 0.0]
    gains = [_NO_GAIN, _NO_GAIN, _NO_GAIN]
    for card in cards:
        price, lacking, most = _cost(card, bonuses, tokens)
        lacking -= gold
        nearness = _NEARNESS[lacking][most if most < lacking else lacking] if lacking > 0 else 1.0
        near.append(nearness)
        if points := card.points + _NOBLE * (card.bonus in completing):
            gains.append((points * nearness, points, nearness))
            bargains.append(points * _FRUGALITY[price])
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
        *_ends(gains, WINNING_POINTS - seat.points),
    ]


def _cost(card: Card, bonuses: Bonuses, tokens: Tokens) -> tuple[int, int, int]:
    """The price, how much of it is lacking if there were no gold, and how much of the colour that lacks most."""
    price = lacking = most = 0
    for colour, count in card.demands:
        due = count - bonuses[colour]
        if due > 0:
            price += due
            due -= tokens[colour]
            if due > 0:
                lacking += due
                most = due if due > most else most
    return price, lacking, most


@lru_cache(maxsize=1 << 12)
def _noble_prospects(bonuses: Bonuses, nobles: tuple[Noble, ...]) -> tuple[tuple[float, ...], tuple[Colour, ...]]:
    """How near the nearest three are, and the bonuses that would complete one."""
    near = [0.0, 0.0, 0.0]
    completing = []
    for noble in nobles:
        missing = [need - have if need > have else 0 for need, have in zip(noble.needs, bonuses, strict=True)]
        count = sum(missing)
        near.append(_NOBLE_NEARNESS[count])
        if count == 1:
            completing.append(GEMS[missing.index(1)])
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
