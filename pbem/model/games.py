"""Games: those that wait for players, those that are played, and who sits at them."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from engine import DEFAULT_EDITION, Entry, Setup, State, commitment, seed_from

# How a game is timed: its terms, and the clock of the seat on turn.


QUESTIONS_HOLD = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class Terms:
    """What the players of a game agreed to."""

    free_hours: float = 24
    """Of each turn, before the bank drains."""
    bank_hours: float = 120
    """For the whole game; never refilled."""
    weekends_off: bool = False
    on_timeout: str = "bot"
    """`bot`, `pass` or `resign`."""
    private_talk: bool = True
    grace_hours: float = 12
    """After the time is up, before anyone else plays the turn."""
    bot_minutes: float = 0
    """How long a bot seems to think."""
    hints: bool = True
    """Whether players may ask for hints; not in leagues."""


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


# The house rules: what the organiser has settled for everyone who plays here.


@dataclass(frozen=True, slots=True)
class House:
    """Defaults for new games, and limits for everyone."""

    edition: str = DEFAULT_EDITION
    terms: Terms = field(default_factory=Terms)
    """Those of a game whose host settles nothing else."""
    reminders: tuple[str, ...] = ("50%", "12h")
    """When to remind, of the time left in the turn."""
    stand_in: str = "greedy"
    """The bot that plays for someone who is gone."""
    vacation_days: int = 42
    """In a calendar year."""
    unreachable: timedelta = timedelta(hours=72)
    """How long a game waits for someone whose mail comes back."""
    invitations_hold: timedelta = timedelta(days=7)
    invitations_a_day: int = 10
    """To addresses that have not confirmed that they want our mail."""
    remarks_a_day: int = 50


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

    `queued` is the order that waits for the seat's turn, `rematch` the wish to play again once the game is over.
    """

    name: str
    player_id: int | None = None
    bot: str | None = None
    queued: str | None = None
    rematch: bool = False
    bank: int = 0
    """Seconds left in the bank."""
    missed: int = 0
    """Turns in a row that ran out of time."""
    note: str = ""
    """What the player wants to be reminded of."""
    heard: int = 0
    """The last remark that a mail to this seat carried."""
    member_id: int | None = None
    """Whose seat it was when the game began, whoever plays it now."""
    used: int = 0
    """Seconds of their clock that the seat's people used."""
    gone_at: datetime | None = None
    """When the one who sat here from the start left."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """All that a game starts from."""

    edition: str
    secret: bytes
    words: tuple[str, ...]
    seating: tuple[int, ...]
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
    terms: Terms = field(default_factory=Terms)
    clock: TurnClock = field(default_factory=TurnClock)
    paused: bool = False
    due_at: datetime | None = None
    """When somebody must look at the game again; None: only a mail can bring it on."""

    @property
    def holders(self) -> tuple[Holder, ...]:
        return self.start.holders

    def with_holder(self, seat: int, holder: Holder) -> "Game":
        """The same game, somebody or something else on this seat."""
        holders = (*self.holders[:seat], holder, *self.holders[seat + 1 :])
        return replace(self, start=replace(self.start, holders=holders))

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
class Gathering:
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
    """A player is asked to join a gathering, or to take over `seat` of a running game."""

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
    text: str
    at: datetime
