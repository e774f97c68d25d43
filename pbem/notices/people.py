"""What answers a mail, what is told of open tables, and what those are told who run the server or a game."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Self

from engine.errors import Facts
from pbem.i18n import Language
from pbem.i18n.language import N_
from pbem.model import Kind, Player, Seating, Terms, Vacation
from pbem.notices.base import Asked, GameView, Notice, Thread, notice
from pbem.notices.refusals import REFUSALS


@notice(Kind.REFUSED, names_others=False, offers_moves=True, asking=True)
class RefusedNotice(Notice):
    """Nothing was changed: `code` and `facts` say why, `understood` what we read, `choices` what could be meant.

    But for `dropped`: an order that waited to be played is not, since its player thought better of it.
    """

    code: str
    facts: Facts
    understood: str = ""
    choices: tuple[str, ...] = ()
    dropped: str = ""

    def __post_init__(self) -> None:
        REFUSALS[self.code].check(self.facts)

    def title(self, language: Language) -> str:
        return language.gettext("Nothing was changed")

    @property
    def question(self) -> Asked | None:
        return Asked(self.choices) if self.choices else None


@notice(Kind.CONFIRM, names_others=False, template="talk", offers_moves=True, asking=True)
class TalkNotice(Notice):
    """A mail was all talk: is it to be sent to those at the table?

    `asks` says that it is a question, to which we know no answer; `alone` that it is for one of them only.
    """

    words: str
    whom: tuple[str, ...]
    asks: bool = False
    alone: bool = False

    def title(self, language: Language) -> str:
        return language.gettext("Is this for the table?")

    @property
    def question(self) -> Asked:
        return Asked((f'tell "{self.whom[0]}" {self.words}' if self.alone else f"say {self.words}",))


@notice(Kind.CONFIRM, names_others=False, asking=True)
class ConfirmNotice(Notice):
    """Somebody wrote in your name without a tag: say `yes` if it was you.

    `second` says that it is to be a player's second address. A yes carries out what is `understood` and nothing else.
    `asks` is the one command that is asked because it can't be undone, or needs another's consent. `held` is the mail
    that waits for the yes, where it is not the one that is answered; `more` says that not all of it is `understood`,
    and that the rest is not done.
    """

    understood: tuple[str, ...]
    second: bool = False
    asks: str = ""
    seats: int = 0
    """How many games the reader plays in."""
    held: int | None = None
    more: bool = False

    def title(self, language: Language) -> str:
        if self.second:
            return language.gettext("Is this your address?")
        return language.gettext("Are you sure?") if self.asks else language.gettext("Was this you?")

    @property
    def question(self) -> Asked:
        return Asked(self.understood or ("",), self.held)


@notice(Kind.HELP, names_others=False, as_it_stands=True)
class HelpNotice(Notice):
    """How to play by mail: how to move, and what else there is; or one `chapter` of that, or `all` of it."""

    chapter: str = ""

    def title(self, language: Language) -> str:
        return language.gettext("How to play by mail")


@notice(Kind.RULES, names_others=False, as_it_stands=True)
class RulesNotice(Notice):
    """The rules of an edition: in short, or the `whole` of them."""

    edition: str
    whole: bool = False

    def title(self, language: Language) -> str:
        return language.gettext("The rules")


@notice(Kind.STATUS, names_others=False, as_it_stands=True, offers_moves=True)
class StatusNotice(Notice):
    """Where your games stand; with `game view`, the board of one game.

    `stopped` says that no more mail will come, `forgotten` that nothing of the reader is kept, `waiting_for` who has
    yet to agree to a rematch, `watching` whether the reader looks on from now on, or no longer, `came_back` to which of
    their addresses mail came back, so that the other one is written to as well.
    """

    games: tuple[GameView, ...] = ()
    stopped: bool = False
    seats: int = 0
    """How many seats somebody keeps who has stopped."""
    forgotten: bool = False
    waiting_for: tuple[str, ...] = ()
    watching: bool | None = None
    came_back: str = ""
    moved_to: str = ""
    """Where all mail of this address goes from now on."""

    def title(self, language: Language) -> str:
        say = language.gettext
        match self:
            case StatusNotice(stopped=True):
                return say("Goodbye for now")
            case StatusNotice(forgotten=True):
                return say("Goodbye")
            case StatusNotice(waiting_for=names) if names:
                return say("A rematch")
            case StatusNotice(moved_to=address) if address:
                return say("Your mail goes elsewhere now")
            case StatusNotice(came_back=address) if address:
                return say("Mail to you came back")
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


@notice(Kind.STATUS, names_others=False, as_it_stands=True, template="settings")
class SettingsNotice(Notice):
    """How we write to you: what was just `changed`, by its commands; all settings where nothing was."""

    player: Player
    vacations: tuple[Vacation, ...] = ()
    vacation_days_left: int = 0
    changed: tuple[str, ...] = ()
    about: str = ""
    """Who is no longer heard, or is again; the address that was asked whether it may be the second one."""

    def after(self, earlier: Notice) -> Self:
        """Whoever asked for all settings gets all; several that were changed are told together."""
        if not (isinstance(earlier, SettingsNotice) and self.changed and earlier.changed):
            return replace(self, changed=())
        return replace(self, changed=(*earlier.changed, *self.changed), about=self.about or earlier.about)

    def title(self, language: Language) -> str:
        return language.gettext("Your settings")


@notice(Kind.STATUS, names_others=False, as_it_stands=True, template="answer")
class AnswerNotice(Notice):
    """The answer to a question of a player about the game that they play, or about the rules.

    `asked` is one of the intents of games or of rules; `last` is the order that the reader gave last; `expected` is
    between when their turn is likely to come, where that can be told.
    """

    asked: str
    last: str = ""
    expected: tuple[datetime, datetime] | None = None

    def title(self, language: Language) -> str:
        return language.gettext("Your question")


@notice(Kind.STATUS, names_others=False, as_it_stands=True, template="history")
class HistoryNotice(Notice):
    """All that happened in a game: `game view.news` from the first move on."""

    def title(self, language: Language) -> str:
        return language.gettext("The game so far")


@notice(Kind.STATUS, names_others=False, as_it_stands=True, template="data")
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
    more: tuple[tuple[str, int | None, str], ...] = ()
    """The others that did not arrive since the admins were last told, in the same form."""

    def title(self, language: Language) -> str:
        return language.gettext("A mail came back")


@notice(Kind.PRESS, names_others=True, template="reported")
class ReportedNotice(Notice):
    """Somebody at a table reports what another said there; `own` is the copy of who reports it."""

    game_id: int
    by: str
    author: str
    words: str
    text: str = ""
    own: bool = False

    def title(self, language: Language) -> str:
        return language.gettext("Your report is with the organiser") if self.own else language.gettext("A report")

    @property
    def spoken(self) -> str:
        return self.words


@notice(Kind.STATUS, names_others=False, template="director")
class DirectorNotice(Notice):
    """A director did something to the game: `game view.news` says what. To the director: it is `done`."""

    done: str = ""

    def title(self, language: Language) -> str:
        return language.gettext("Done") if self.done else language.gettext("From the director")
