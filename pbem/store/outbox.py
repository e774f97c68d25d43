"""The outbox table: what is due is claimed for a while, sent, and its fate noted."""

import zlib
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection, Engine, select, update

from pbem.model import DueMail, Kind, MailStatus
from pbem.store.database import transaction
from pbem.store.tables import GameRow, OutboxRow

_OUTBOX = OutboxRow.__table__  # type: ignore[attr-defined]
_GAME = GameRow.__table__  # type: ignore[attr-defined]

# How long a claim holds: a process that dies with claimed mails delays them by this much at most.
_LEASE = timedelta(minutes=2)
# Longer than a player takes to answer: the lines of the mail that is answered are told from the answer's own.
_KEEP_BODIES = timedelta(days=30)


class SqlOutbox:
    """ports.Outbox on the database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def claim(self, now: datetime, limit: int) -> list[DueMail]:
        due = (
            select(_OUTBOX)
            .where(_OUTBOX.c.status == MailStatus.WAITING, _OUTBOX.c.due_at <= now)
            .order_by(_OUTBOX.c.due_at, _OUTBOX.c.id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        with transaction(self._engine) as connection:
            rows = connection.execute(due).all()
            ids = [row.id for row in rows]
            if ids:
                lease = update(_OUTBOX).where(_OUTBOX.c.id.in_(ids)).values(due_at=now + _LEASE)
                connection.execute(lease)
        return [
            DueMail(
                id=row.id,
                sender=row.sender,
                recipient=row.recipient,
                mime=zlib.decompress(row.mime),
                attempts=row.attempts,
                created_at=row.created_at,
                kind=Kind(row.kind),
                game_id=row.game_id,
            )
            for row in rows
        ]

    def sent(self, ids: Sequence[int], now: datetime) -> None:
        with transaction(self._engine) as connection:
            _note(connection, ids, status=MailStatus.DONE, sent_at=now, error="")
            _forget(connection, ids)
            _wake_games(connection, ids, now)

    def deferred(self, mail: DueMail, due_at: datetime, error: str) -> None:
        with transaction(self._engine) as connection:
            _note(connection, [mail.id], due_at=due_at, attempts=mail.attempts + 1, error=error)

    def failed(self, mail: DueMail, error: str) -> None:
        with transaction(self._engine) as connection:
            _note(connection, [mail.id], status=MailStatus.FAILED, attempts=mail.attempts + 1, error=error)
            _forget(connection, [mail.id])
            _wake_games(connection, [mail.id], mail.created_at)

    def drop_bodies(self, now: datetime) -> None:
        """Of a mail that was delivered some days ago only the facts are kept."""
        old = (
            _OUTBOX.c.status == MailStatus.DONE,
            _OUTBOX.c.sent_at < now - _KEEP_BODIES,
            _OUTBOX.c.mime.is_not(None),
        )
        with transaction(self._engine) as connection:
            connection.execute(update(_OUTBOX).where(*old).values(mime=None))

    def release(self, now: datetime) -> None:
        """Drop the claims of a process that died; only for a database that no other process shares."""
        with transaction(self._engine) as connection:
            untried = (
                _OUTBOX.c.status == MailStatus.WAITING,
                _OUTBOX.c.attempts == 0,
                _OUTBOX.c.due_at.between(now, now + _LEASE),
            )
            connection.execute(update(_OUTBOX).where(*untried).values(due_at=now))


def _note(connection: Connection, ids: Sequence[int], **values: object) -> None:
    connection.execute(update(_OUTBOX).where(_OUTBOX.c.id.in_(ids)).values(**values))


def _forget(connection: Connection, ids: Sequence[int]) -> None:
    """Of a mail to somebody who is forgotten only the facts stay, from the moment at which it was sent or given up."""
    gone = (_OUTBOX.c.id.in_(ids), _OUTBOX.c.forgettable)
    connection.execute(update(_OUTBOX).where(*gone).values(recipient="", sender="", mime=None, error=""))


def _wake_games(connection: Connection, ids: Sequence[int], now: datetime) -> None:
    """Have the clock of a game looked at whose turn mail left, or never will."""
    turns = select(_OUTBOX.c.game_id).where(_OUTBOX.c.id.in_(ids), _OUTBOX.c.kind == Kind.TURN)
    connection.execute(update(_GAME).where(_GAME.c.id.in_(turns)).values(due_at=now))
