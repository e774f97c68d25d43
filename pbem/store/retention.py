"""What is kept, and for how long: of old mails only the facts stay, and nothing that is still needed goes."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, Update, case, delete, literal_column, select, update

from pbem.model import Keep, MailStatus
from pbem.store.database import alone_in_writing, transaction, unavailable_if_broken
from pbem.store.rows import emptied
from pbem.store.tables import IMAP_DELIVERY, INBOX, OUTBOX, QUESTION

# Others write too: no transaction is long, and between two of them there is room for theirs.
_BATCH = 200
_BREATH_SECONDS = 0.02
# More rows than three pages of SQLite's hold, which are those that it merges at a time.
_BLOCK = 128

# The key stays, so that a mail which comes again is known; so do the dates, the verdict, the player and the game.
_FACTS_IN = emptied(INBOX)
# A player's address is known anyway, and an answer or a bounce is told by it; anybody else's is not needed.
_FACTS_OUT = {
    **emptied(OUTBOX, "sender"),
    "recipient": case((OUTBOX.c.player_id.is_(None), ""), else_=OUTBOX.c.recipient),
}


@dataclass(frozen=True, slots=True)
class _Box:
    """A table of mails, which of them still have a body, and what stays of one."""

    table: Any
    has_body: ColumnElement[bool]
    facts: dict[str, Any]


# Spelled as the index is, or the database does not use it.
_IN = _Box(INBOX, literal_column("length(raw) > 0"), _FACTS_IN)
_OUT = _Box(OUTBOX, OUTBOX.c.mime.is_not(None), _FACTS_OUT)


class Retention:
    """Run now and then; costs no more than what there is to drop."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def drop_old(self, now: datetime, keep: Keep) -> None:
        """Empty the mails that were dealt with so long ago, and forget what has run out."""
        with transaction(self._engine) as connection:
            connection.execute(delete(QUESTION).where(QUESTION.c.expires_at < now))
        self._empty(_IN, _old_mails_in(now - timedelta(days=keep.mails_in_days)))
        for chosen in _old_mails_out(now - timedelta(days=keep.mails_out_days)):
            self._empty(_OUT, chosen)

    def _empty(self, box: _Box, chosen: tuple[Any, ...]) -> None:
        while ids := self._empty_batch(box, chosen):
            if self._engine.dialect.name == "sqlite":
                self._close_ranks(box, ids)
            if len(ids) < _BATCH:
                return
            time.sleep(_BREATH_SECONDS)

    def _empty_batch(self, box: _Box, chosen: tuple[Any, ...]) -> Sequence[int]:
        number = box.table.c.id
        with transaction(self._engine) as connection:
            ids = connection.execute(select(number).where(box.has_body, *chosen).limit(_BATCH)).scalars().all()
            if ids:
                connection.execute(update(box.table).where(number.in_(ids)).values(**box.facts))
        return ids

    def _close_ranks(self, box: _Box, emptied: Sequence[int]) -> None:
        """Free the pages on which only a few short rows are left: by itself SQLite would keep them for ever."""
        for block in sorted({number // _BLOCK + step for number in emptied for step in (-1, 0, 1)}):
            with transaction(self._engine) as connection, _references_unchecked(connection):
                connection.execute(_rows_put_back(box, block * _BLOCK))


def _rows_put_back(box: _Box, first: int) -> Update:
    """SQLite deletes a row whose id is set and inserts it again, even if it is the same id; deleting merges pages.

    What it moves on a page it does not overwrite there, secure_delete or not: no body may be near.
    """
    number = box.table.c.id
    bodies = select(number).where(number.between(first - _BLOCK, first + 2 * _BLOCK - 1), box.has_body)
    here = number.between(first, first + _BLOCK - 1)
    return update(box.table).where(here, ~bodies.correlate(None).exists()).values(id=number)


@contextmanager
def _references_unchecked(connection: Connection) -> Iterator[None]:
    """For each id that is set SQLite would look through all ledgers and mails for whoever refers to it.

    It can be told not to between two transactions only.
    """
    try:
        for statement in ("COMMIT", "PRAGMA foreign_keys=OFF", "BEGIN IMMEDIATE"):
            connection.exec_driver_sql(statement)
        yield
        connection.exec_driver_sql("COMMIT")
    finally:
        connection.connection.rollback()
        connection.exec_driver_sql("PRAGMA foreign_keys=ON")


def _old_mails_in(before: datetime) -> tuple[Any, ...]:
    """Dealt with, out of the IMAP folder, and no question of ours is about them any more."""
    asked_about = select(QUESTION.c.mail_id).where(~QUESTION.c.answered)
    done = INBOX.c.status.not_in((MailStatus.WAITING, MailStatus.SHUNTED))
    return (
        INBOX.c.handled_at < before,
        done,
        INBOX.c.id.not_in(asked_about),
        INBOX.c.id.not_in(select(IMAP_DELIVERY.c.inbox_id)),
    )


def _old_mails_out(before: datetime) -> tuple[tuple[Any, ...], ...]:
    """Those that left, even if they came back, and those that never did and were given up."""
    settled = OUTBOX.c.status != MailStatus.WAITING
    never_left = (OUTBOX.c.sent_at.is_(None), OUTBOX.c.created_at < before)
    return (settled, OUTBOX.c.sent_at < before), (settled, *never_left)


# Traces: what SQLite's file still holds of what was changed or deleted, and how it is made to let go of it.


# A number in SQLite's file that means nothing to SQLite; not 0: somebody was forgotten, and may have left traces.
_MARK = "PRAGMA user_version"


def mark_traces(connection: Connection) -> None:
    """Have the file written anew before long."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"{_MARK} = 1")


def wipe_traces(engine: Engine) -> None:
    """Leave nothing of what is no longer there.

    What SQLite moves within its indexes it does not overwrite, secure_delete or not: an address of somebody who was
    forgotten may be left between two entries. Only a file that is written anew is free of it.
    """
    if engine.dialect.name != "sqlite":
        return
    if _is_marked(engine):
        with alone_in_writing(engine):
            _outside_of_transactions(engine, "VACUUM")
        with transaction(engine) as connection:
            connection.exec_driver_sql(f"{_MARK} = 0")
    # Until then the log still holds what was overwritten.
    _outside_of_transactions(engine, "PRAGMA wal_checkpoint(TRUNCATE)")


def _is_marked(engine: Engine) -> bool:
    with transaction(engine, read_only=True) as connection:
        return bool(connection.exec_driver_sql(_MARK).scalar_one())


def _outside_of_transactions(engine: Engine, command: str) -> None:
    with unavailable_if_broken(), engine.connect() as connection:
        connection.connection.driver_connection.execute(command).close()  # type: ignore[union-attr]
