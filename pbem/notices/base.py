"""What every notice is made of: whom it is for, and the game as that reader may see it."""

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from engine import Event, View
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
class Said:
    """A remark as its reader hears it."""

    author: str
    words: str
    private: bool = False
    number: int = 0
    """The remark's own, by which the post room tells what a reader has heard already."""


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody at the table is on vacation until then."""

    name: str
    until: datetime


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game as one seat, or a spectator (no seat), may see it, and what happened since that seat last moved."""

    game_id: int
    seat: int | None
    names: tuple[str, ...]
    view: View
    news: tuple[Event, ...]
    length: int
    """How many ledger lines there are: the mail's turn number."""
    queued: str | None = None
    until: datetime | None = None
    """When the time of the seat on turn runs out, if there is a clock."""
    grace: datetime | None = None
    """When somebody else plays the turn."""
    paused: bool = False
    away: tuple[Away, ...] = ()
    note: str = ""
    """What the reader wanted to be reminded of."""
    talk: tuple[Said, ...] = ()
    """What was said since the last mail to this seat."""
    heard: int = 0
    """The last remark in `talk`."""

    @property
    def my_turn(self) -> bool:
        return self.seat is not None and self.view.turn == self.seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One mail's worth of news. `answers` is the Message-ID of the mail that it answers, if it does."""

    kind: ClassVar[Kind]
    to: Reader
    sheet: Sheet | None = None
    answers: str | None = None
    not_before: datetime | None = None
    """When the mail may leave, if not at once: nobody is woken by talk."""

    @property
    def game_id(self) -> int | None:
        """The game that the mail is about, if it is about one."""
        return self.sheet.game_id if self.sheet else None
