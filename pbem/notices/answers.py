"""What answers a mail: that something can't be done, whether it is meant, how things stand."""

from dataclasses import replace
from datetime import datetime
from typing import Self

from engine.errors import Facts
from pbem.i18n import Language
from pbem.model import Kind, Player, Vacation
from pbem.notices.base import Asked, GameView, Notice, notice
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
    command: str = ""
    """The name of the same."""
    seats: int = 0
    """How many games the reader plays in."""
    held: int | None = None
    more: bool = False
    alone: bool = False
    """Whether the others in the game that is left are computers."""
    replied: bool = False
    """Whether it came in answer to a mail of ours, whose key is not enough for this."""

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
        return language.gettext("How to play by email")


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
    plays: bool = True
    """Whether somebody who has stopped sat at any table."""
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
                return say("You have unsubscribed")
            case StatusNotice(forgotten=True):
                return say("Goodbye")
            case StatusNotice(waiting_for=names) if names:
                return say("A rematch")
            case StatusNotice(moved_to=address) if address:
                return say("Your email goes elsewhere now")
            case StatusNotice(came_back=address) if address:
                return say("Email to you bounced")
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
    between when their turn is likely to come, where that can be told; `stands` is why that order can't be taken back,
    as the code of a refusal; `card` is the one that is asked about.
    """

    asked: str
    last: str = ""
    expected: tuple[datetime, datetime] | None = None
    stands: str = ""
    card: str = ""

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
