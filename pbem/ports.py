"""What the transports and the store promise each other: small values and protocols, no implementation.

The inbox's methods are synchronous and may block on the disk: call them with `asyncio.to_thread`. The outbox is in
`work`: it speaks of mails as the model knows them, and the model lies above this.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Location:
    """Where a mail lies in an IMAP folder."""

    folder: str
    uidvalidity: int
    uid: int


@dataclass(frozen=True, slots=True)
class Delivery:
    """A mail as a transport received it."""

    raw: bytes
    """The whole mail, or only its header where `oversize`."""
    envelope_sender: str | None = None
    """MAIL FROM; "" is the null sender, None is unknown (IMAP)."""
    envelope_recipients: tuple[str, ...] = ()
    location: Location | None = None
    oversize: bool = False


@dataclass(frozen=True, slots=True)
class Cursor:
    """How far an IMAP folder has been read: every mail up to `uid` is stored."""

    uidvalidity: int
    uid: int


@dataclass(frozen=True, slots=True)
class Filing:
    """A stored mail that was dealt with and still lies in the folder it came from."""

    uid: int
    shunted: bool


class Inbox(Protocol):
    """Where transports put what they receive; every method commits before it returns or raises StoreUnavailable."""

    def accept(self, deliveries: Sequence[Delivery]) -> None:
        """Store all of them or none; a mail that is stored already is left alone, its location is noted."""

    def cursor(self, folder: str) -> Cursor | None:
        """How far the folder was read; `accept` moves it."""

    def unfiled(self, folder: str, uidvalidity: int, limit: int) -> list[Filing]:
        """The mails that may now leave the folder, lowest UID first."""

    def mark_filed(self, folder: str, uidvalidity: int, uids: Sequence[int]) -> None:
        """They have left the folder."""


class Vault(Protocol):
    """Where all who serve one database keep a secret together; what is written is there for all when it returns."""

    def read(self) -> str | None:
        """None before anybody wrote."""

    def write(self, content: str) -> None: ...

    def locked(self) -> AbstractContextManager[None]:
        """One at a time, wherever they run."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """A mail ready to be handed to the relay."""

    sender: str
    recipient: str
    mime: bytes


class Relay(Protocol):
    """Takes outgoing mail."""

    async def send(self, envelope: Envelope) -> None:
        """Hand one mail over; raises Deferred or Rejected."""

    async def close(self) -> None:
        """Say goodbye to the server."""
