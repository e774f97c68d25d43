"""The tables: of each value what only the database knows. Every query that runs on a tick has its index here.

Their order is the one in which a player is told what is held of them.
"""

from datetime import datetime
from typing import Annotated, Any

from sqlalchemy import BigInteger, Index, Text, UniqueConstraint, text

from pbem.model import (
    Block,
    Deed,
    Fixture,
    Game,
    Holder,
    Incident,
    Invitation,
    League,
    LedgerLine,
    MailStatus,
    Member,
    NewGame,
    OutMail,
    Player,
    Protest,
    Pulse,
    Question,
    RatingChange,
    Remark,
    Ring,
    Season,
    Trouble,
    Vacation,
    Worker,
)
from pbem.model.marks import IMPERSONAL, PERSONAL
from pbem.store.rows import Kept, KeptRow, Whose, kept, table
from pbem.store.seal import Sealed, SealedText, SealedTexts

metadata = KeptRow.metadata


def _number() -> Kept:
    """The row's own, given by the database."""
    return kept(int, primary_key=True)


def _key(kind: Any = None, **options: Any) -> Kept:
    return kept(kind, primary_key=True, **options)


def _to(other: str, kind: Any = None, **options: Any) -> Kept:
    return kept(kind, foreign_key=f"{other}.id", **options)


def _long(kind: Any = None, **options: Any) -> Kept:
    return kept(kind, sa_type=Text, **options)


def _partial_index(name: str, *columns: str, where: str) -> Index:
    """An index of only those rows: small, however much is kept."""
    return Index(name, *columns, sqlite_where=text(where), postgresql_where=text(where))


PLAYER = table(
    "player",
    Player,
    id=_number(),
    address=kept(unique=True),
    second_address=kept(index=True),
    substitute=kept(index=True),
    mailbox=kept(Annotated[str, PERSONAL], index=True, default=""),
    created_at=kept(datetime),
)

# A game from the day it is opened; until it starts, `open table` holds what is still to be settled.
GAME = table(
    "game",
    NewGame,
    Game,
    Index(None, "status", "due_at"),
    _partial_index("ix_game_lapses", "lapses_at", where="lapses_at IS NOT NULL"),
    without=("holders", "start", "state"),
    id=_number(),
    snapshot=_long(Annotated[str, IMPERSONAL]),
    gathering=kept(Annotated[dict[str, Any] | None, IMPERSONAL], default=None),
    started_at=kept(datetime),
    changed_at=kept(datetime),
)

SEAT = table(
    "seat",
    Holder,
    game_id=_to("game", int, primary_key=True),
    number=_key(int),
    player_id=_to("player", index=True, whose=Whose("games", goes=False)),
    note=_long(),
    member_id=kept(index=True),
)

WATCHER = table(
    "watcher",
    game_id=_to("game", int, primary_key=True),
    player_id=_to("player", int, primary_key=True, index=True, whose=Whose("watching")),
)

VACATION = table("vacation", Vacation, id=_number(), player_id=_to("player", index=True, whose=Whose("vacations")))

BLOCK = table(
    "shun",
    Block,
    id=_number(),
    player_id=_to("player", index=True, whose=Whose("shuns")),
    other_id=_to("player", whose=Whose()),
)

INVITATION = table(
    "invitation",
    Invitation,
    Index(None, "host_id", "sent_at"),
    id=_number(),
    game_id=_to("game", index=True),
    player_id=_to("player", index=True, whose=Whose("invitations")),
    host_id=_to("player"),
    due_at=kept(index=True),
)

REMARK = table(
    "remark",
    Remark,
    Index(None, "game_id", "id"),
    Index(None, "author_id", "at"),
    id=_number(),
    game_id=_to("game"),
    author_id=_to("player", whose=Whose("remarks")),
    seat=kept(int | None),
    text=_long(),
)

# `replace 2 Anna` is the one entry that names somebody.
LEDGER = table(
    "ledger",
    LedgerLine,
    game_id=_to("game", int, primary_key=True),
    number=_key(),
    entry=kept(Annotated[str, PERSONAL]),
    mail_id=_to("inbox"),
)

LEAGUE = table("league", League, id=_number(), name=kept(unique=True), created_at=kept(datetime))

SEASON = table(
    "season",
    Season,
    UniqueConstraint("league_id", "number"),
    id=_number(),
    league_id=_to("league"),
    due_at=kept(index=True),
)

MEMBER = table(
    "member",
    Member,
    season_id=_to("season", primary_key=True),
    player_id=_to("player", primary_key=True, index=True, whose=Whose("seasons", goes=False)),
    substitute_id=_to("player"),
)

FIXTURE = table(
    "fixture",
    Fixture,
    UniqueConstraint("season_id", "number"),
    id=_number(),
    season_id=_to("season"),
    game_id=_to("game", index=True),
)

# One log for each league: a line for everything that decides, chained to the one before it by its hash.
LEAGUE_LOG = table(
    "league_log",
    league_id=_to("league", int, primary_key=True),
    number=_key(int),
    season_id=_to("season", int, index=True),
    line=_long(Annotated[str, IMPERSONAL]),
)

# The logs of seasons that were begun before leagues had one; nothing is written here any more.
SEASON_LOG = table(
    "season_log",
    season_id=_to("season", int, primary_key=True),
    number=_key(int),
    line=_long(Annotated[str, IMPERSONAL]),
)

PROTEST = table(
    "protest",
    Protest,
    id=_number(),
    season_id=_to("season", index=True),
    player_id=_to("player", index=True, whose=Whose("protests", goes=False)),
    text=_long(),
)

# Who asked about leagues, and so hears of new seasons.
LEAGUE_READER = table("league_reader", player_id=_to("player", int, primary_key=True, whose=Whose("hears_of_leagues")))

RATING_CHANGE = table(
    "rating_change",
    RatingChange,
    Index(None, "who", "pool", "id"),
    id=_number(),
    who=kept(whose=Whose("ratings", goes=False)),
    game_id=_to("game", index=True),
)

# `key` is what makes a mail the same mail: a digest of its id and of what it says; `said` is one of its new text alone.
# `raw` is emptied some time later.
INBOX = table(
    "inbox",
    Index(None, "status", "id"),
    Index(None, "sender", "received_at"),
    _partial_index("ix_inbox_lanes", "sender", "id", where="status = 'waiting'"),
    _partial_index("ix_inbox_next", "place", "id", where="status = 'waiting'"),
    _partial_index("ix_inbox_keyed", "lane", "received_at", where="lane <> ''"),
    _partial_index("ix_inbox_bodies", "handled_at", where="length(raw) > 0"),
    id=_number(),
    key=kept(Annotated[str, PERSONAL], unique=True),
    raw=kept(Annotated[bytes, PERSONAL], sa_type=Sealed),
    envelope_sender=kept(Annotated[str | None, PERSONAL], default=None),
    envelope_recipients=kept(Annotated[list[str], PERSONAL], sa_type=SealedTexts),
    oversize=kept(bool, default=False),
    sender=kept(Annotated[str, PERSONAL], default=""),
    received_at=kept(datetime),
    status=kept(MailStatus, default=MailStatus.WAITING),
    verdict=kept(Annotated[str, IMPERSONAL], default=""),
    error=_long(Annotated[str, PERSONAL], default=""),
    player_id=_to("player", int | None, default=None, whose=Whose("mails_in", goes=False)),
    game_id=_to("game", int | None, default=None),
    handled_at=kept(datetime | None, default=None),
    said=kept(Annotated[str, IMPERSONAL], default=""),
    lane=kept(Annotated[str, IMPERSONAL], default=""),
    place=kept(int, default=0),
)

# A mail that still lies in an IMAP folder; gone once it was moved away.
IMAP_DELIVERY = table(
    "imap_delivery",
    folder=_key(Annotated[str, IMPERSONAL]),
    uidvalidity=_key(int, sa_type=BigInteger),
    uid=_key(int, sa_type=BigInteger),
    inbox_id=_to("inbox", int, index=True),
)

IMAP_CURSOR = table(
    "imap_cursor",
    folder=_key(Annotated[str, IMPERSONAL]),
    uidvalidity=kept(int, sa_type=BigInteger),
    uid=kept(int, sa_type=BigInteger),
)

# `mime` is dropped some days after delivery; the rest stays, so that an answer finds what it answers.
OUTBOX = table(
    "outbox",
    OutMail,
    UniqueConstraint("message_id"),
    Index(None, "status", "due_at"),
    Index(None, "mailbox", "created_at"),
    Index(None, "cause", "created_at"),
    Index(None, "game_id", "player_id"),
    _partial_index("ix_outbox_bodies", "sent_at", where="mime IS NOT NULL"),
    id=_number(),
    key=kept(unique=True),
    message_id=kept(sa_type=SealedText),
    sender=kept(sa_type=SealedText),
    mime=kept(Annotated[bytes | None, PERSONAL], default=None, sa_type=Sealed),
    player_id=_to("player", whose=Whose("mails_out", goes=False)),
    game_id=_to("game"),
    mail_id=_to("inbox"),
    status=kept(MailStatus, default=MailStatus.WAITING),
    due_at=kept(datetime),
    attempts=kept(int, default=0),
    error=_long(Annotated[str, PERSONAL], default=""),
    created_at=kept(datetime),
    sent_at=kept(datetime | None, default=None),
    failed_at=kept(datetime | None, default=None, index=True),
    mailbox=kept(Annotated[str, PERSONAL], default=""),
)

QUESTION = table(
    "question",
    Question,
    key=_key(),
    player_id=_to("player", whose=Whose()),
    mail_id=_to("inbox"),
)

RING = table("ring", Ring, id=_number(), player_id=_to("player", whose=Whose()), game_id=_to("game"))

WORKER = table("worker", Worker, name=_key(), leads=kept(default=False))

PULSE = table("pulse", Pulse, name=_key(), error=_long(default=""))

VAULT = table(
    "vault", name=_key(Annotated[str, IMPERSONAL]), content=kept(Annotated[str, IMPERSONAL], sa_type=SealedText)
)

TALLY = table("tally", name=_key(Annotated[str, IMPERSONAL]), number=kept(int))

DEED = table("deed", Deed, id=_number())

UPGRADE = table("upgrade", name=_key(Annotated[str, IMPERSONAL]), at=kept(datetime))

ALERT = table("alert", Incident, without=("trouble",), kind=_key(Trouble))
