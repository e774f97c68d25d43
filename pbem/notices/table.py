"""What is told at a table: turns, moves, time, talk, and the end."""

from dataclasses import dataclass
from typing import ClassVar

from pbem.advice import Analysis, Hint
from pbem.model import Kind
from pbem.notices.base import Notice, Sheet


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
