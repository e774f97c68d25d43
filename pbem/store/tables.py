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

from pbem.store.seal import Sealed, SealedText, SealedTexts

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


def _partial_index(name: str, *columns: str, where: str) -> Index:
    """An index of only those rows: small, however much is kept."""
    return Index(name, *columns, sqlite_where=text(where), postgresql_where=text(where))


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
    confirmed: bool = True
    banned: bool = False
    second_address: str | None = Field(default=None, index=True)
    quiet: str = ""
    receipts: bool = True
    follow: bool = False
    talk: bool = False
    digest: bool = False
    analysis: bool = True
    substitute: bool = Field(default=False, index=True)
    stand_in: str = ""
    born: int | None = None
    turns: int = 0
    timeouts: int = 0
    created_at: datetime = _time()


class VacationRow(Table, table=True):
    """From `first` up to, but not including, `end`."""

    __tablename__ = "vacation"
    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    first: datetime = _time()
    end: datetime = _time()


class ShunRow(Table, table=True):
    """Whose talk (`mute`) or invitations (`block`) a player does not want; no other: nobody's."""

    __tablename__ = "shun"
    id: int | None = Field(default=None, primary_key=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    other_id: int | None = Field(default=None, foreign_key="player.id")
    what: str


class GameRow(Table, table=True):
    """A game from the day it is opened; until it starts, `gathering` holds what is still to be settled."""

    __tablename__ = "game"
    __table_args__ = (Index(None, "status", "due_at"),)
    id: int | None = Field(default=None, primary_key=True)
    edition: str
    secret: bytes = Field(sa_type=LargeBinary)
    words: list[str] = Field(sa_column=Column(JSON, nullable=False))
    seating: list[int] = Field(sa_column=Column(JSON, nullable=False))
    status: str
    length: int = 0
    snapshot: str = Field(sa_type=Text)
    terms: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    clock: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    paused: bool = False
    due_at: datetime | None = _time(default=None, nullable=True)
    gathering: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
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
    bank: int = 0
    missed: int = 0
    note: str = Field(default="", sa_type=Text)
    heard: int = 0
    member_id: int | None = Field(default=None, index=True)
    used: int = 0
    gone_at: datetime | None = _time(default=None, nullable=True)


class InvitationRow(Table, table=True):
    """To a gathering, or to a `seat` that somebody left."""

    __tablename__ = "invitation"
    __table_args__ = (Index(None, "host_id", "sent_at"),)
    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id", index=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    host_id: int | None = Field(default=None, foreign_key="player.id")
    seat: int | None = None
    sent_at: datetime = _time()
    expires_at: datetime = _time()
    due_at: datetime | None = _time(default=None, nullable=True, index=True)
    reminded: bool = False
    answer: str = "none"


class WatcherRow(Table, table=True):
    __tablename__ = "watcher"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    player_id: int = Field(foreign_key="player.id", primary_key=True, index=True)


class RemarkRow(Table, table=True):
    """What was said at a table: to everyone, or to one seat."""

    __tablename__ = "remark"
    __table_args__ = (Index(None, "game_id", "id"), Index(None, "author_id", "at"))
    id: int | None = Field(default=None, primary_key=True)
    game_id: int = Field(foreign_key="game.id")
    author_id: int = Field(foreign_key="player.id")
    seat: int | None = None
    to_seat: int | None = None
    text: str = Field(sa_type=Text)
    at: datetime = _time()


class LedgerRow(Table, table=True):
    __tablename__ = "ledger"
    game_id: int = Field(foreign_key="game.id", primary_key=True)
    number: int = Field(primary_key=True)
    entry: str
    seat: int | None = None
    at: datetime = _time()
    mail_id: int | None = Field(default=None, foreign_key="inbox.id")


class InboxRow(Table, table=True):
    """`key` is what makes a mail the same mail: its Message-ID, else a digest. `raw` is emptied some time later."""

    __tablename__ = "inbox"
    __table_args__ = (
        Index(None, "status", "id"),
        Index(None, "sender", "received_at"),
        _partial_index("ix_inbox_lanes", "sender", "id", where="status = 'waiting'"),
        _partial_index("ix_inbox_bodies", "handled_at", where="length(raw) > 0"),
    )
    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    raw: bytes = Field(sa_type=Sealed)
    envelope_sender: str | None = None
    envelope_recipients: list[str] = Field(sa_column=Column(SealedTexts, nullable=False))
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
        _partial_index("ix_outbox_bodies", "sent_at", where="mime IS NOT NULL"),
    )
    id: int | None = Field(default=None, primary_key=True)
    key: str = Field(unique=True)
    message_id: str = Field(sa_type=SealedText)
    kind: str
    sender: str = Field(sa_type=SealedText)
    recipient: str
    mime: bytes | None = Field(default=None, sa_type=Sealed, nullable=True)
    player_id: int | None = Field(default=None, foreign_key="player.id")
    game_id: int | None = Field(default=None, foreign_key="game.id")
    turn: int | None = None
    mail_id: int | None = Field(default=None, foreign_key="inbox.id")
    forgettable: bool = False
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


class LeagueRow(Table, table=True):
    __tablename__ = "league"
    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    rules: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    created_at: datetime = _time()


class SeasonRow(Table, table=True):
    __tablename__ = "season"
    __table_args__ = (UniqueConstraint("league_id", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    league_id: int = Field(foreign_key="league.id")
    number: int
    rules: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    start: datetime = _time()
    secret: bytes = Field(sa_type=LargeBinary)
    phase: str
    decided_at: datetime | None = _time(default=None, nullable=True)
    signed_off_at: datetime | None = _time(default=None, nullable=True)
    weekly_at: datetime | None = _time(default=None, nullable=True)
    due_at: datetime | None = _time(default=None, nullable=True, index=True)
    absent: dict[str, list[int]] = Field(sa_column=Column(JSON, nullable=False))


class MemberRow(Table, table=True):
    __tablename__ = "member"
    season_id: int = Field(foreign_key="season.id", primary_key=True)
    player_id: int = Field(foreign_key="player.id", primary_key=True, index=True)
    entered_at: datetime = _time()
    awaited: bool = False
    level: int | None = None
    division: int | None = None
    place: int | None = None
    left_at: datetime | None = _time(default=None, nullable=True)
    substitute_id: int | None = Field(default=None, foreign_key="player.id")


class FixtureRow(Table, table=True):
    __tablename__ = "fixture"
    __table_args__ = (UniqueConstraint("season_id", "number"),)
    id: int | None = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id")
    level: int
    division: int
    number: int
    members: list[int] = Field(sa_column=Column(JSON, nullable=False))
    game_id: int | None = Field(default=None, foreign_key="game.id", index=True)
    result: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))


class SeasonLogRow(Table, table=True):
    """A line of the season's log, chained to the one before it by its hash."""

    __tablename__ = "season_log"
    season_id: int = Field(foreign_key="season.id", primary_key=True)
    number: int = Field(primary_key=True)
    line: str = Field(sa_type=Text)


class ProtestRow(Table, table=True):
    __tablename__ = "protest"
    id: int | None = Field(default=None, primary_key=True)
    season_id: int = Field(foreign_key="season.id", index=True)
    player_id: int = Field(foreign_key="player.id", index=True)
    at: datetime = _time()
    text: str = Field(sa_type=Text)


class LeagueReaderRow(Table, table=True):
    """Who asked about leagues, and so hears of new seasons."""

    __tablename__ = "league_reader"
    player_id: int = Field(foreign_key="player.id", primary_key=True)


class RatingChangeRow(Table, table=True):
    """`who` is a player's number or a bot's name."""

    __tablename__ = "rating_change"
    __table_args__ = (Index(None, "who", "pool", "id"),)
    id: int | None = Field(default=None, primary_key=True)
    pool: str
    who: str
    game_id: int = Field(foreign_key="game.id", index=True)
    at: datetime = _time()
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float
    lapsed_at: datetime | None = _time(default=None, nullable=True)


class WorkerRow(Table, table=True):
    """A `pbem serve` that shares this database; one of them leads."""

    __tablename__ = "worker"
    name: str = Field(primary_key=True)
    started_at: datetime = _time()
    seen_at: datetime = _time()
    leads: bool = False


class PulseRow(Table, table=True):
    """When something that must happen again and again last went well, and what went wrong since."""

    __tablename__ = "pulse"
    name: str = Field(primary_key=True)
    at: datetime | None = _time(default=None, nullable=True)
    error: str = Field(default="", sa_type=Text)


class AlertRow(Table, table=True):
    """A kind of trouble: since when it lasts, whether that is too long, and when the admins were last told."""

    __tablename__ = "alert"
    kind: str = Field(primary_key=True)
    since: datetime | None = _time(default=None, nullable=True)
    raised: bool = False
    sent_at: datetime | None = _time(default=None, nullable=True)


# The tables as statements name them: SQLAlchemy's Core, without the row classes.


_TABLES = metadata.tables

ALERT = _TABLES["alert"]
FIXTURE = _TABLES["fixture"]
GAME = _TABLES["game"]
IMAP_CURSOR = _TABLES["imap_cursor"]
IMAP_DELIVERY = _TABLES["imap_delivery"]
INBOX = _TABLES["inbox"]
INVITATION = _TABLES["invitation"]
LEAGUE = _TABLES["league"]
LEAGUE_READER = _TABLES["league_reader"]
LEDGER = _TABLES["ledger"]
MEMBER = _TABLES["member"]
OUTBOX = _TABLES["outbox"]
PLAYER = _TABLES["player"]
PROTEST = _TABLES["protest"]
PULSE = _TABLES["pulse"]
QUESTION = _TABLES["question"]
RATING_CHANGE = _TABLES["rating_change"]
REMARK = _TABLES["remark"]
SEASON = _TABLES["season"]
SEASON_LOG = _TABLES["season_log"]
SEAT = _TABLES["seat"]
SHUN = _TABLES["shun"]
VACATION = _TABLES["vacation"]
WATCHER = _TABLES["watcher"]
WORKER = _TABLES["worker"]
