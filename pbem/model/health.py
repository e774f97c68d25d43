"""How the server itself is doing."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Annotated

from pbem.model.marks import IMPERSONAL


@dataclass(frozen=True, slots=True)
class Pulse:
    """Something that must happen again and again: when it last went well, and what went wrong since."""

    name: Annotated[str, IMPERSONAL]
    at: datetime | None
    error: Annotated[str, IMPERSONAL]


BEAT_SECONDS = 10
"""How often a worker gives a sign of life."""


@dataclass(frozen=True, slots=True)
class Worker:
    """A `pbem serve` that shares the database; one of them leads."""

    name: Annotated[str, IMPERSONAL]
    started_at: datetime
    seen_at: datetime
    leads: bool


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that somebody did who may direct games: by a command, on their page, or by mail. It names nobody."""

    at: datetime
    by: Annotated[str, IMPERSONAL]
    what: Annotated[str, IMPERSONAL]


class Trouble(StrEnum):
    """What needs a person."""

    CONSENT = "consent"
    MAILBOX = "mailbox"
    MAIL_IN = "mail-in"
    MAIL_OUT = "mail-out"
    DISK = "disk"
    SHUNT = "shunt"
    BACKUP = "backup"
    UNANSWERED = "unanswered"

    @property
    def passes(self) -> bool:
        """Whether it is told and needs no mending: any stranger may bring it about, so it is no sign of ill health."""
        return self is Trouble.UNANSWERED


@dataclass(frozen=True, slots=True)
class Incident:
    """A kind of trouble as it is kept: how long it has lasted, whether it stands, and when admins were last told."""

    trouble: Trouble
    since: datetime | None = None
    """When it was first seen; None: all is well."""
    raised: bool = False
    """Whether it has lasted too long."""
    sent_at: datetime | None = None

    @property
    def told(self) -> bool:
        """Whether the admins have heard of this incident of it."""
        return self.since is not None and self.sent_at is not None and self.sent_at >= self.since


@dataclass(frozen=True, slots=True, kw_only=True)
class Vitals:
    """What there is to know of the server at one moment."""

    now: datetime
    pulses: Mapping[str, Pulse]
    to_read: int = 0
    """Mails that came in and wait."""
    unread_since: datetime | None = None
    read_at: datetime | None = None
    """When a mail was last dealt with."""
    to_send: int = 0
    """Mails to players that go out and wait."""
    overdue: int = 0
    """Those of them that should have left already, or were tried in vain."""
    overdue_since: datetime | None = None
    shunted: int = 0
    shunted_since: datetime | None = None
    shunted_at: datetime | None = None
    """When a mail last went to the shunt."""
    unanswered: int = 0
    """Mails of the last day, of people whom we don't know, that were left for a person."""
    unanswered_since: datetime | None = None
    unanswered_at: datetime | None = None
    """When the last of them came."""
    free_mb: int | None = None
    """On the disk where the database lies, if it is ours to watch."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits since when."""

    in_since: datetime | None
    """When the oldest mail that waits to be read came."""
    out_since: datetime | None
    """When the first mail that waits should have been sent."""
    game_since: datetime | None
    """When the first game should have been looked at."""


@dataclass(frozen=True, slots=True)
class Backlog:
    """How much there is, and what waits."""

    games: dict[str, int]
    mails_in: dict[str, int]
    mails_out: dict[str, int]
    waiting: Waiting
