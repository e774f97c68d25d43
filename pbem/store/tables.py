"""The tables. Every query that runs on a tick has its index here."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    Index,
    LargeBinary,
    MetaData,
    Text,
    TypeDecorator,
    UniqueConstraint,
    text,
)
from sqlmodel import Column, Field, SQLModel

# Names for constraints, so that migrations can alter them on every database.
metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class UtcDateTime(TypeDecorator[datetime]):
    """An aware time, kept in UTC: SQLite would drop the zone."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.astimezone(UTC).replace(tzinfo=None) if value else None

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return value.replace(tzinfo=UTC) if value else None


class Table(SQLModel):
    metadata = metadata


def _time(**options: Any) -> Any:
    return Field(sa_type=UtcDateTime, **options)


class PlayerRow(Table, table=True):
    __tablename__ = "player"
    id: int | None = Field(default=None, primary_key=True)
    name: str
    address: str = Field(unique=True)
    language: str
    timezone: str
    generation: int = 0
    unreachable: bool = False
    stopped: bool = False
    created_at: datetime = _time()


class GameRow(Table, table=True):
    __tablename__ = "game"
    id: int | None = Field(default=None, primary_key=True)
    edition: str
    secret: bytes = Field(sa_type=LargeBinary)
    words: list[str] = Field(sa_column=Column(JSON, nullable=False))
    seating: list[int] = Field(sa_column=Column(JSON, nullable=False))
    status: str = Field(index=True)
    length: int = 0
    snapshot: str = Field(sa_type=Text)
    started_at: datetime = _time()
    changed_at: datetime = _time()


class SeatRow(Table, table=True):
    __tablename__ = "seat"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    number: int = Field(primary_key=True)
    name: str
    player_id: int | None = Field(default=None, foreign_key="player.id", index=True)
    bot: str | None = None
    queued: str | None = None
    rematch: bool = False


class LedgerRow(Table, table=True):
    __tablename__ = "ledger"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    number: int = Field(primary_key=True)
    entry: str
    seat: int | None = None
    at: datetime = _time()
    mail_id: int | None = Field(default=None, foreign_key="inbox.id")


class InboxRow(Table, table=True):
    """`key` is what makes a mail the same mail: its Message-ID, else a digest."""

    __tablename__ = "inbox"
    __table_args__ = (Index(None, "status", "id"), Index(None, "sender", "received_at"))
    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    raw: bytes = Field(sa_type=LargeBinary)
    envelope_sender: str | None = None
    envelope_recipients: list[str] = Field(sa_column=Column(JSON, nullable=False))
    oversize: bool = False
    sender: str = ""
    received_at: datetime = _time()
    status: str = "waiting"
    verdict: str = ""
    error: str = Field(default="", sa_type=Text)
    player_id: int | None = Field(default=None, foreign_key="player.id")
    game_id: int | None = Field(default=None, foreign_key="game.id")
    handled_at: datetime | None = _time(default=None, nullable=True)


class ImapDeliveryRow(Table, table=True):
    """A mail that still lies in an IMAP folder; gone once it was moved away."""

    __tablename__ = "imap_delivery"
    folder: str = Field(primary_key=True)
    uidvalidity: int = Field(sa_type=BigInteger, primary_key=True)
    uid: int = Field(sa_type=BigInteger, primary_key=True)
    inbox_id: int = Field(foreign_key="inbox.id", index=True)


class ImapCursorRow(Table, table=True):
    __tablename__ = "imap_cursor"
    folder: str = Field(primary_key=True)
    uidvalidity: int = Field(sa_type=BigInteger)
    uid: int = Field(sa_type=BigInteger)


class OutboxRow(Table, table=True):
    """`mime` is dropped some days after delivery; the rest stays, so that an answer finds what it answers."""

    __tablename__ = "outbox"
    __table_args__ = (
        UniqueConstraint("message_id"),
        Index(None, "status", "due_at"),
        Index(None, "recipient", "kind", "created_at"),
        Index(None, "game_id", "player_id"),
        Index(
            "ix_outbox_bodies",
            "sent_at",
            sqlite_where=text("mime IS NOT NULL"),
            postgresql_where=text("mime IS NOT NULL"),
        ),
    )
    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    message_id: str
    kind: str
    sender: str
    recipient: str
    mime: bytes | None = Field(default=None, sa_type=LargeBinary, nullable=True)
    player_id: int | None = Field(default=None, foreign_key="player.id")
    game_id: int | None = Field(default=None, foreign_key="game.id")
    turn: int | None = None
    mail_id: int | None = Field(default=None, foreign_key="inbox.id")
    status: str = "waiting"
    due_at: datetime = _time()
    attempts: int = 0
    error: str = Field(default="", sa_type=Text)
    created_at: datetime = _time()
    sent_at: datetime | None = _time(default=None, nullable=True)


class QuestionRow(Table, table=True):
    __tablename__ = "question"
    key: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id")
    mail_id: int = Field(foreign_key="inbox.id")
    expires_at: datetime = _time()
    options: list[str] = Field(sa_column=Column(JSON, nullable=False))
    answered: bool = False
