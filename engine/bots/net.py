"""A net that judges positions: each seat's chance to win, and how promising each action looks; taught by self-play.

The same small layer looks at every card and one at every noble; what they find is summed up for the table, the hand of
the seat on turn and the others' hands, and two layers make an opinion of that. Only this module needs numpy.
"""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.bots.core import (
    BANK,
    BLOCK,
    BONUSES,
    BOUGHT,
    DECKS,
    FEWER,
    HAND,
    LAST_ROUND,
    POINTS,
    RESIGNED,
    ROUND,
    SEATS,
    TABLE,
    TILES,
    TURN,
    Flat,
    seats_of,
)
from engine.cards import CARDS, NOBLES
from engine.gems import GEMS, GOLD
from engine.state import TOKEN_LIMIT, WINNING_POINTS

Numbers: TypeAlias = NDArray[np.float32]
Whole: TypeAlias = NDArray[np.int16]

SHAPES: dict[str, tuple[int, ...]] = {
    "card": (30, 48),
    "card bias": (48,),
    "noble": (13, 16),
    "noble bias": (16,),
    "first": (244, 128),
    "first bias": (128,),
    "second": (128, 128),
    "second bias": (128,),
    "value": (128, 4),
    "value bias": (4,),
    "action": (128, 40),
    "action bias": (40,),
    "of card": (48, 16),
    "of all": (128, 16),
    "of both": (16,),
    "card action": (16, 2),
    "card action bias": (2,),
}
"""The layers, in the order in which the file holds them."""
SIZE = sum(int(np.prod(shape)) for shape in SHAPES.values())
WEIGHTS = {
    "net.npy": "fe5b9404a58dfcae3b2a512efc8e1e53a3e13a1f0ecf96c64745cd95726725a4",
    "net_many.npy": "1a4ea1cb6cea9a32b2ea277f729593e21abc13dd9d5449a22febd2257e42922d",
}
"""The files with their checksums: of the net for two seats, and of the one that was taught at three and four."""
_MOST_SEATS = 4
_TWO = 2
_SHARE = 0.25

# Two rows more than there are cards: those of NOTHING and of UNKNOWN, counted from the end.
_EMPTY = ((0,) * 5,) * 2
_COSTS: Whole = np.array([*(card.cost for card in CARDS.values()), *_EMPTY], np.int16)
_NEEDS: Whole = np.array([*(noble.needs for noble in NOBLES.values()), *_EMPTY], np.int16)
_WORTH: Whole = np.array([*(card.points for card in CARDS.values()), 0, 0], np.int16)
_ABOUT: Numbers = np.array(
    [
        *(
            [card.points / 5, card.level / 3, *(card.bonus == gem for gem in GEMS), *(cost / 4 for cost in card.cost)]
            for card in CARDS.values()
        ),
        *[[0] * 12] * 2,
    ],
    np.float32,
)


class Features(NamedTuple):
    """Positions of the same seats as the net sees them; the seat on turn comes first."""

    cards: Numbers
    """By position and place: the table, then the hand of each seat; a row of zeros where nothing is known to lie."""
    nobles: Numbers
    rest: Numbers


Opinion: TypeAlias = tuple[list[float], list[tuple[float, int]]]
"""The chances of the seats in the order of play, and the actions with how promising they look, the best first."""


class Net:
    """The weights by the names of their layers."""

    def __init__(self, weights: Numbers) -> None:
        self.layers: dict[str, Numbers] = {}
        start = 0
        for name, shape in SHAPES.items():
            size = int(np.prod(shape))
            self.layers[name] = weights[start : start + size].reshape(shape)
            start += size

    def judge(self, flats: Sequence[Flat], legal: Sequence[Sequence[int]]) -> list[Opinion]:
        """Of positions of one game, none of them over, in which these actions are legal."""
        playing = alive(flats[0])
        positions = np.array(flats, np.int16)
        values, wishes = self.opinion(features(positions, playing))
        chances = np.zeros((len(flats), len(seats_of(flats[0]))), np.float32)
        in_turn = np.array(playing)[_in_turn(positions, playing)]
        chances[np.arange(len(flats))[:, None], in_turn] = _shares(values[:, : len(playing)])
        promising = (
            sorted(zip(_shares(each[actions]).tolist(), actions, strict=True), reverse=True)
            for each, actions in zip(wishes, map(list, legal), strict=True)
        )
        return list(zip(chances.tolist(), promising, strict=True))

    def opinion(self, seen: Features) -> tuple[Numbers, Numbers]:
        """What the layers make of it: a number for each seat from the one on turn, and one for each action."""
        of = self.layers
        cards = np.maximum(seen.cards @ of["card"] + of["card bias"], 0) * (seen.cards[:, :, 1:2] > 0)
        nobles = np.maximum(seen.nobles @ of["noble"] + of["noble bias"], 0)
        nobles *= seen.nobles[:, :, :5].sum(2, keepdims=True) > 0
        pools = (cards[:, :12].sum(1), cards[:, 12:15].sum(1), cards[:, 15:].sum(1), nobles.sum(1))
        pooled = np.concatenate((*(pool * _SHARE for pool in pools), seen.rest), 1)
        trunk = np.maximum(pooled @ of["first"] + of["first bias"], 0)
        trunk = np.maximum(trunk @ of["second"] + of["second bias"], 0)
        both = cards[:, :15] @ of["of card"] + (trunk @ of["of all"] + of["of both"])[:, None]
        on_cards = np.maximum(both, 0) @ of["card action"] + of["card action bias"]
        others = trunk @ of["action"] + of["action bias"]
        return trunk @ of["value"] + of["value bias"], np.concatenate(
            (on_cards[:, :, 0], on_cards[:, :12, 1], others), 1
        )


def _shares(numbers: Numbers) -> Numbers:
    odds = np.exp(numbers - numbers.max(-1, keepdims=True))
    shares: Numbers = odds / odds.sum(-1, keepdims=True)
    return shares


def alive(flat: Flat) -> list[int]:
    """The places of those who have not resigned; the others are left out of what the net sees."""
    return [place for place, seat in enumerate(seats_of(flat)) if not flat[seat + RESIGNED]]


def _in_turn(positions: Whole, playing: Sequence[int]) -> Whole:
    """Which of those who play on is on turn, which comes after it, and so on."""
    first = np.searchsorted(np.array(playing), positions[:, TURN])
    turns: Whole = ((first[:, None] + np.arange(len(playing))) % len(playing)).astype(np.int16)
    return turns


def features(positions: Whole, playing: Sequence[int]) -> Features:
    """What the net sees of positions in which these seats, at least two, play on; in none of them the game is over."""
    count, rows = len(positions), np.arange(len(positions))[:, None]
    places = _in_turn(positions, playing)
    seats = positions[:, SEATS:].reshape(count, -1, BLOCK)[:, playing][rows, places]
    hands = seats[:, :, HAND : HAND + 3]
    cards = np.concatenate((positions[:, TABLE:DECKS], hands.reshape(count, -1)), 1)
    tiles = positions[:, TILES:SEATS]
    missing = np.maximum(_NEEDS[tiles][:, None] - seats[:, :, None, BONUSES : BONUSES + 5], 0)
    return Features(
        _cards(cards, seats, missing[:, 0]),
        _nobles(tiles, missing),
        np.concatenate((_seats(seats, hands), _table(positions, seats, places)), 1),
    )


def _cards(cards: Whole, seats: Whole, missing: Whole) -> Numbers:
    tokens, bonuses = seats[:, :, None, :GOLD], seats[:, :, None, BONUSES : BONUSES + 5]
    due = np.maximum(_COSTS[cards][:, None] - bonuses, 0)
    lacking = np.maximum(due - tokens, 0)
    short = np.maximum(lacking.sum(3) - seats[:, :, GOLD, None], 0)
    about = _ABOUT[cards]
    bonus = about[:, :, 2:7]
    wanted = (missing > 0).sum(1)[:, None]
    completing = ((missing == 1) & (missing.sum(2, keepdims=True) == 1)).any(1)[:, None]
    completes = (bonus * completing).sum(2)
    ends = seats[:, None, 0, POINTS] + _WORTH[cards] + 3 * completes >= WINNING_POINTS
    nearest = short[:, 1:].min(1)
    place = np.zeros((cards.shape[1], 3), np.float32)
    place[:12, 0] = place[12:15, 1] = place[15:, 2] = 1
    columns = [
        lacking[:, 0] / 4,
        *(each[..., None] for each in (short[:, 0] / 5, short[:, 0] == 0, due[:, 0].sum(2) / 8)),
        *(each[..., None] for each in (short[:, 1] / 5, short[:, 1] == 0, nearest / 5, nearest == 0)),
        *(each[..., None] for each in ((bonus * wanted).sum(2) / 3, completes, ends)),
    ]
    seen = np.concatenate((about, *columns, np.broadcast_to(place, (*cards.shape, 3))), 2, dtype=np.float32)
    seen *= (cards >= 0)[..., None]
    return seen


def _nobles(tiles: Whole, missing: Whole) -> Numbers:
    total = missing.sum(3)
    return np.concatenate(
        (
            _NEEDS[tiles] / 4,
            missing[:, 0] / 4,
            *(each[..., None] / 8 for each in (total[:, 0], total[:, 1], total[:, 1:].min(1))),
        ),
        2,
        dtype=np.float32,
    )


def _seats(seats: Whole, hands: Whole) -> Numbers:
    tokens = seats[:, :, : GOLD + 1]
    numbers = np.concatenate(
        (
            tokens / 4,
            seats[:, :, BONUSES : BONUSES + 5] / 4,
            seats[:, :, POINTS, None] / WINNING_POINTS,
            seats[:, :, BOUGHT, None] / 15,
            (hands != -1).sum(2, keepdims=True) / 3,
            np.ones((*seats.shape[:2], 1)),
            tokens.sum(2, keepdims=True) / TOKEN_LIMIT,
        ),
        2,
        dtype=np.float32,
    )
    padded = np.zeros((len(seats), _MOST_SEATS, numbers.shape[2]), np.float32)
    padded[:, : seats.shape[1]] = numbers
    return padded.reshape(len(seats), -1)


def _table(positions: Whole, seats: Whole, places: Whole) -> Numbers:
    count = seats.shape[1]
    return np.concatenate(
        (
            positions[:, BANK:TABLE] / 7,
            positions[:, DECKS:TILES] / np.array((40, 30, 20)),
            positions[:, (LAST_ROUND, FEWER)],
            seats[:, 0, : GOLD + 1].sum(1, keepdims=True) > TOKEN_LIMIT,
            np.tile(np.arange(2, 5) == count, (len(seats), 1)),
            np.arange(_MOST_SEATS) == places[:, :1],
            positions[:, ROUND, None] / 40,
        ),
        1,
        dtype=np.float32,
    )


def weights_for(seats: int) -> str:
    """The file of the net that was taught at tables of so many."""
    two, many = WEIGHTS
    return many if seats > _TWO else two


def taught(seats: int) -> Net:
    """The net for a table of so many that comes with the program."""
    return _read(weights_for(seats))


@cache
def _read(name: str) -> Net:
    content = (files("engine") / "bots" / name).read_bytes()
    if sha256(content).hexdigest() != WEIGHTS[name]:
        raise ValueError(f"{name} is not the file that this version was made with")
    return Net(np.load(BytesIO(content), allow_pickle=False).astype(np.float32))
