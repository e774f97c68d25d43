"""The store: one database, its inbox and outbox, and units of work on it."""

from collections.abc import Iterator
from contextlib import contextmanager

from pbem.clock import Clock
from pbem.store.books import Books
from pbem.store.database import open_database, transaction, truncate_log
from pbem.store.gallery import Gallery
from pbem.store.inbox import SqlInbox
from pbem.store.outbox import SqlOutbox
from pbem.store.work import SqlWork


class SqlStore:
    """work.Store on SQLite or PostgreSQL."""

    def __init__(self, url: str, clock: Clock) -> None:
        self.engine = open_database(url)
        self.inbox = SqlInbox(self.engine, clock)
        self.outbox = SqlOutbox(self.engine)
        self.books = Books(self.engine)
        self.gallery = Gallery(self.engine, clock)
        self._clock = clock

    @contextmanager
    def work(self) -> Iterator[SqlWork]:
        with transaction(self.engine) as connection:
            yield SqlWork(connection, self._clock())

    def keep_house(self) -> None:
        """Drop what need not be kept, and leave no trace of it."""
        self.outbox.drop_bodies(self._clock())
        truncate_log(self.engine)

    @property
    def shared(self) -> bool:
        """Whether other processes may be working on the same database."""
        return self.engine.dialect.name != "sqlite"

    def close(self) -> None:
        self.engine.dispose()
