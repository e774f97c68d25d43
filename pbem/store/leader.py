"""Who leads: of all processes that share a database, one reads the mailbox, keeps the time and keeps house."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Connection, Engine, func, select, true
from sqlalchemy.exc import DBAPIError

from pbem.errors import PbemError
from pbem.store.locks import Lock
from pbem.store.postgres import open_alone

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
    """The one process that serves a SQLite file; a second one is refused. Commands beside it are welcome."""

    def __init__(self, database: Path) -> None:
        self._path = database.with_name(f"{database.name}.lock")
        self._file: int | None = None

    def leads(self) -> bool:
        if self._file is None:
            self._file = self._lock()
        return True

    def resign(self) -> None:
        if self._file is not None:
            os.close(self._file)
        self._file = None

    def _lock(self) -> int:
        """The system drops the lock with the process, however it ends; the file itself stays."""
        try:
            file = os.open(self._path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise PbemError(f"{self._path}: {error.strerror}") from error
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(file)
            raise PbemError(f"another `pbem serve` is running on this database ({self._path} is locked)") from error
        return file


def leader_of(engine: Engine, silence: int = PATIENCE) -> ElectedLeader | OnlyLeader:
    """PostgreSQL is shared by many processes, a SQLite file is one's own.

    Who does not ask for `silence` seconds whether it still leads is taken to be frozen; 0: never.
    """
    if engine.dialect.name == "sqlite":
        return OnlyLeader(Path(str(engine.url.database)))
    return ElectedLeader(engine, silence)
