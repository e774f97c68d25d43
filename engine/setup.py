"""How a game begins: how many seats, which edition, which order of play, and how the cards lie."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import CARDS, LEVELS, NOBLES, Card, Noble
from engine.errors import InvalidSetup
from engine.gems import NO_BONUSES, NO_TOKENS, Tokens
from engine.shuffle import Stream
from engine.state import PLACES, Decks, Row, Seat, State, Table

EDITIONS = ("2014", "2019", "2021")
DEFAULT_EDITION = "2019"
_GEMS_BY_SEATS = {2: 4, 3: 5, 4: 7}
_GOLD = 5


@dataclass(frozen=True, slots=True)
class Setup:
    """Either a `seed` to shuffle by, or `decks` and `nobles` stacked: the first id is dealt first.

    `seating` lists the seats in the order of play; without it they play as numbered.
    """

    seats: int
    edition: str = DEFAULT_EDITION
    seed: bytes | None = None
    decks: tuple[tuple[str, ...], ...] | None = None
    nobles: tuple[str, ...] | None = None
    seating: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if self.seats not in _GEMS_BY_SEATS:
            raise InvalidSetup(f"2 to 4 seats, not {self.seats}")
        if self.edition not in EDITIONS:
            raise InvalidSetup(f"edition {self.edition!r} is none of {', '.join(EDITIONS)}")
        self._freeze("seating", tuple(self.seating) or tuple(range(self.seats)))
        if sorted(self.seating) != list(range(self.seats)):
            raise InvalidSetup(f"seating {self.seating} does not list each of {self.seats} seats once")
        self._settle_cards()

    def _settle_cards(self) -> None:
        if self.seed is not None:
            if self.decks is not None or self.nobles is not None:
                raise InvalidSetup("a seed or stacked decks, not both")
            return
        if self.decks is None or self.nobles is None:
            raise InvalidSetup("a seed, or stacked decks and nobles")
        if len(self.decks) != len(LEVELS):
            raise InvalidSetup(f"three decks, not {len(self.decks)}")
        for level, deck in zip(LEVELS, self.decks, strict=True):
            _check_ids(deck, {card.id for card in CARDS.values() if card.level == level}, f"deck {level}")
        _check_ids(self.nobles, set(NOBLES), "nobles")
        self._freeze("decks", tuple(tuple(deck) for deck in self.decks))
        self._freeze("nobles", tuple(self.nobles))

    def _freeze(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)


def _check_ids(ids: Sequence[str], known: set[str], where: str) -> None:
    if unknown := [each for each in ids if each not in known]:
        raise InvalidSetup(f"{where}: {unknown[0]!r} does not belong there")
    if len(set(ids)) != len(ids):
        raise InvalidSetup(f"{where}: an id stands there twice")


def deal(setup: Setup) -> State:
    """Lay out the opening position."""
    stacks, nobles = _stacked(setup) if setup.seed is None else _shuffled(setup.seed)
    gems = _GEMS_BY_SEATS[setup.seats]
    bank: Tokens = (gems, gems, gems, gems, gems, _GOLD)
    table: Table = (_row(stacks[0]), _row(stacks[1]), _row(stacks[2]))
    decks: Decks = (stacks[0][PLACES:], stacks[1][PLACES:], stacks[2][PLACES:])
    seat = Seat(tokens=NO_TOKENS, bonuses=NO_BONUSES)
    return State(
        edition=setup.edition,
        seating=setup.seating,
        bank=bank,
        table=table,
        decks=decks,
        nobles=nobles[: setup.seats + 1],
        seats=(seat,) * setup.seats,
        turn=setup.seating[0],
    )


def _row(stack: tuple[Card, ...]) -> Row:
    first, second, third, fourth = (stack + (None,) * PLACES)[:PLACES]
    return (first, second, third, fourth)


def _stacked(setup: Setup) -> tuple[Decks, tuple[Noble, ...]]:
    assert setup.decks is not None
    assert setup.nobles is not None
    one, two, three = (tuple(CARDS[each] for each in deck) for deck in setup.decks)
    return (one, two, three), tuple(NOBLES[each] for each in setup.nobles)


def _shuffled(seed: bytes) -> tuple[Decks, tuple[Noble, ...]]:
    stream = Stream(seed)
    one, two, three = (stream.shuffled([card for card in CARDS.values() if card.level == level]) for level in LEVELS)
    return (one, two, three), stream.shuffled(list(NOBLES.values()))
