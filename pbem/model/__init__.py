"""What the server knows, as plain values: players, games, their ledgers, mail in and mail out."""

import zlib
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from engine import Entry, Setup, State, commitment, seed_from
from pbem.ports import Delivery


class Kind(StrEnum):
    """The kinds of mail that go out (X-PBEM-Kind)."""

    TURN = "turn"
    REFUSED = "refused"
    MOVED = "moved"
    QUEUED = "queued"
    PREVIEW = "preview"
    STARTED = "started"
    ENDED = "ended"
    REMINDER = "reminder"
    TIMEOUT = "timeout"
    PRESS = "press"
    INVITE = "invite"
    CONFIRM = "confirm"
    LOBBY = "lobby"
    HELP = "help"
    RULES = "rules"
    STATUS = "status"
    DIGEST = "digest"
    STANDINGS = "standings"
    LEAGUE = "league"
    BOUNCE_NOTICE = "bounce-notice"


class GameStatus(StrEnum):
    RUNNING = "running"
    OVER = "over"


class MailStatus(StrEnum):
    """WAITING is the only one that a tick looks for."""

    WAITING = "waiting"
    DONE = "done"
    SHUNTED = "shunted"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Player:
    """A person with an address; a raised `generation` voids all older tags. Who `stopped` gets no mail but answers."""

    id: int
    name: str
    address: str
    language: str
    timezone: str
    generation: int = 0
    unreachable: bool = False
    stopped: bool = False


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
class StoredMail:
    """A mail that was taken in."""

    id: int
    delivery: Delivery
    received_at: datetime


@dataclass(frozen=True, slots=True)
class OutMail:
    """A mail that is to go out; `key` makes its Message-ID and never changes."""

    key: str
    message_id: str
    kind: Kind
    sender: str
    recipient: str
    mime: bytes
    player_id: int | None = None
    game_id: int | None = None
    turn: int | None = None
    mail_id: int | None = None


@dataclass(frozen=True, slots=True)
class SentMail:
    """What is remembered of a mail that went out: enough to know what an answer to it answers."""

    key: str
    kind: Kind
    recipient: str
    player_id: int | None
    game_id: int | None
    turn: int | None
    packed: bytes | None = field(default=None, repr=False)
    """The mail itself, compressed, as long as it is kept."""

    @property
    def mime(self) -> bytes | None:
        return zlib.decompress(self.packed) if self.packed else None


@dataclass(frozen=True, slots=True)
class Question:
    """What the server asked in the mail `key`: which of `options` is meant, or whether mail `mail_id` is genuine."""

    key: str
    player_id: int
    mail_id: int
    expires_at: datetime
    options: tuple[str, ...] = ()
    answered: bool = False


@dataclass(frozen=True, slots=True)
class DueMail:
    """A mail in the outbox whose time has come."""

    id: int
    sender: str
    recipient: str
    mime: bytes
    attempts: int
    created_at: datetime
    kind: Kind = Kind.TURN
    game_id: int | None = None
