"""What every notice is made of: whom it is for, the game as that reader may see it, and what its class declares."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import ClassVar, Self, TypeVar, dataclass_transform

from engine import Event, View
from pbem.i18n import Language
from pbem.model import Kind, LeagueRules, Terms
from pbem.model.proposals import Vote, Wanted


@dataclass(frozen=True, slots=True)
class Reader:
    """Whom a mail is for; `player_id` is None for somebody whom we don't know."""

    address: str
    language: str
    timezone: str = "UTC"
    name: str = ""
    player_id: int | None = None
    generation: int = 0
    second_address: str = ""
    """Their second address, where the same goes as well."""
    proven: bool = True
    """Whether the address is known to be theirs; else they are only asked whether it is."""
    ids: bool = False
    """Whether they want to see the ids of cards and nobles."""
    spoken: bool = False
    """Whether the board comes in sentences, to be read aloud."""


@dataclass(frozen=True, slots=True)
class HeardRemark:
    """A remark as its reader hears it."""

    author: str
    words: str
    private: bool = False
    number: int = 0
    """The remark's own, by which the posting tells what a reader has heard already."""
    asks: bool = False
    """Whether it asks the reader something that they have not answered: it is told again until they do."""


@dataclass(frozen=True, slots=True)
class Away:
    """Somebody at the table is on vacation until then."""

    name: str
    until: datetime


@dataclass(frozen=True, slots=True)
class AskedOfAll:
    """What somebody asks of all at the table, as one of them reads it."""

    what: Wanted
    name: str
    """Who asks, or who let the turn run out."""
    mine: bool
    """Whether it is the reader's own question."""
    lapses_at: datetime
    until: datetime | None = None
    """When a pause is to end by itself."""
    said: Vote | None = None
    """What the reader has said to it."""
    waiting_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameView:
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
    free_until: datetime | None = None
    """When the free time of the seat on turn ends; None once its reserve runs."""
    reserve: timedelta | None = None
    """What the seat on turn has left of its bank."""
    at: datetime | None = None
    """The moment that the view is of."""
    paused: bool = False
    away: tuple[Away, ...] = ()
    note: str = ""
    """What the reader wanted to be reminded of."""
    talk: tuple[HeardRemark, ...] = ()
    """What was said since the last mail to this seat, and what the reader was asked and has not answered."""
    heard: int = 0
    """The last remark in `talk`."""
    computers: frozenset[int] = frozenset()
    """The seats that nobody but a computer holds."""
    rests_until: datetime | None = None
    """When a game that is paused goes on by itself."""
    asked: AskedOfAll | None = None
    """What is asked of all at the table."""
    title: str = ""
    """What the table is called by those who play there."""
    half_time: tuple[float, int] | None = None
    """Hours of free time of a reader who has half, and after how many turns in time new tables give all of it."""

    @property
    def my_turn(self) -> bool:
        return self.seat is not None and self.view.turn == self.seat


@dataclass(frozen=True, slots=True)
class LeagueFacts:
    """A league and the season that it is in."""

    name: str
    season: int
    phase: str
    """One of pbem.league.season.Phase."""
    seats: int
    edition: str
    terms: Terms
    start: datetime
    end: datetime
    """When overtime begins."""
    entrants: int
    commitment: str
    """Of the secret that draws the fixtures and the last tie-break."""
    mine: bool | None = None
    """Whether the reader has entered; None: nobody knows who reads it."""
    rules: LeagueRules = field(default_factory=LeagueRules)
    directors: tuple[str, ...] = ()
    format: str = "league"
    """What it was founded as; `parts`: by a file of parts."""
    rounds: int = 0
    """Of a Swiss."""
    rests: bool = False
    """Whether a director paused it; its dates are those that it has if the pause ends when it is to."""


class Thread(StrEnum):
    """Where a mail about a game stands among the others, for programs that fold mails into threads."""

    BELOW = "below"
    """Under the turn that it answers or came out of."""
    TURN = "turn"
    """At the head of a turn's thread."""
    START = "start"
    END = "end"
    ALONE = "alone"
    """A program would fold it away otherwise, and nobody would see it."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a mail asks: which of `options` is meant, or, without any, whether a mail is genuine.

    That mail is `held`, or else the one that is answered.
    """

    options: tuple[str, ...] = ()
    held: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice(ABC):
    """One mail's worth of news. `answers` is the Message-ID of the mail that it answers, if it does."""

    kind: ClassVar[Kind]
    template: ClassVar[str]
    offers_moves: ClassVar[bool]
    of_play: ClassVar[bool]
    as_it_stands: ClassVar[bool]
    asking: ClassVar[bool]
    names_others: ClassVar[bool]
    to_admins: ClassVar[bool]
    listed: ClassVar[bool]
    unasked: ClassVar[bool]
    thread: ClassVar[Thread]

    to: Reader
    game_view: GameView | None = None
    answers: str | None = None
    not_before: datetime | None = None
    """When the mail may leave, if not at once: nobody is woken by talk."""
    also: tuple["Notice", ...] = ()
    """What else the same mail tells, below this."""
    places: Mapping[str, int] = field(default_factory=dict, hash=False)
    """Where the cards and nobles of an order that was played lay before it, by their ids."""

    @property
    def game_id(self) -> int | None:
        """The game that the mail is about, if it is about one."""
        return self.game_view.game_id if self.game_view else None

    @property
    def shown_games(self) -> tuple[GameView, ...]:
        """Every game that the mail shows."""
        return (self.game_view,) if self.game_view else ()

    @abstractmethod
    def title(self, language: Language) -> str:
        """The first words of the mail: what it is about."""

    @property
    def about_league(self) -> LeagueFacts | None:
        """The league that the mail is about, if it is about one."""
        return None

    @property
    def question(self) -> Asked | None:
        """What is asked, if anything is; only classes that are `asking` ask."""
        return None

    @property
    def forgettable(self) -> bool:
        """Whether only the facts of the mail are kept once it was sent."""
        return False

    @property
    def spoken(self) -> str:
        """What somebody said, if that is what the mail is about."""
        return ""

    def tells(self, said: HeardRemark) -> bool:
        """Whether the mail is about this remark anyway."""
        return False

    def after(self, _earlier: "Notice") -> Self:
        """The same where another of its kind went before it in the answer to one mail; that one is not told."""
        return self

    def with_game_views(self, change: Callable[[GameView], GameView]) -> Self:
        """The same with every game changed."""
        return replace(self, game_view=change(self.game_view)) if self.game_view else self


_AnyNotice = TypeVar("_AnyNotice", bound=Notice)

NOTICES: list[type[Notice]] = []
"""Every class of a notice, as its declaration adds it."""


@dataclass_transform(frozen_default=True, kw_only_default=True)
def notice(  # noqa: PLR0913 - each is a declaration of its own
    kind: Kind,
    *,
    names_others: bool,
    template: str = "",
    offers_moves: bool = False,
    of_play: bool = False,
    as_it_stands: bool = False,
    asking: bool = False,
    to_admins: bool = False,
    listed: bool = False,
    unasked: bool = False,
    thread: Thread = Thread.BELOW,
) -> Callable[[type[_AnyNotice]], type[_AnyNotice]]:
    """Declare a class of notices: all that anybody has to know of it.

    `names_others`: it names people who don't sit with its reader, so mails of its kind are emptied when somebody is
    forgotten. `template`: where it is not the kind's own. `offers_moves`: a tap on the board makes a move. `of_play`:
    it comes out of moves, of which there are only so many, and so is outside of anybody's budget. `as_it_stands`:
    it tells how things are, so that of several in one mail the last is enough. `asking`: an answer may be to a
    question. `to_admins`: it tells of trouble. `listed`: it goes to several at once, so it says of which list it is
    (RFC 2919). `unasked`: we send it of our own accord, at a time that we choose, and so in nobody's quiet hours.
    `thread`: where it stands among the mails of its game.
    """

    def declared(plain: type[_AnyNotice]) -> type[_AnyNotice]:
        made = dataclass(frozen=True, slots=True, kw_only=True)(plain)
        made.kind, made.template = kind, template or kind
        made.offers_moves, made.of_play, made.asking = offers_moves, of_play, asking
        made.as_it_stands = as_it_stands
        made.names_others, made.to_admins, made.thread = names_others, to_admins, thread
        made.listed, made.unasked = listed, unasked
        NOTICES.append(made)
        return made

    return declared


def kinds(trait: Callable[[type[Notice]], bool]) -> tuple[Kind, ...]:
    """The kinds of those notices that have a trait; of a stored mail only the kind is known."""
    return tuple(sorted({each.kind for each in NOTICES if trait(each)}))
