"""The store: one database, its inbox and outbox, and units of work on it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from pbem.errors import NoDatabaseYet
from pbem.model import Keep
from pbem.model.time import Clock
from pbem.store.books import Books
from pbem.store.database import Lock, open_database, share, transaction
from pbem.store.inbox import SqlInbox
from pbem.store.look import SqlVisit, look
from pbem.store.outbox import SqlOutbox
from pbem.store.retention import Retention, wipe_traces
from pbem.store.seal import Seal, seal_with
from pbem.store.serving import Changes, ElectedLeader, OnlyLeader, Pulses, Tallies, Workers, leader_of
from pbem.store.work import SqlWork

_STRANGERS_STAY = timedelta(days=7)
_BATCH = 50


class SqlStore:
    """work.Store on SQLite or PostgreSQL."""

    def __init__(self, url: str, clock: Clock, seal: Seal | None = None) -> None:
        self.engine = open_database(url)
        seal_with(self.engine.dialect, seal)
        self.inbox = SqlInbox(self.engine, clock)
        self.outbox = SqlOutbox(self.engine)
        self.books = Books(self.engine)
        self.pulses = Pulses(self.engine)
        self.tallies = Tallies(self.engine)
        self.workers = Workers(self.engine)
        self.retention = Retention(self.engine)
        self._clock = clock

    @contextmanager
    def work(self) -> Iterator[SqlWork]:
        with transaction(self.engine) as connection:
            share(connection, Lock.PEOPLE)
            work = SqlWork(connection, self._clock())
            yield work
            work.settle()

    @contextmanager
    def look(self) -> Iterator[SqlVisit]:
        """Everything as it is now, read-only."""
        with look(self.engine, self._clock()) as visit:
            yield visit

    def keep_house(self, keep: Keep) -> None:
        """Drop what need not be kept, and leave no trace of it."""
        self._forget_strangers()
        self.retention.drop_old(self._clock(), keep)
        wipe_traces(self.engine)

    def _forget_strangers(self) -> None:
        """An address that never confirmed is gone after a week."""
        while True:
            with self.work() as work:
                strangers = work.idle_strangers(work.now - _STRANGERS_STAY, _BATCH)
                for each in strangers:
                    work.forget_player(each, f"Player {each.id}", ())
            if len(strangers) < _BATCH:
                return

    def leader(self) -> ElectedLeader | OnlyLeader:
        """The lock of whoever leads."""
        return leader_of(self.engine)

    def changes(self) -> Changes | None:
        """What tells that another process wrote into a SQLite file."""
        return None if self.shared else Changes(str(self.engine.url.database))

    @property
    def shared(self) -> bool:
        """Whether other processes may be working on the same database."""
        return self.engine.dialect.name != "sqlite"

    def close(self) -> None:
        self.engine.dispose()


def existing_store(url: str, clock: Clock) -> SqlStore:
    """As it is; a SQLite file that is not there is not made."""
    store = SqlStore(url, clock)
    if not store.shared and not Path(str(store.engine.url.database)).exists():
        raise NoDatabaseYet(f"there is no database {store.engine.url.database} yet, pbem serve makes it")
    return store
