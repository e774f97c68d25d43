"""A glance at the database in plain SQL, without SQLAlchemy: for commands that are to answer at once."""

import json
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from pbem.errors import NEEDS_PSYCOPG, ConfigError, NoDatabaseYet, OldDatabase, PbemError, StoreUnavailable
from pbem.store.migrations import HEAD

_SQLITE, _POSTGRES = "sqlite:///", "postgresql+psycopg://"
_BUSY_SECONDS = 5
_NAMED = re.compile(r":(\w+)")
AHEAD = timedelta(hours=24)
BOUNCES = timedelta(days=7)
# With very many games only the first turns that end are looked at.
MOST_CLOCKS = 500
_ALIVE_SECONDS = 25
_AT_ONCE = timedelta(seconds=10)
"""A mail that is due for no longer is not overdue: it is about to leave."""
JUNK_TAKEN, JUNK_LEFT = "junk taken", "junk left"
"""What is counted of the mails in the junk folder."""
_OVER = ("signed off", "called off")


class Glance:
    """One moment of a database. Times are in UTC, written as both databases keep them."""

    def __init__(self, connection: Any, is_sqlite: bool) -> None:
        self._connection = connection
        self._is_sqlite = is_sqlite

    def rows(self, query: str, **values: object) -> list[dict[str, Any]]:
        """What a query with `:names` finds."""
        bound = {name: _bound(value) for name, value in values.items()}
        cursor = self._connection.execute(query if self._is_sqlite else _NAMED.sub(r"%(\1)s", query), bound)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def row(self, query: str, **values: object) -> dict[str, Any]:
        """The one row that it finds."""
        (found,) = self.rows(query, **values)
        return found

    def version(self) -> str | None:
        """The migration that the database is at."""
        tables = "sqlite_master WHERE name" if self._is_sqlite else "pg_tables WHERE tablename"
        if not self.rows(f"SELECT 1 FROM {tables} = 'alembic_version'"):  # noqa: S608
            return None
        return next((row["version_num"] for row in self.rows("SELECT version_num FROM alembic_version")), None)

    def size(self) -> int:
        """How many bytes the database takes."""
        pages = "page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()"
        return int(
            self.row(f"SELECT {pages if self._is_sqlite else 'pg_database_size(current_database()) AS bytes'}")["bytes"]
        )


@contextmanager
def glance_at(url: str) -> Iterator[Glance]:
    """A database that is up to date, as it is; PbemError says why it can't be looked at."""
    with _opened(url) as glance:
        check_version(glance.version())
        yield glance


def check_version(version: str | None) -> None:
    """PbemError unless the database is of this program's version."""
    if version is None:
        raise NoDatabaseYet("the database is empty, pbem serve makes its tables")
    if version < HEAD:
        raise OldDatabase(f"the database is at version {version}, pbem serve brings it to {HEAD} and keeps a copy")
    if version > HEAD:
        raise PbemError(f"the database is at version {version}, newer than this program's {HEAD}")


@contextmanager
def _opened(url: str) -> Iterator[Glance]:
    if url.startswith(_SQLITE):
        with _sqlite(Path(unquote(url.removeprefix(_SQLITE)).partition("?")[0])) as glance:
            yield glance
    elif url.startswith(_POSTGRES):
        with _postgres("postgresql://" + url.removeprefix(_POSTGRES)) as glance:
            yield glance
    else:
        raise ConfigError("server.database: expected sqlite:///FILE or postgresql+psycopg://USER:PASSWORD@HOST/NAME")


@contextmanager
def _sqlite(file: Path) -> Iterator[Glance]:
    if not file.exists():
        raise NoDatabaseYet(f"there is no database {file} yet, pbem serve makes it")
    try:
        # Not mode=ro: a log that a stopped server left behind could then not be read.
        with closing(sqlite3.connect(file, timeout=_BUSY_SECONDS, isolation_level=None)) as connection:
            connection.execute("PRAGMA query_only=ON")
            connection.execute("BEGIN")
            yield Glance(connection, is_sqlite=True)
    except sqlite3.OperationalError as error:
        raise StoreUnavailable(f"{file}: {error}") from error
    except sqlite3.DatabaseError as error:
        raise StoreUnavailable(f"{file}: {error}") from error


@contextmanager
def _postgres(url: str) -> Iterator[Glance]:
    try:
        import psycopg  # noqa: PLC0415
    except ModuleNotFoundError as error:
        raise ConfigError(f"server.database: {NEEDS_PSYCOPG}") from error
    try:
        with psycopg.connect(url, connect_timeout=_BUSY_SECONDS) as connection:
            connection.read_only = True
            yield Glance(connection, is_sqlite=False)
    except psycopg.OperationalError as error:
        raise StoreUnavailable(" ".join(str(error).split())) from error


def _bound(value: object) -> object:
    if not isinstance(value, datetime):
        return value
    return value.astimezone(UTC).replace(tzinfo=None).isoformat(" ", "microseconds")


def moment(value: object) -> datetime | None:
    """A time as a query finds it."""
    if value is None:
        return None
    found = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
    return found.replace(tzinfo=UTC)


# What `pbem status` tells.


@dataclass(frozen=True, slots=True)
class NextDeadline:
    """A turn that runs out of time; after `at` there is some grace left."""

    at: datetime
    game: int
    player: str


@dataclass(frozen=True, slots=True)
class SeasonStatus:
    """A season that is not over."""

    league: str
    number: int
    phase: str


@dataclass(frozen=True, slots=True)
class Beat:
    """Something that must happen again and again: when it last went well, and what went wrong since."""

    at: datetime | None = None
    error: str = ""


@dataclass(frozen=True, slots=True)
class LiveWorker:
    """A `pbem serve` that gave a sign of life a moment ago."""

    name: str
    leads: bool
    started_at: datetime


@dataclass(frozen=True, slots=True)
class Queue:
    """Mails that wait."""

    waiting: int
    since: datetime | None = None
    """How long the oldest has waited: to be read, or for a relay that should have taken it."""
    overdue: int = 0


@dataclass(frozen=True, slots=True)
class Status:
    """All that `pbem status` tells."""

    now: datetime
    running: int
    paused: int
    open_tables: int
    over: int
    deadlines: tuple[NextDeadline, ...]
    more_deadlines: bool
    """Whether there may be others: not every clock was looked at."""
    seasons: tuple[SeasonStatus, ...]
    mail_in: Queue
    mail_out: Queue
    shunted: int
    bounces: int
    out_of_reach: int
    workers: tuple[LiveWorker, ...]
    junk_taken: int
    junk_left: int
    pulses: dict[str, Beat]
    troubles: dict[str, datetime | None]
    """What the server itself finds wrong, and since when."""
    bytes: int

    def pulse(self, name: str) -> Beat:
        return self.pulses.get(name, Beat())


def status_of(glance: Glance, now: datetime) -> Status:
    """One moment of the database, and who works on it."""
    games = {row["status"]: row["games"] for row in glance.rows(_GAMES)}
    tallies = {row["name"]: row["number"] for row in glance.rows("SELECT * FROM tally")}
    clocks = glance.rows(_CLOCKS, until=now + AHEAD, most=MOST_CLOCKS)
    return Status(
        now=now,
        running=games.get("running", 0),
        paused=glance.row(_PAUSED, yes=True)["games"],
        open_tables=games.get("open", 0),
        over=games.get("over", 0),
        deadlines=tuple(sorted(_deadlines(glance, clocks, now), key=lambda each: each.at)),
        more_deadlines=len(clocks) == MOST_CLOCKS,
        seasons=tuple(
            SeasonStatus(row["name"], row["number"], row["phase"])
            for row in glance.rows(_SEASONS)
            if row["phase"] not in _OVER
        ),
        mail_in=_queue(glance.row(_MAIL_IN)),
        mail_out=_queue(glance.row(_MAIL_OUT, now=now - _AT_ONCE)),
        shunted=glance.row(_SHUNTED)["mails"],
        bounces=glance.row(_BOUNCES, since=now - BOUNCES)["mails"],
        out_of_reach=glance.row(_OUT_OF_REACH, yes=True)["players"],
        workers=tuple(live_workers(glance, now)),
        junk_taken=tallies.get(JUNK_TAKEN, 0),
        junk_left=tallies.get(JUNK_LEFT, 0),
        pulses={row["name"]: Beat(moment(row["at"]), row["error"]) for row in glance.rows("SELECT * FROM pulse")},
        troubles={row["kind"]: moment(row["since"]) for row in glance.rows(_TROUBLES, yes=True)},
        bytes=glance.size(),
    )


def live_workers(glance: Glance, now: datetime) -> list[LiveWorker]:
    """Who gave a sign of life since two beats before."""
    rows = glance.rows(_WORKERS, since=now - timedelta(seconds=_ALIVE_SECONDS))
    return [LiveWorker(row["name"], bool(row["leads"]), moment(row["started_at"]) or now) for row in rows]


_GAMES = "SELECT status, count(*) AS games FROM game GROUP BY status"
_PAUSED = "SELECT count(*) AS games FROM game WHERE status = 'running' AND due_at IS NULL AND paused = :yes"
# The index finds those that are looked at soon; no turn ends before its game is looked at.
_CLOCKS = (
    "SELECT id, ends_at, snapshot FROM game WHERE status = 'running' AND due_at <= :until ORDER BY due_at LIMIT :most"
)
_SEAT = "SELECT name FROM seat WHERE game_id = :game AND number = :seat"
_SEASONS = "SELECT name, number, phase FROM season JOIN league ON league.id = league_id ORDER BY league_id, number"
_MAIL_IN = "SELECT count(*) AS waiting, min(received_at) AS since, 0 AS overdue FROM inbox WHERE status = 'waiting'"
_MAIL_OUT = (
    "SELECT count(*) AS waiting, count(CASE WHEN due_at <= :now OR error <> '' THEN 1 END) AS overdue,"
    " min(CASE WHEN due_at <= :now OR error <> '' THEN created_at END) AS since FROM outbox WHERE status = 'waiting'"
)
_SHUNTED = "SELECT count(*) AS mails FROM inbox WHERE status = 'shunted'"
_BOUNCES = "SELECT count(*) AS mails FROM outbox WHERE status = 'failed' AND due_at >= :since"
_OUT_OF_REACH = "SELECT count(*) AS players FROM player WHERE unreachable = :yes"
_WORKERS = "SELECT name, leads, started_at FROM worker WHERE seen_at >= :since ORDER BY name"
_TROUBLES = "SELECT kind, since FROM alert WHERE raised = :yes ORDER BY kind"


def _queue(row: dict[str, Any]) -> Queue:
    return Queue(row["waiting"], moment(row["since"]), row["overdue"])


def _deadlines(glance: Glance, clocks: list[dict[str, Any]], now: datetime) -> Iterator[NextDeadline]:
    """The clocks that run and run out soon."""
    for row in clocks:
        at = moment(row["ends_at"])
        if at and at <= now + AHEAD:
            seat = glance.row(_SEAT, game=row["id"], seat=json.loads(row["snapshot"])["turn"])
            yield NextDeadline(at, row["id"], seat["name"])


# What `pbem game list` tells.


def games_of(glance: Glance, everything: bool) -> list[dict[str, object]]:
    """The games, in the order in which they were opened."""
    wanted = "" if everything else " WHERE status = 'running'"
    games = glance.rows(f"SELECT id, status, edition, length, started_at FROM game{wanted} ORDER BY id")  # noqa: S608
    names: dict[int, list[str]] = {}
    for row in glance.rows("SELECT game_id, name FROM seat ORDER BY number"):
        names.setdefault(row["game_id"], []).append(row["name"])
    return [
        {**row, "started_at": moment(row["started_at"]), "seats": ", ".join(names.get(row["id"], []))} for row in games
    ]
