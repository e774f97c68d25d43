"""The outbox table: what is due is claimed for a while, sent, and its fate noted."""

import zlib
from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, Engine, bindparam, select, update

from pbem.again import retried
from pbem.model import DueMail, Kind, MailStatus
from pbem.store.database import transaction
from pbem.store.tables import GameRow, OutboxRow

_OUTBOX = OutboxRow.__table__  # type: ignore[attr-defined]
_GAME = GameRow.__table__  # type: ignore[attr-defined]

_DUE = (
    select(_OUTBOX)
    .where(_OUTBOX.c.status == MailStatus.WAITING, _OUTBOX.c.due_at <= bindparam("now"))
    .order_by(_OUTBOX.c.due_at, _OUTBOX.c.id)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
_THESE = _OUTBOX.c.id.in_(bindparam("ids", expanding=True))
_NOTE = update(_OUTBOX).where(_THESE)
_FORGET = _NOTE.where(_OUTBOX.c.forgettable).values(recipient="", sender="", mime=None, error="")
_TURNS = select(_OUTBOX.c.game_id).where(_THESE, _OUTBOX.c.kind == Kind.TURN)
# Always in the same order: of two who lock the same games, one waits for the other.
_ON_TURN = select(_GAME.c.id).where(_GAME.c.id.in_(_TURNS)).order_by(_GAME.c.id).with_for_update(key_share=True)
_WAKE = update(_GAME).where(_GAME.c.id.in_(bindparam("games", expanding=True)))

# How long a claim holds unless it is renewed: a process that dies delays what it claimed by this much at most.
LEASE = timedelta(seconds=15)


class SqlOutbox:
    """ports.Outbox on the database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @retried
    def check_seal(self) -> None:
        """ConfigError if the secret is not the one that the mails here were sealed with."""
        newest = select(_OUTBOX.c.message_id).order_by(_OUTBOX.c.id.desc()).limit(1)
        with transaction(self._engine, read_only=True) as connection:
            connection.execute(newest).all()

    def claim(self, now: datetime, limit: int) -> list[DueMail]:
        with transaction(self._engine) as connection:
            rows = connection.execute(_DUE, {"now": now, "most": limit}).all()
            if rows:
                _note(connection, [row.id for row in rows], due_at=now + LEASE)
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

    @retried
    def sent(self, ids: Sequence[int], now: datetime) -> None:
        with transaction(self._engine) as connection:
            _note(connection, ids, status=MailStatus.DONE, sent_at=now, error="")
            _forget(connection, ids)
            _wake_games(connection, ids, now)

    @retried
    def deferred(self, mail: DueMail, due_at: datetime, error: str) -> None:
        with transaction(self._engine) as connection:
            _note(connection, [mail.id], due_at=due_at, attempts=mail.attempts + 1, error=error)

    @retried
    def failed(self, mail: DueMail, error: str) -> None:
        with transaction(self._engine) as connection:
            _note(connection, [mail.id], status=MailStatus.FAILED, attempts=mail.attempts + 1, error=error)
            _forget(connection, [mail.id])
            _wake_games(connection, [mail.id], mail.created_at)

    @retried
    def renew(self, ids: Sequence[int], now: datetime) -> None:
        """They are still being sent: nobody else is to take them up. What was put off for longer stays so."""
        self._postpone(ids, now + LEASE, _OUTBOX.c.due_at < now + LEASE)

    @retried
    def give_back(self, ids: Sequence[int], now: datetime) -> None:
        """They were not tried: anybody may take them up at once."""
        self._postpone(ids, now)

    def _postpone(self, ids: Sequence[int], due_at: datetime, *conditions: ColumnElement[bool]) -> None:
        waiting = (_OUTBOX.c.id.in_(ids), _OUTBOX.c.status == MailStatus.WAITING)
        with transaction(self._engine) as connection:
            connection.execute(update(_OUTBOX).where(*waiting, *conditions).values(due_at=due_at))

    def release(self, now: datetime) -> None:
        """Drop the claims of a process that died; only for a database that no other process shares."""
        with transaction(self._engine) as connection:
            untried = (
                _OUTBOX.c.status == MailStatus.WAITING,
                _OUTBOX.c.attempts == 0,
                _OUTBOX.c.due_at.between(now, now + LEASE),
            )
            connection.execute(update(_OUTBOX).where(*untried).values(due_at=now))


def _note(connection: Connection, ids: Sequence[int], **values: object) -> None:
    connection.execute(_NOTE, {"ids": ids, **values})


def _forget(connection: Connection, ids: Sequence[int]) -> None:
    """Of a mail to somebody who is forgotten only the facts stay, from the moment at which it was sent or given up."""
    connection.execute(_FORGET, {"ids": ids})


def _wake_games(connection: Connection, ids: Sequence[int], now: datetime) -> None:
    """Have the clock of a game looked at whose turn mail left, or never will."""
    games = connection.execute(_ON_TURN, {"ids": ids}).scalars().all()
    if games:
        connection.execute(_WAKE, {"games": games, "due_at": now})
