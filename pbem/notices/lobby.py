"""What is told of tables that are not full yet."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, auto

from pbem.i18n import Language
from pbem.i18n.language import N_
from pbem.model import Kind, Seating, Terms
from pbem.notices.base import Notice, Thread, notice


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody at a table that is not full; no reliability before they have played."""

    name: str
    reliability: int | None = None
    bot: bool = False


@dataclass(frozen=True, slots=True)
class TableFacts:
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
    awaited: tuple[str, ...] = ()
    """Who is invited and has not answered, for the host alone."""


class LobbyNews(StrEnum):
    """What became of a table."""

    OPENED = "opened"
    JOINED = "joined"
    LEFT = "left"
    INVITED = "invited"
    DECLINED = "declined"
    EXPIRED = "expired"
    CALLED_OFF = "called off"


_OWN_DOINGS: Mapping[LobbyNews, str] = {
    LobbyNews.OPENED: N_("Your table is open"),
    LobbyNews.JOINED: N_("You have a seat at the table"),
    LobbyNews.LEFT: N_("You left the table"),
    LobbyNews.INVITED: N_("The invitations have been sent"),
    LobbyNews.DECLINED: N_("You declined"),
}


@notice(Kind.LOBBY, names_others=True)
class LobbyNotice(Notice):
    """The open tables; with `table`, what became of one: `news`, by whom."""

    tables: tuple[TableFacts, ...] = ()
    table: TableFacts | None = None
    news: LobbyNews | None = None
    who: str = ""
    """Whose doing it is; empty: the reader's own, or nobody's."""
    changes: tuple[tuple[LobbyNews, str], ...] = ()
    """All that others did since the reader was last told, the last of it as above."""
    last_mail: datetime | None = None
    """When the reader's last mail left and the relay took it."""

    @property
    def game_id(self) -> int | None:
        return self.table.game_id if self.table else None

    def title(self, language: Language) -> str:
        say = language.gettext
        match self.news:
            case None:
                return say("Open tables")
            case LobbyNews.CALLED_OFF:
                return say("The game is called off")
            case _ if self.who:
                return say("News about your table")
        return say(_OWN_DOINGS[self.news])


class Invited(StrEnum):
    """Why an invitation is sent: at first, once more as a reminder, or in answer to what was said to it."""

    FIRST = auto()
    AGAIN = auto()
    LATER = auto()
    UNCLEAR = auto()
    COMPANY = auto()


@notice(Kind.INVITE, names_others=False, thread=Thread.ALONE, unasked=True)
class InviteNotice(Notice):
    """Somebody wants to play with you; with `game view`, you are asked to take over a seat that somebody left."""

    table: TableFacts
    why: Invited = Invited.FIRST

    @property
    def game_id(self) -> int | None:
        return self.table.game_id

    def title(self, language: Language) -> str:
        return language.gettext("A seat is free") if self.game_view else language.gettext("An invitation")
