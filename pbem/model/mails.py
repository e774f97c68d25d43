"""Mail that came in, mail that goes out, and what was asked in it."""

import zlib
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pbem.config_values import AtLeastOne
from pbem.model.limits import Cause
from pbem.model.marks import IMPERSONAL, PERSONAL
from pbem.ports import Delivery


class Kind(StrEnum):
    """The kinds of mail that go out (X-PBEM-Kind)."""

    WELCOME = "welcome"
    LESSON = "lesson"
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
    ASKED = "asked"
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


class MailStatus(StrEnum):
    """WAITING is the only one that a tick looks for."""

    WAITING = "waiting"
    DONE = "done"
    SHUNTED = "shunted"
    FAILED = "failed"
    UNANSWERED = "unanswered"
    """A stranger's first mail that was not answered: it looked like no person's, or there were too many."""


@dataclass(frozen=True, slots=True)
class StoredMail:
    """A mail that was taken in."""

    id: int
    delivery: Delivery
    received_at: datetime


@dataclass(frozen=True, slots=True)
class OutMail:
    """A mail that is to go out; `key` makes its Message-ID and never changes."""

    key: Annotated[str, IMPERSONAL]
    message_id: Annotated[str, IMPERSONAL]
    kind: Kind
    sender: Annotated[str, PERSONAL]
    recipient: Annotated[str, PERSONAL]
    mime: Annotated[bytes, PERSONAL]
    player_id: int | None = None
    game_id: int | None = None
    turn: int | None = None
    mail_id: int | None = None
    forgettable: bool = False
    """Whether only the facts of it are kept once it was sent: its reader, or someone in it, is forgotten."""
    cause: Cause | None = None
    """Whose doing it is, where that is limited."""


@dataclass(frozen=True, slots=True)
class SentMail:
    """What is remembered of a mail that went out: enough to know what an answer to it answers."""

    key: str
    kind: Kind
    recipient: str
    player_id: int | None
    game_id: int | None
    turn: int | None
    created_at: datetime
    packed: bytes | None = field(default=None, repr=False)
    """The mail itself, compressed, as long as it is kept."""
    status: MailStatus = MailStatus.WAITING
    sent_at: datetime | None = None
    """When it was handed to the relay."""

    @property
    def mime(self) -> bytes | None:
        return zlib.decompress(self.packed) if self.packed else None


@dataclass(frozen=True, slots=True)
class Question:
    """What the server asked in the mail `key`: which of `options` is meant, or whether mail `mail_id` is genuine."""

    key: Annotated[str, IMPERSONAL]
    player_id: int
    mail_id: int
    expires_at: datetime
    options: Annotated[tuple[str, ...], PERSONAL] = ()
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
    kind: Kind
    game_id: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """How long what is no longer needed for play stays."""

    mails_in_days: AtLeastOne = 90
    """How long mails that came in are kept after they were dealt with."""
    mails_out_days: AtLeastOne = 30
    """How long the text of mails that went out is kept; of both, the facts stay."""
