"""What somebody is to be told: values that hold only what the reader may know. Rendering makes mails of them."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from engine import Event, View
from engine.errors import Facts
from pbem.model import Kind


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom a mail is for; `player_id` is None for somebody whom we don't know."""

    address: str
    language: str
    timezone: str = "UTC"
    name: str = ""
    player_id: int | None = None
    generation: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game as one seat may see it, and what happened since that seat last moved."""

    game_id: int
    seat: int
    names: tuple[str, ...]
    view: View
    news: tuple[Event, ...]
    length: int
    """How many ledger lines there are: the mail's turn number."""
    queued: str | None = None
    until: datetime | None = None
    """When the time of the seat on turn runs out, if there is a clock."""

    @property
    def my_turn(self) -> bool:
        return self.view.turn == self.seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One mail's worth of news. `answers` is the Message-ID of the mail that it answers, if it does."""

    kind: ClassVar[Kind]
    to: Reader
    sheet: Sheet | None = None
    answers: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnNotice(Notice):
    """It is your turn; `dropped` is the order that waited for it and is no longer possible."""

    kind: ClassVar[Kind] = Kind.TURN
    dropped: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedNotice(Notice):
    """Your order was played; `completed` if we filled in what could only be one way."""

    kind: ClassVar[Kind] = Kind.MOVED
    order: str
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
class StartedNotice(Notice):
    """The game begins."""

    kind: ClassVar[Kind] = Kind.STARTED
    commitment: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedNotice(Notice):
    """The game is over; `record` holds the secret and every order."""

    kind: ClassVar[Kind] = Kind.ENDED
    record: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedNotice(Notice):
    """Nothing was changed: `code` and `facts` say why, `understood` what we read, `choices` what could be meant."""

    kind: ClassVar[Kind] = Kind.REFUSED
    code: str
    facts: Facts
    understood: str = ""
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmNotice(Notice):
    """Somebody wrote in your name without a tag: say `yes` if it was you."""

    kind: ClassVar[Kind] = Kind.CONFIRM
    understood: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpNotice(Notice):
    """How to play by mail."""

    kind: ClassVar[Kind] = Kind.HELP


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusNotice(Notice):
    """Where your games stand; with `sheet`, the board of one game.

    `stopped` says that no more mail will come, `waiting_for` who has yet to agree to a rematch.
    """

    kind: ClassVar[Kind] = Kind.STATUS
    games: tuple[Sheet, ...] = ()
    stopped: bool = False
    waiting_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BounceNotice(Notice):
    """To the admins: a player's mail came back, or could not be sent."""

    kind: ClassVar[Kind] = Kind.BOUNCE_NOTICE
    player: str
    game_id: int | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderNotice(Notice):
    """It is still your turn, and `sheet.until` comes nearer."""

    kind: ClassVar[Kind] = Kind.REMINDER


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeoutNotice(Notice):
    """Your time ran out: your turn was lost (`skipped`), or a stand-in played `order`."""

    kind: ClassVar[Kind] = Kind.TIMEOUT
    skipped: bool = False
    order: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PressNotice(Notice):
    """Somebody said something: to the table, or to you alone."""

    kind: ClassVar[Kind] = Kind.PRESS
    author: str
    words: str
    private: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class InviteNotice(Notice):
    """Somebody wants to play with you; the hours are the time for a turn, None where there is no clock."""

    kind: ClassVar[Kind] = Kind.INVITE
    game_id: int
    host: str
    names: tuple[str, ...]
    edition: str
    free_hours: int | None = None
    bank_hours: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesNotice(Notice):
    """The rules of an edition."""

    kind: ClassVar[Kind] = Kind.RULES
    edition: str
