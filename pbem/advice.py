"""What is told of orders that could be given, or could have been: codes with facts, which the mails put into words."""

from dataclasses import dataclass, field
from enum import StrEnum

from engine import Event
from engine.errors import Facts


class Why(StrEnum):
    """What speaks for an order."""

    WINS = "wins"
    ENDS = "ends"
    """It begins the last round, with so many `points`."""
    NOBLE = "noble"
    POINTS = "points"
    BLOCKS = "blocks"
    """Another `seat` could buy the card at once."""
    NOBLE_NEAR = "noble near"
    """One bonus more, and the noble comes."""
    AFFORDABLE = "affordable"
    """The cards that can be bought next turn, and could not before."""
    TOWARDS = "towards"
    """A card that can be bought after one more turn of gathering."""
    FREE = "free"
    CHEAPER = "cheaper"
    """The bonus takes something off the price of so many cards."""
    KEEPS = "keeps"
    """Nobody else can have the card."""
    GOLD = "gold"
    NEARER = "nearer"
    """Less is lacking for so many cards."""
    ONLY = "only"
    LITTLE = "little"


@dataclass(frozen=True, slots=True)
class Reason:
    """Something that speaks for an order; cards and nobles are named by their places."""

    why: Why
    facts: Facts = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Hint:
    """An order worth a thought, and the strongest reasons for it."""

    order: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Lead:
    """How often the first place changed hands, and who had it `since` a round, up to the end."""

    changes: int
    seat: int | None = None
    since: int = 0


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that cost much: what happened, what was better, and the chance of winning by either, per cent."""

    round: int
    events: tuple[Event, ...]
    better: str
    kept: int
    fell: int


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game that is over, looked back on."""

    lead: Lead
    turning_points: tuple[TurningPoint, ...] = ()
    cut_short: tuple[Event, ...] = ()
    """What ended the game, if it was no order."""
