"""Games: those that wait for players, those that are played, and who sits at them."""

import re
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field

from engine import DEFAULT_EDITION, EDITIONS, Entry, Setup, State, commitment, seed_from
from engine.bots import BOTS
from pbem.config_values import Count, SomeTime, Split, Time
from pbem.model.characters import shown_name
from pbem.model.marks import IMPERSONAL, PERSONAL
from pbem.model.proposals import Proposal

# How a game is timed: its terms, and the clock of the seat on turn.


QUESTIONS_HOLD = timedelta(hours=24)
OnTimeout: TypeAlias = Literal["bot", "pass", "resign", "ask"]


LEFT_TO_TABLES = ("take-back", "give", "pause")
"""What a league may leave to its tables."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What the players of a game agreed to; `House` says what each of them means."""

    free_hours: float = 24
    bank_hours: float = 120
    weekends_off: bool = False
    on_timeout: OnTimeout = "bot"
    private_talk: bool = True
    grace_hours: float = 12
    bot_minutes: float = 0
    hints: bool = True
    stand_in_level: str = ""
    """Of the bot that plays for whoever is gone; empty: it is the usual one of the house."""
    agreements: str = ""
    """What tables of a league settle among themselves, of LEFT_TO_TABLES, by commas; other tables settle everything."""
    second_thoughts_minutes: int | None = None
    """Before an order is played that was understood from a sentence; None: as each player has settled it."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """The clock of the seat on turn; a new one for each turn."""

    turn: int = 0
    """The ledger's length when the turn began: a turn mail of this number, or a later one, starts the clock."""
    used: timedelta = timedelta()
    """What was counted before `since`."""
    since: datetime | None = None
    """When it last began to run; None while it stands."""
    held_at: datetime | None = None
    """When a question to the player made it stand."""
    hold_left: timedelta = QUESTIONS_HOLD
    """How much longer questions may make it stand in this turn."""
    reminded: int = 0
    """How many of the turn's reminders went out."""
    lost_at: datetime | None = None
    """Since when it stands because mail to the player came back."""
    remind_at: datetime | None = None
    """When the player wants to be reminded; what would have been told before is told then."""
    mail_at: datetime | None = None
    """Until when the turn mail waits, because its reader was at the page a moment ago."""
    shown_at: datetime | None = None
    """When the turn was first shown on the page, if no mail has told of it before: the clock counts from then."""


# The house rules: what the organiser has settled for everyone who plays here, in [play].


_REMINDER = re.compile(r"[1-9]\d?%|(?:free )?\d{1,4}h")
_USUAL = Terms()


def _known_edition(value: str) -> str:
    if value not in EDITIONS:
        raise ValueError(f"expected one of {', '.join(EDITIONS)}")
    return value


def _known_bot(value: str) -> str:
    if value not in BOTS:
        raise ValueError(f"expected one of {', '.join(BOTS)}")
    return value


def _readable_reminders(value: tuple[str, ...]) -> tuple[str, ...]:
    for each in value:
        if not _REMINDER.fullmatch(each):
            raise ValueError(f"expected a share or hours of the time left, such as free 6h, 50% or 12h, not {each!r}")
    return value


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What a game is like unless its table says otherwise, and limits for everyone."""

    edition: Annotated[str, AfterValidator(_known_edition)] = DEFAULT_EDITION
    """2014 | 2019 | 2021"""
    free_hours: Time = _USUAL.free_hours
    """Of each turn, before the bank drains."""
    bank_hours: Time = _USUAL.bank_hours
    """For the whole game."""
    reminders: Annotated[tuple[str, ...], Split, AfterValidator(_readable_reminders)] = (
        *("free 6h", "free 0h"),
        *("50%", "12h"),
    )
    """`free 6h`: before the free time ends; the others: of all the time left in the turn."""
    weekends_off: bool = _USUAL.weekends_off
    """No clock runs on Saturdays and Sundays."""
    grace_hours: Time = _USUAL.grace_hours
    """After the time is up, before anyone else plays the turn."""
    on_timeout: OnTimeout = _USUAL.on_timeout
    """bot | pass | resign | ask (those who wait decide); a player may declare something else."""
    stand_in: Annotated[str, AfterValidator(_known_bot)] = "greedy"
    """The bot that plays for someone who is gone."""
    bot_minutes: Time = _USUAL.bot_minutes
    """How long a bot seems to think; 0: it answers at once."""
    vacation_days: Annotated[int, Field(ge=0, le=366)] = 42
    """That a player may be away in a calendar year."""
    unreachable_hours: Time = 72
    """How long a game waits for someone whose mail comes back."""
    invitation_days: SomeTime = 7
    """How long an invitation and an open table stand."""
    invitations_a_day: Count = 10
    """Per player, to addresses that have not confirmed that they want our mail."""
    private_talk: bool = _USUAL.private_talk
    """Whether players may talk to one other player alone."""
    hints: bool = _USUAL.hints
    """Whether players may ask for hints; never in leagues."""
    second_thoughts: Time = 3
    """Minutes before an order is played that was understood from a sentence; a player may settle something else."""
    remarks_a_day: Count = 50
    """How much one player may say in a day."""

    @property
    def terms(self) -> Terms:
        """Those of a game whose host settles nothing else; what only a league settles is left open."""
        return Terms(**{each.name: getattr(self, each.name) for each in fields(Terms) if hasattr(self, each.name)})

    @property
    def unreachable(self) -> timedelta:
        return timedelta(hours=self.unreachable_hours)

    @property
    def invitations_hold(self) -> timedelta:
        return timedelta(days=self.invitation_days)


STILL_THERE = timedelta(minutes=5)
"""So long after an act or a look on the page of a seat its player is taken to be there."""


class GameStatus(StrEnum):
    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    CALLED_OFF = "called off"


class Seating(StrEnum):
    """In which order the players of a new game sit."""

    LISTED = "listed"
    RANDOM = "random"
    YOUNGEST = "youngest"


@dataclass(frozen=True, slots=True)
class Holder:
    """Who sits on a seat: a player, a bot, or a bot that stands in for a player.

    `queued` is the order that waits for the seat's turn, and for `settles_at`; `rematch` is the wish to play again once
    the game is over.
    """

    name: Annotated[str, PERSONAL]
    player_id: int | None = None
    bot: Annotated[str | None, IMPERSONAL] = None
    queued: Annotated[str | None, PERSONAL] = None
    settles_at: datetime | None = None
    """Until when its player may think better of the order that waits: it is not played before."""
    rematch: Annotated[bool, PERSONAL] = False
    bank: int = 0
    """Seconds left in the bank."""
    missed: int = 0
    """Turns in a row that ran out of time."""
    note: Annotated[str, PERSONAL] = ""
    """What the player wants to be reminded of."""
    heard: int = 0
    """The last remark that a mail to this seat carried."""
    member_id: int | None = None
    """Whose seat it was when the game began, whoever plays it now."""
    used: int = 0
    """Seconds of their clock that the seat's people used."""
    gone_at: datetime | None = None
    """When the one who sat here from the start left."""

    @property
    def is_computer(self) -> bool:
        """Whether it is nobody's seat: no bot that stands in for somebody."""
        return self.bot is not None and self.player_id is None

    @property
    def has_half_time(self) -> bool:
        """Whoever takes the seat over has all of the table's time."""
        return self.half_time and self.player_id == self.member_id

    @property
    def called(self) -> str:
        """The name that people read."""
        return shown_name(self.name, self.bot) if self.is_computer else self.name

    half_time: bool = False
    """Whether they have half the free time of the table, for turns that ran out at others."""
    lost: int = 0
    """Seconds for which the clock stood because mail came back."""
    acted_at: datetime | None = None
    """When the player last moved or spoke on the page of this seat."""
    follow: bool | None = None
    """How the player wants to be written to of this game; None: as of all others."""
    talk: bool | None = None
    reminders: bool | None = None
    digest: bool | None = None
    seen_at: datetime | None = None
    """When they last looked at it, for those who want that to be known."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """All that a game starts from."""

    edition: Annotated[str, IMPERSONAL]
    secret: Annotated[bytes, IMPERSONAL]
    words: Annotated[tuple[str, ...], IMPERSONAL]
    seating: Annotated[tuple[int, ...], IMPERSONAL]
    holders: tuple[Holder, ...]

    @property
    def commitment(self) -> str:
        return commitment(self.secret)

    @property
    def setup(self) -> Setup:
        seed = seed_from(self.secret, self.words)
        return Setup(seats=len(self.holders), edition=self.edition, seed=seed, seating=self.seating)


@dataclass(frozen=True, slots=True)
class Game:
    """A game and where it stands; `length` counts the ledger's lines and is the version that a write checks."""

    id: int
    start: NewGame
    state: State
    length: int = 0
    status: GameStatus = GameStatus.RUNNING
    terms: Annotated[Terms, IMPERSONAL] = field(default_factory=Terms)
    clock: Annotated[TurnClock, IMPERSONAL] = field(default_factory=TurnClock)
    paused: bool = False
    due_at: datetime | None = None
    """When somebody must look at the game again; None: only a mail can bring it on."""
    ends_at: datetime | None = None
    """When the time of the turn is up, grace excepted; None while its clock stands."""
    proposals: Annotated[tuple[Proposal, ...], IMPERSONAL] = ()
    """What was asked of all at the table of late, the newest last."""
    lapses_at: datetime | None = None
    """When the question that is open is given up; None: none is open."""
    title: Annotated[str, PERSONAL] = ""
    """What those who play call their table."""

    @property
    def proposal(self) -> Proposal | None:
        """The question that is open."""
        return next((each for each in self.proposals if each.is_open), None)

    @property
    def holders(self) -> tuple[Holder, ...]:
        return self.start.holders

    @property
    def names(self) -> tuple[str, ...]:
        """What those at the table are called, in the order of the seats."""
        return tuple(holder.called for holder in self.holders)

    @property
    def computers(self) -> frozenset[int]:
        """The seats that nobody but a computer holds."""
        return frozenset(seat for seat, holder in enumerate(self.holders) if holder.is_computer)

    def with_holder(self, seat: int, holder: Holder) -> "Game":
        """The same game, somebody or something else on this seat."""
        holders = (*self.holders[:seat], holder, *self.holders[seat + 1 :])
        return replace(self, start=replace(self.start, holders=holders))

    def has_company(self, seat: int) -> bool:
        """Whether somebody else at the table is a person."""
        return any(holder.player_id for each, holder in enumerate(self.holders) if each != seat)

    def seat_of(self, player_id: int) -> int | None:
        """Where this player sits."""
        for seat, holder in enumerate(self.holders):
            if holder.player_id == player_id:
                return seat
        return None


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One entry of a game's ledger; `seat` is who acted, `mail_id` the mail that said so."""

    number: int
    entry: Entry
    seat: int | None
    at: datetime
    mail_id: int | None = None


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A game that waits for its players; it keeps its number when it starts."""

    id: int
    host_id: int | None
    secret: bytes
    edition: str
    seats: int
    """How many are to play."""
    terms: Terms
    seating: Seating
    public: bool
    """Whether anyone may join, or only who is invited."""
    holders: tuple[Holder, ...]
    """Who sits there already."""
    words: tuple[str, ...]
    """What each of them adds to the shuffle."""
    due_at: datetime
    """When it is called off."""
    unheard: tuple[tuple[str, int], ...] = ()
    """What happened since the host was last told, and by which player's doing."""

    @property
    def full(self) -> bool:
        return len(self.holders) >= self.seats

    @property
    def commitment(self) -> str:
        return commitment(self.secret)


class Answer(StrEnum):
    """What became of an invitation."""

    NONE = "none"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Invitation:
    """A player is asked to join an open table, or to take over `seat` of a running game."""

    id: int
    game_id: int
    player_id: int
    host_id: int | None
    seat: int | None
    sent_at: datetime
    expires_at: datetime
    due_at: datetime | None
    """When to remind or to give up; None once it is answered."""
    reminded: bool = False
    answer: Answer = Answer.NONE


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that was said at a table, to everyone or to one seat."""

    id: int
    game_id: int
    author_id: int
    seat: int
    """Where the author sat."""
    to_seat: int | None
    text: Annotated[str, PERSONAL]
    at: datetime


@dataclass(frozen=True, slots=True)
class GameVersion:
    """How far a game has come, what was said at it and who is at its page."""

    open_to_all: str
    said: tuple[tuple[int, int | None, int], ...]
    """How many remarks by which seat to which; to None: to all."""

    def for_seat(self, seat: int) -> str:
        """Another text whenever something happened that this seat may know of: what others tell each other is not."""
        heard = sum(number for by, to, number in self.said if to in (None, seat) or by == seat)
        return f"{self.open_to_all}.{heard}"
