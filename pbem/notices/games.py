"""What is told at a table: turns, moves, time, talk, and the end."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple, Self

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
    NOBLE_NEARER = "noble nearer"
    """Of the bonuses for a noble only some are still `missing`."""
    AFFORDABLE = "affordable"
    """The cards that can be bought next turn, and could not before."""
    TOWARDS = "towards"
    """A card that can be bought after one more turn of open table."""
    ANSWER = "answer"
    """What another `seat` will likely buy then."""
    FREE = "free"
    CHEAPER = "cheaper"
    """The bonus takes something off the price of so many cards."""
    KEEPS = "keeps"
    """Nobody else can have the card, and nobody could buy it yet."""
    KEEPS_POINTS = "keeps points"
    """The same of a card that is worth `points`."""
    GOLD = "gold"
    NEARER = "nearer"
    """Of the tokens for a card only some are still `missing`, in the order of the colours."""
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


class Foreseen(NamedTuple):
    """An order that a seat would likely give."""

    seat: int
    order: str


@dataclass(frozen=True, slots=True)
class Lead:
    """How often the first place changed hands, and who had it `since` a round, up to the end."""

    changes: int
    seat: int | None = None
    since: int = 0


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A move that cost much: whose, what happened, what was better, and the chance of winning by either, per cent."""

    seat: int
    round: int
    events: tuple[Event, ...]
    better: str
    kept: int
    fell: int
    reasons: tuple[Reason, ...] = ()
    """What spoke for the better order; cards and nobles are named by their ids, as their places have changed since."""
    places: Mapping[str, int] = field(default_factory=dict, hash=False)
    """Where they lay before the move, by their ids."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """A game that is over, looked back on."""

    lead: Lead
    turning_points: tuple[TurningPoint, ...] = ()
    cut_short: tuple[Event, ...] = ()
    """What ended the game, if it was no order."""


@dataclass(frozen=True, slots=True)
class RatingNews:
    """What a game did to its reader's rating; as long as they are new, only how many `games` were rated so far."""

    games: int
    needed: int
    points: int
    change: int
    computers: bool
    """Whether it is the rating of those who play against computers."""


@notice(Kind.STARTED, names_others=False, of_play=True, thread=Thread.START)
class StartedNotice(Notice):
    """The game begins."""

    commitment: str

    def title(self, language: Language) -> str:
        return language.gettext("The game begins")


@notice(Kind.TURN, names_others=False, of_play=True, offers_moves=True, thread=Thread.TURN)
class TurnNotice(Notice):
    """It is your turn; `dropped` is the order that waited for it and is no longer possible.

    The first mail of a game carries its `commitment`; whoever has played few `turns` is told some of the rules.
    """

    dropped: str | None = None
    commitment: str = ""
    turns: int | None = None

    def title(self, language: Language) -> str:
        return language.gettext("Your turn")


@notice(Kind.MOVED, names_others=False, of_play=True)
class MovedNotice(Notice):
    """Your order was played, or somebody else's (`who`) whose moves you follow.

    `completed`: we filled in what could only be one way; `from_queue`: it had waited for its turn; `settles_at`: it was
    understood from a sentence, is played then, and can be taken back until then; `can_ask_back`: it was played, and the
    others can be asked to let it be taken back. `talk` is what else was said and names
    no card, colour or place, `plans` the same with what does.
    """

    order: str
    who: str = ""
    completed: bool = False
    from_queue: bool = False
    settles_at: datetime | None = None
    can_ask_back: bool = False
    talk: str = ""
    plans: str = ""

    def title(self, language: Language) -> str:
        if self.settles_at:
            return language.gettext("We understood your move")
        if self.who:
            return language.gettext("%(name)s moved") % {"name": self.who}
        return language.gettext("Your move was played")


@notice(Kind.QUEUED, names_others=False)
class QueuedNotice(Notice):
    """Your order waits for your turn; None: nothing waits any more."""

    order: str | None

    def title(self, language: Language) -> str:
        say = language.gettext
        return say("No move is waiting any more") if self.order is None else say("Your move waits for your turn")


@notice(Kind.PREVIEW, names_others=False)
class PreviewNotice(Notice):
    """What would happen; `game view` shows the position after it."""

    order: str

    def title(self, language: Language) -> str:
        return language.gettext("A preview: nothing has happened")


@notice(Kind.PREVIEW, names_others=False, template="hint")
class HintNotice(Notice):
    """Orders worth a thought, the best first; like a preview it shows what could be, and nothing has happened.

    `follows` is what the seats would likely order after the first of them.
    """

    hints: tuple[Hint, ...]
    follows: tuple[Foreseen, ...] = ()

    def title(self, language: Language) -> str:
        return language.gettext("Hints")


@notice(Kind.REMINDER, names_others=False, offers_moves=True, thread=Thread.ALONE, unasked=True)
class ReminderNotice(Notice):
    """It is still your turn, and there is only so much time `left`; `last_call`: it is up, and the grace runs.

    `reserve_begins`: the free time has just ended.
    """

    left: timedelta = timedelta()
    last_call: bool = False
    reserve_begins: bool = False

    def title(self, language: Language) -> str:
        return language.gettext("Last chance to move") if self.last_call else language.gettext("Still your turn")


@notice(Kind.DIGEST, names_others=False, of_play=True, thread=Thread.ALONE, listed=True, unasked=True)
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


@notice(Kind.TIMEOUT, names_others=False, thread=Thread.ALONE, unasked=True)
class TimeoutNotice(Notice):
    """Your time ran out: your turn was lost (`skipped`), a stand-in played `order`, or you are out (`resigned`).

    `left`: it happened so often that a bot plays for you until you come back, or until someone else takes the seat.
    `turns_have`: the hours that each turn to come has, and what is left of the reserve, at a table that has one.
    """

    skipped: bool = False
    order: str | None = None
    resigned: bool = False
    left: bool = False
    turns_have: tuple[float, timedelta] | None = None

    def title(self, language: Language) -> str:
        if self.resigned:
            return language.gettext("You are out of the game")
        if self.left:
            return language.gettext("The computer plays for you now")
        return language.gettext("Your time ran out")


@notice(Kind.PRESS, names_others=False, listed=True, unasked=True)
class RemarkNotice(Notice):
    """Somebody said something: to the table, or to you alone; `own` is a copy of what the reader said to `whom`."""

    author: str
    words: str
    private: bool = False
    own: bool = False
    whom: str = ""

    def title(self, language: Language) -> str:
        return language.gettext("A message")

    @property
    def spoken(self) -> str:
        return self.words

    def tells(self, said: HeardRemark) -> bool:
        return (self.author, self.words) == (said.author, said.words)


@notice(Kind.ENDED, names_others=False, of_play=True, thread=Thread.END)
class EndedNotice(Notice):
    """The game is over; `record` holds the secret and every order. No `analysis` for a reader who wants none.

    `rating`: what the game did to the reader's, if it was rated.
    """

    record: str
    analysis: Analysis | None = None
    rating: RatingNews | None = None
    never_moved: tuple[str, ...] = ()
    """Who did not make one move: then the game does not count."""

    def title(self, language: Language) -> str:
        return language.gettext("The game is over")


@notice(Kind.INVITE, names_others=False, template="rematch", thread=Thread.ALONE, unasked=True)
class RematchNotice(Notice):
    """Somebody at a table whose game is over would like to play again: does the reader, too?"""

    asker: str

    def title(self, language: Language) -> str:
        return language.gettext("A rematch?")
