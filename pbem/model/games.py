"""Games: those that wait for players, those that are played, and who sits at them."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from engine import Entry, Setup, State, commitment, seed_from
from pbem.model.terms import Terms, TurnClock


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
