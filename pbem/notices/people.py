"""What answers a mail, what is told of open tables, and what those are told who run the server or a game."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from engine.errors import Facts
from pbem.i18n import Language
from pbem.i18n.language import N_
from pbem.model import Kind, Player, Seating, Terms, Vacation
from pbem.notices.base import Asked, GameView, Notice, Thread, notice
from pbem.notices.refusals import REFUSALS


@notice(Kind.REFUSED, names_others=False, offers_moves=True, asking=True)
class RefusedNotice(Notice):
    """Nothing was changed: `code` and `facts` say why, `understood` what we read, `choices` what could be meant."""

    code: str
    facts: Facts
    understood: str = ""
    choices: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        REFUSALS[self.code].check(self.facts)

    def title(self, language: Language) -> str:
        return language.gettext("Nothing was changed")

    @property
    def question(self) -> Asked | None:
        return Asked(self.choices) if self.choices else None


@notice(Kind.CONFIRM, names_others=False, asking=True)
class ConfirmNotice(Notice):
    """Somebody wrote in your name without a tag: say `yes` if it was you.

    `welcome` says that we have not heard of this address before, `second` that it is to be a player's second address.
    `asks` is the one command that a yes carries out, asked because it can't be undone, or needs another's consent.
    `held` is the mail that waits for the yes, where it is not the one that is answered; `more` says that not all of it
    is `understood`, and that the rest is not done.
    """

    understood: tuple[str, ...]
    welcome: bool = False
    second: bool = False
    asks: str = ""
    held: int | None = None
    more: bool = False

    def title(self, language: Language) -> str:
        if self.welcome:
            return language.gettext("Welcome!")
        if self.second:
            return language.gettext("Is this your address?")
        return language.gettext("Are you sure?") if self.asks else language.gettext("Was this you?")

    @property
    def question(self) -> Asked:
        return Asked((self.asks,) if self.asks else (), self.held)


@notice(Kind.HELP, names_others=False)
class HelpNotice(Notice):
    """How to play by mail."""

    def title(self, language: Language) -> str:
        return language.gettext("How to play by mail")


@notice(Kind.RULES, names_others=False)
class RulesNotice(Notice):
    """The rules of an edition."""

    edition: str

    def title(self, language: Language) -> str:
        return language.gettext("The rules")


@notice(Kind.STATUS, names_others=False, offers_moves=True)
class StatusNotice(Notice):
    """Where your games stand; with `game view`, the board of one game.

    `stopped` says that no more mail will come, `forgotten` that nothing of the reader is kept, `waiting_for` who has
    yet to agree to a rematch, `watching` whether the reader looks on from now on, or no longer.
    """

    games: tuple[GameView, ...] = ()
    stopped: bool = False
    forgotten: bool = False
    waiting_for: tuple[str, ...] = ()
    watching: bool | None = None

    def title(self, language: Language) -> str:
        say = language.gettext
        match self:
            case StatusNotice(stopped=True):
                return say("Goodbye for now")
            case StatusNotice(forgotten=True):
                return say("Goodbye")
            case StatusNotice(waiting_for=names) if names:
                return say("A rematch")
            case StatusNotice(watching=False):
                return say("You no longer watch")
            case StatusNotice(watching=True) | StatusNotice(game_view=GameView(seat=None)):
                return say("You are watching")
            case StatusNotice(game_view=None):
                return say("Your games")
        return say("The board")

    @property
    def forgettable(self) -> bool:
        return self.forgotten


@notice(Kind.STATUS, names_others=False, template="settings")
class SettingsNotice(Notice):
    """How we write to you from now on; `changed` names the setting that was just changed."""

    player: Player
    vacations: tuple[Vacation, ...] = ()
    vacation_days_left: int = 0
    changed: str = ""
    about: str = ""
    """Who is no longer heard, or is again; the address that was asked whether it may be the second one."""

    def title(self, language: Language) -> str:
        return language.gettext("Your settings")


@notice(Kind.STATUS, names_others=False, template="history")
class HistoryNotice(Notice):
    """All that happened in a game: `game view.news` from the first move on."""

    def title(self, language: Language) -> str:
        return language.gettext("The game so far")


@notice(Kind.STATUS, names_others=False, template="data")
class DataNotice(Notice):
    """All that we hold of you, as JSON."""

    data: str

    def title(self, language: Language) -> str:
        return language.gettext("Your data")

    @property
    def forgettable(self) -> bool:
        """It tells of others, too; whoever asks again gets it anew."""
        return True


# What is told of tables that are not full yet.


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
    LobbyNews.JOINED: N_("You sit at the table"),
    LobbyNews.LEFT: N_("You left the table"),
    LobbyNews.INVITED: N_("The invitations are sent"),
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
                return say("News of your table")
        return say(_OWN_DOINGS[self.news])


@notice(Kind.INVITE, names_others=False, thread=Thread.ALONE)
class InviteNotice(Notice):
    """Somebody wants to play with you; with `game view`, you are asked to take over a seat that somebody left.

    `again`: this is the reminder.
    """

    table: TableFacts
    again: bool = False

    @property
    def game_id(self) -> int | None:
        return self.table.game_id

    def title(self, language: Language) -> str:
        return language.gettext("A seat is free") if self.game_view else language.gettext("An invitation")


# What those who run the server, or a game, are told.


@notice(Kind.BOUNCE_NOTICE, names_others=True, to_admins=True)
class BounceNotice(Notice):
    """To the admins: a player's mail came back, or could not be sent."""

    player: str
    game_id: int | None
    reason: str

    def title(self, language: Language) -> str:
        return language.gettext("A mail came back")


@notice(Kind.STATUS, names_others=False, template="director")
class DirectorNotice(Notice):
    """A director did something to the game: `game view.news` says what. To the director: it is `done`."""

    done: str = ""

    def title(self, language: Language) -> str:
        return language.gettext("Done") if self.done else language.gettext("From the director")
