"""Which processes serve a database: who leads, who gives a sign of life, and having it to oneself."""

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection, Engine, delete, func, insert, select, true, update
from sqlalchemy.exc import DBAPIError

from pbem.errors import PbemError
from pbem.model import BEAT_SECONDS, Pulse, Worker
from pbem.store.database import Lock, open_alone, transaction, upsert
from pbem.store.schema import HEAD, current_version
from pbem.store.tables import PULSE, TALLY, WORKER
from pbem.store.work.base import made_of, read_pulses
from pbem.work import retried

# Seconds. PostgreSQL frees the lock of a leader that it does not hear from any more; the leader gives up before that.
PATIENCE = 6


class ElectedLeader:
    """Whoever has PostgreSQL's advisory lock. It goes with its connection: with the process, with the network, or when
    the process is frozen and no longer asks."""

    def __init__(self, engine: Engine, silence: int) -> None:
        self._engine = open_alone(engine.url, PATIENCE, silence)
        self._connection: Connection | None = None
        self._elected = False

    def leads(self) -> bool:
        """Whether this process leads, from now on or still; one that can't be sure lets another."""
        try:
            self._connection = self._connection or self._engine.connect()
            # Only a connection that answers still has the lock.
            question = true() if self._elected else func.pg_try_advisory_lock(Lock.LEADER.value)
            self._elected = bool(self._connection.scalar(select(question)))
        except DBAPIError:
            self._hang_up()
        return self._elected

    def resign(self) -> None:
        """Another may lead when this returns; merely hanging up, PostgreSQL would free the lock a moment later."""
        if self._connection and self._elected:
            with suppress(DBAPIError):
                self._connection.scalar(select(func.pg_advisory_unlock(Lock.LEADER.value)))
        self._hang_up()

    def _hang_up(self) -> None:
        connection, self._connection, self._elected = self._connection, None, False
        if connection:
            with suppress(DBAPIError):
                connection.close()


class OnlyLeader:
    """The one process that serves a SQLite file, by whatever name; a second one is refused. Commands are welcome.

    The lock is on the file itself: links and mounts lead to the same one. SQLite's own locks are of another kind, but
    would go if the file was closed here (https://sqlite.org/howtocorrupt.html, section 2.2), so it never is.
    """

    def __init__(self, database: Path) -> None:
        self._path = database
        self._file: int | None = None

    def leads(self) -> bool:
        try:
            if self._file is None:
                self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise PbemError(f"another `pbem serve` is running on this database ({self._path} is locked)") from error
        except OSError as error:
            raise PbemError(f"{self._path}: {error.strerror}") from error
        return True

    def resign(self) -> None:
        if self._file is not None:
            fcntl.flock(self._file, fcntl.LOCK_UN)


def leader_of(engine: Engine, silence: int = PATIENCE) -> ElectedLeader | OnlyLeader:
    """PostgreSQL is shared by many processes, a SQLite file is one's own.

    Who does not ask for `silence` seconds whether it still leads is taken to be frozen; 0: never.
    """
    if engine.dialect.name == "sqlite":
        return OnlyLeader(Path(str(engine.url.database)))
    return ElectedLeader(engine, silence)


# Pulses: when something that must happen again and again last went well, and what went wrong since.


class Pulses:
    """One row for each name; every process that shares the database writes the same ones."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def beat(self, name: str, now: datetime) -> None:
        """It went well."""
        self._note(name, at=now, error="")

    def failed(self, name: str, error: str) -> None:
        """It went wrong: when it last went well stays known."""
        self._note(name, error=error)

    def all(self) -> dict[str, Pulse]:
        with transaction(self._engine, read_only=True) as connection:
            return read_pulses(connection)

    def _note(self, name: str, **values: object) -> None:
        with transaction(self._engine) as connection:
            connection.execute(upsert(connection, PULSE, {"name": name}, values))


class Tallies:
    """What is counted for as long as the database lives; only whoever leads counts."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, name: str, number: int) -> None:
        with transaction(self._engine) as connection:
            grown = update(TALLY).where(TALLY.c.name == name).values(number=TALLY.c.number + number)
            if connection.execute(grown).rowcount == 0:
                connection.execute(insert(TALLY).values(name=name, number=number))


# The workers table: which processes serve this database, by the sign of life that each gives now and then.


# Who has missed two beats is gone.
_ALIVE = timedelta(seconds=2.5 * BEAT_SECONDS)
_REMEMBERED = timedelta(hours=1)


class Workers:
    """One row for each process, in the order of their names."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @retried
    def beat(self, name: str, now: datetime, leads: bool) -> None:
        """A sign of life; those who have not given one for long are forgotten."""
        with transaction(self._engine) as connection:
            started = select(WORKER.c.started_at).where(WORKER.c.name == name)
            known = connection.execute(started).scalar_one_or_none()
            facts = {"started_at": known or now, "seen_at": now, "leads": leads}
            connection.execute(upsert(connection, WORKER, {"name": name}, facts))
            connection.execute(delete(WORKER).where(WORKER.c.seen_at < now - _REMEMBERED))

    def alive(self, now: datetime) -> list[Worker]:
        seen = select(WORKER).where(WORKER.c.seen_at >= now - _ALIVE).order_by(WORKER.c.name)
        with transaction(self._engine, read_only=True) as connection:
            return [made_of(Worker, row) for row in connection.execute(seen)]

    def leave(self, name: str) -> None:
        """This one is stopped, in order."""
        with transaction(self._engine) as connection:
            connection.execute(delete(WORKER).where(WORKER.c.name == name))


# Whether somebody else wrote: a command that starts a game, or has a mail tried again, is not to wait for a tick.


class Changes:
    """Looks at the number that SQLite counts up whenever another connection has written; that takes microseconds."""

    def __init__(self, database: str) -> None:
        self._connection = sqlite3.connect(database, isolation_level=None, check_same_thread=False)
        self._seen = self._number()

    def came(self) -> bool:
        """Whether there were any since this was last asked."""
        try:
            before, self._seen = self._seen, self._number()
        except sqlite3.Error:
            return False
        return before != self._seen

    def close(self) -> None:
        self._connection.close()

    def _number(self) -> int:
        with closing(self._connection.execute("PRAGMA data_version")) as cursor:
            return int(cursor.fetchone()[0])


# Having a database to oneself: for what can't be done while a server works on it.


@contextmanager
def alone(engine: Engine, now: datetime) -> Iterator[None]:
    """PbemError if a server runs on this database; meanwhile none can begin to lead."""
    leader = leader_of(engine, silence=0)
    if _workers(engine, now) or not leader.leads():
        leader.resign()
        raise PbemError("a `pbem serve` is running on this database, or was half a minute ago: stop it first")
    try:
        yield
    finally:
        leader.resign()


def _workers(engine: Engine, now: datetime) -> bool:
    """A lock tells of the one server of a SQLite file; of several, only one has it."""
    if engine.dialect.name == "sqlite" or current_version(engine) != HEAD:
        return False
    return bool(Workers(engine).alive(now))
