"""What is told of tables that are not full yet."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from pbem.model import Kind, Seating, Terms
from pbem.notices.base import Notice


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody at a table that is not full; no reliability before they have played."""

    name: str
    reliability: int | None = None
    bot: bool = False


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A game that waits for its players."""

    game_id: int
    host: str
    guests: tuple[Guest, ...]
    seats: int
    invited: int
    """How many have not answered yet."""
    edition: str
    terms: Terms
    seating: Seating
    public: bool
    until: datetime
    commitment: str = ""
    """SHA-256 of the secret that the cards will be shuffled by."""


class LobbyNews(StrEnum):
    """What became of a table."""

    OPENED = "opened"
    JOINED = "joined"
    LEFT = "left"
    INVITED = "invited"
    DECLINED = "declined"
    EXPIRED = "expired"
    CALLED_OFF = "called off"


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyNotice(Notice):
    """The open tables; with `table`, what became of one: `news`, by whom."""

    kind: ClassVar[Kind] = Kind.LOBBY
    tables: tuple[OpenTable, ...] = ()
    table: OpenTable | None = None
    news: LobbyNews | None = None
    who: str = ""
    """Whose doing it is; empty: the reader's own, or nobody's."""

    @property
    def game_id(self) -> int | None:
        return self.table.game_id if self.table else None


@dataclass(frozen=True, slots=True, kw_only=True)
class InviteNotice(Notice):
    """Somebody wants to play with you; with `sheet`, you are asked to take over a seat that somebody left.

    `again`: this is the reminder.
    """

    kind: ClassVar[Kind] = Kind.INVITE
    table: OpenTable
    again: bool = False

    @property
    def game_id(self) -> int | None:
        return self.table.game_id
