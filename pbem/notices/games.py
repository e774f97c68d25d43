"""What is told at a table: turns, moves, time, talk, and the end."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import StrEnum
from typing import Self

from engine import Event
from engine.errors import Facts
from pbem.i18n import Language
from pbem.model import Kind
from pbem.notices.base import GameView, HeardRemark, Notice, Thread, notice

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
    """A card that can be bought after one more turn of open table."""
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


@notice(Kind.STARTED, names_others=False, of_play=True, thread=Thread.START)
class StartedNotice(Notice):
    """The game begins."""

    commitment: str

    def title(self, language: Language) -> str:
        return language.gettext("The game begins")


@notice(Kind.TURN, names_others=False, of_play=True, offers_moves=True, thread=Thread.TURN)
class TurnNotice(Notice):
    """It is your turn; `dropped` is the order that waited for it and is no longer possible."""

    dropped: str | None = None

    def title(self, language: Language) -> str:
        return language.gettext("Your turn")


@notice(Kind.MOVED, names_others=False, of_play=True)
class MovedNotice(Notice):
    """Your order was played, or somebody else's (`who`) whose moves you follow.

    `completed`: we filled in what could only be one way; `from_queue`: it had waited for its turn.
    """

    order: str
    who: str = ""
    completed: bool = False
    from_queue: bool = False

    def title(self, language: Language) -> str:
        if self.who:
            return language.gettext("%(name)s moved") % {"name": self.who}
        return language.gettext("Your order was played")


@notice(Kind.QUEUED, names_others=False)
class QueuedNotice(Notice):
    """Your order waits for your turn; None: nothing waits any more."""

    order: str | None

    def title(self, language: Language) -> str:
        say = language.gettext
        return say("No order waits any more") if self.order is None else say("Your order waits for your turn")


@notice(Kind.PREVIEW, names_others=False)
class PreviewNotice(Notice):
    """What would happen; `game view` shows the position after it."""

    order: str

    def title(self, language: Language) -> str:
        return language.gettext("A preview: nothing has happened")


@notice(Kind.PREVIEW, names_others=False, template="hint")
class HintNotice(Notice):
    """Orders worth a thought, the best first; like a preview it shows what could be, and nothing has happened."""

    hints: tuple[Hint, ...]

    def title(self, language: Language) -> str:
        return language.gettext("Hints")


@notice(Kind.REMINDER, names_others=False, offers_moves=True, thread=Thread.ALONE)
class ReminderNotice(Notice):
    """It is still your turn, and there is only so much time `left`; `last_call`: it is up, and the grace runs."""

    left: timedelta = timedelta()
    last_call: bool = False

    def title(self, language: Language) -> str:
        return language.gettext("Last call") if self.last_call else language.gettext("Still your turn")


@notice(Kind.DIGEST, names_others=False, thread=Thread.ALONE)
class DigestNotice(Notice):
    """All games in which it is your turn, in one mail; a reply may move in several."""

    games: tuple[GameView, ...]

    def title(self, language: Language) -> str:
        count = len(self.games)
        return language.ngettext("Your turn in %(num)d game", "Your turn in %(num)d games", count) % {"num": count}

    @property
    def shown_games(self) -> tuple[GameView, ...]:
        return self.games

    def with_game_views(self, change: Callable[[GameView], GameView]) -> Self:
        return replace(self, games=tuple(map(change, self.games)))


@notice(Kind.TIMEOUT, names_others=False, thread=Thread.ALONE)
class TimeoutNotice(Notice):
    """Your time ran out: your turn was lost (`skipped`), a stand-in played `order`, or you are out (`resigned`).

    `left`: it happened so often that a bot plays for you until you come back, or until someone else takes the seat.
    """

    skipped: bool = False
    order: str | None = None
    resigned: bool = False
    left: bool = False

    def title(self, language: Language) -> str:
        if self.resigned:
            return language.gettext("You are out of the game")
        if self.left:
            return language.gettext("A bot plays for you now")
        return language.gettext("Your time ran out")


@notice(Kind.PRESS, names_others=False)
class RemarkNotice(Notice):
    """Somebody said something: to the table, or to you alone; `own` is a copy of what the reader said to `whom`."""

    author: str
    words: str
    private: bool = False
    own: bool = False
    whom: str = ""

    def title(self, language: Language) -> str:
        return language.gettext("A message")

    def tells(self, said: HeardRemark) -> bool:
        return (self.author, self.words) == (said.author, said.words)


@notice(Kind.ENDED, names_others=False, of_play=True, thread=Thread.END)
class EndedNotice(Notice):
    """The game is over; `record` holds the secret and every order. No `analysis` for a reader who wants none."""

    record: str
    analysis: Analysis | None = None

    def title(self, language: Language) -> str:
        return language.gettext("The game is over")
