"""What answers a mail, whatever it asked for."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from engine.errors import Facts
from pbem.model import Kind, Player, Seating, Terms, Trouble, Vacation
from pbem.notices.base import Notice, Sheet


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
    """Somebody wrote in your name without a tag: say `yes` if it was you.

    `welcome` says that we have not heard of this address before, `second` that it is to be a player's second address.
    `asks` is the one command that a yes carries out, asked because it can't be undone, or needs another's consent.
    `held` is the mail that waits for the yes, where it is not the one that is answered.
    """

    kind: ClassVar[Kind] = Kind.CONFIRM
    understood: tuple[str, ...]
    welcome: bool = False
    second: bool = False
    asks: str = ""
    held: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HelpNotice(Notice):
    """How to play by mail."""

    kind: ClassVar[Kind] = Kind.HELP


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesNotice(Notice):
    """The rules of an edition."""

    kind: ClassVar[Kind] = Kind.RULES
    edition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusNotice(Notice):
    """Where your games stand; with `sheet`, the board of one game.

    `stopped` says that no more mail will come, `forgotten` that nothing of the reader is kept, `waiting_for` who has
    yet to agree to a rematch, `watching` whether the reader looks on from now on, or no longer.
    """

    kind: ClassVar[Kind] = Kind.STATUS
    games: tuple[Sheet, ...] = ()
    stopped: bool = False
    forgotten: bool = False
    waiting_for: tuple[str, ...] = ()
    watching: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsNotice(Notice):
    """How we write to you from now on; `changed` names the setting that was just changed."""

    kind: ClassVar[Kind] = Kind.STATUS
    player: Player
    vacations: tuple[Vacation, ...] = ()
    vacation_days_left: int = 0
    changed: str = ""
    about: str = ""
    """Who is no longer heard, or is again; the address that was asked whether it may be the second one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryNotice(Notice):
    """All that happened in a game: `sheet.news` from the first move on."""

    kind: ClassVar[Kind] = Kind.STATUS


@dataclass(frozen=True, slots=True, kw_only=True)
class DataNotice(Notice):
    """All that we hold of you, as JSON."""

    kind: ClassVar[Kind] = Kind.STATUS
    data: str


# What is told of tables that are not full yet.


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


# What those who run the server, or a game, are told.


@dataclass(frozen=True, slots=True, kw_only=True)
class BounceNotice(Notice):
    """To the admins: a player's mail came back, or could not be sent."""

    kind: ClassVar[Kind] = Kind.BOUNCE_NOTICE
    player: str
    game_id: int | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DirectorNotice(Notice):
    """A director did something to the game: `sheet.news` says what. To the director: it is `done`."""

    kind: ClassVar[Kind] = Kind.STATUS
    done: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertNotice(Notice):
    """To the admins: something about the server needs a person, or no longer does."""

    kind: ClassVar[Kind] = Kind.STATUS
    trouble: Trouble
    since: datetime | None = None
    figure: int = 0
    """How many mails, or how many megabytes."""
    error: str = ""
    """What went wrong, in the words of whatever said so."""
    over: bool = False
