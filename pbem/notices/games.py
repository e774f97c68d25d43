"""What is told at a table: turns, moves, time, talk, and the end."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from engine import Event
from engine.errors import Facts
from pbem.model import Kind
from pbem.notices.base import Notice, Sheet

# What is told of orders that could be given, or could have been: codes with facts, which the mails put into words.


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


@dataclass(frozen=True, slots=True, kw_only=True)
class StartedNotice(Notice):
    """The game begins."""

    kind: ClassVar[Kind] = Kind.STARTED
    commitment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnNotice(Notice):
    """It is your turn; `dropped` is the order that waited for it and is no longer possible."""

    kind: ClassVar[Kind] = Kind.TURN
    dropped: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedNotice(Notice):
    """Your order was played, or somebody else's (`who`) whose moves you follow.

    `completed`: we filled in what could only be one way; `from_queue`: it had waited for its turn.
    """

    kind: ClassVar[Kind] = Kind.MOVED
    order: str
    who: str = ""
    completed: bool = False
    from_queue: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuedNotice(Notice):
    """Your order waits for your turn; None: nothing waits any more."""

    kind: ClassVar[Kind] = Kind.QUEUED
    order: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PreviewNotice(Notice):
    """What would happen; `sheet` shows the position after it."""

    kind: ClassVar[Kind] = Kind.PREVIEW
    order: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HintNotice(Notice):
    """Orders worth a thought, the best first; like a preview it shows what could be, and nothing has happened."""

    kind: ClassVar[Kind] = Kind.PREVIEW
    hints: tuple[Hint, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderNotice(Notice):
    """It is still your turn, and `sheet.until` comes nearer; `last_call`: it has passed, and the grace runs."""

    kind: ClassVar[Kind] = Kind.REMINDER
    last_call: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestNotice(Notice):
    """All games in which it is your turn, in one mail; a reply may move in several."""

    kind: ClassVar[Kind] = Kind.DIGEST
    games: tuple[Sheet, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeoutNotice(Notice):
    """Your time ran out: your turn was lost (`skipped`), a stand-in played `order`, or you are out (`resigned`).

    `left`: it happened so often that a bot plays for you until you come back, or until someone else takes the seat.
    """

    kind: ClassVar[Kind] = Kind.TIMEOUT
    skipped: bool = False
    order: str | None = None
    resigned: bool = False
    left: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PressNotice(Notice):
    """Somebody said something: to the table, or to you alone; `own` is a copy of what the reader said to `whom`."""

    kind: ClassVar[Kind] = Kind.PRESS
    author: str
    words: str
    private: bool = False
    own: bool = False
    whom: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedNotice(Notice):
    """The game is over; `record` holds the secret and every order. No `analysis` for a reader who wants none."""

    kind: ClassVar[Kind] = Kind.ENDED
    record: str
    analysis: Analysis | None = None
