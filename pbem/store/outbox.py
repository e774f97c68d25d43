"""The outbox table: what is due is claimed for a while, sent, and its fate noted."""

import zlib
from collections.abc import Callable, Sequence
from datetime import datetime

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    LargeBinary,
    String,
    bindparam,
    func,
    or_,
    select,
    type_coerce,
    update,
)

from pbem.model import DueMail, Kind, MailStatus
from pbem.store.database import among, transaction
from pbem.store.rows import emptied
from pbem.store.seal import Seal, opened_bytes, opened_text
from pbem.store.tables import GAME, INBOX, OUTBOX
from pbem.work import LEASE, retried

_TO_SEND = [
    OUTBOX.c[name] for name in ("id", "sender", "recipient", "mime", "attempts", "created_at", "kind", "game_id")
]
_DUE = (OUTBOX.c.status == MailStatus.WAITING, OUTBOX.c.due_at <= bindparam("now"))
_BESIDE_TURNS = OUTBOX.c.kind != Kind.TURN
# Everyone's first mail, turns before the rest, then everyone's second: whoever gets many holds nobody up. Everyone gets
# their turns first, lest somebody's noise holds them up, and the rest in the order in which it was written.
_ROUND = func.row_number().over(partition_by=OUTBOX.c.mailbox, order_by=(_BESIDE_TURNS, OUTBOX.c.due_at, OUTBOX.c.id))
_ROUNDS = (
    select(OUTBOX.c.id, OUTBOX.c.due_at, _BESIDE_TURNS.label("beside_turns"), _ROUND.label("round"))
    .where(*_DUE)
    .subquery("rounds")
)
_PLACE = func.row_number().over(order_by=(_ROUNDS.c.round, _ROUNDS.c.beside_turns, _ROUNDS.c.due_at, _ROUNDS.c.id))
# Only the numbers are sorted, for mails are large. Some more than are wanted: others may be claiming the first.
_NEXT = select(_ROUNDS.c.id, _PLACE.label("place")).order_by("place").limit(5 * bindparam("most")).subquery("next")
_CLAIM = (
    select(*_TO_SEND)
    .join(_NEXT, _NEXT.c.id == OUTBOX.c.id)
    .where(*_DUE)
    .order_by(_NEXT.c.place)
    .limit(bindparam("most"))
    .with_for_update(of=OUTBOX, skip_locked=True)
)
_NOTE = update(OUTBOX).where(among(OUTBOX.c.id, "ids"))
_SETTLE = _NOTE.returning(OUTBOX.c.id, OUTBOX.c.kind, OUTBOX.c.game_id, OUTBOX.c.forgettable)
_FORGET = _NOTE.values(**emptied(OUTBOX))
_THESE_GAMES = among(GAME.c.id, "games")
# Always in the same order: of two who lock the same games, one waits for the other.
_LOCK_GAMES = select(GAME.c.id).where(_THESE_GAMES).order_by(GAME.c.id).with_for_update(key_share=True)
_WAKE = update(GAME).where(_THESE_GAMES)


class SqlOutbox:
    """work.Outbox on the database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @retried
    def check_seal(self, seal: Callable[[], Seal]) -> None:
        """ConfigError if the newest mails here were sealed with another.

        A mail is looked for first: another process that is starting makes the secret before it seals one.
        """
        # As they lie there, whatever this engine would open them with.
        sent = select(type_coerce(OUTBOX.c.message_id, String)).order_by(OUTBOX.c.id.desc()).limit(1)
        came = select(type_coerce(INBOX.c.raw, LargeBinary)).where(func.length(INBOX.c.raw) > 0)
        with transaction(self._engine, read_only=True) as connection:
            message_id = connection.execute(sent).scalar_one_or_none()
            raw = connection.execute(came.order_by(INBOX.c.id.desc()).limit(1)).scalar_one_or_none()
        if message_id:
            opened_text(seal(), message_id)
        if raw:
            opened_bytes(seal(), raw)

    def claim(self, now: datetime, limit: int) -> list[DueMail]:
        with transaction(self._engine) as connection:
            rows = connection.execute(_CLAIM, {"now": now, "most": limit}).all()
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

    def sent_since(self, moment: datetime) -> list[datetime]:
        """When each mail left that the relay took since then."""
        left = select(OUTBOX.c.sent_at).where(OUTBOX.c.status == MailStatus.DONE, OUTBOX.c.sent_at >= moment)
        with transaction(self._engine, read_only=True) as connection:
            return [row.sent_at for row in connection.execute(left.order_by(OUTBOX.c.sent_at))]

    @retried
    def sent(self, ids: Sequence[int], now: datetime) -> None:
        with transaction(self._engine) as connection:
            _settle(connection, ids, now, status=MailStatus.DONE, sent_at=now, error="")

    @retried
    def deferred(self, mail: DueMail, due_at: datetime, error: str) -> None:
        with transaction(self._engine) as connection:
            _note(connection, [mail.id], due_at=due_at, attempts=mail.attempts + 1, error=error)

    @retried
    def failed(self, mail: DueMail, error: str) -> None:
        with transaction(self._engine) as connection:
            failed = {"status": MailStatus.FAILED, "attempts": mail.attempts + 1, "error": error}
            _settle(connection, [mail.id], mail.created_at, **failed)

    @retried
    def renew(self, ids: Sequence[int], now: datetime) -> None:
        """They are still being sent: nobody else is to take them up. What was put off for longer stays so."""
        self._postpone(ids, now + LEASE, OUTBOX.c.due_at < now + LEASE)

    @retried
    def give_back(self, ids: Sequence[int], now: datetime) -> None:
        """They were not tried: anybody may take them up at once."""
        self._postpone(ids, now)

    def _postpone(self, ids: Sequence[int], due_at: datetime, *conditions: ColumnElement[bool]) -> None:
        waiting = (OUTBOX.c.id.in_(ids), OUTBOX.c.status == MailStatus.WAITING)
        with transaction(self._engine) as connection:
            connection.execute(update(OUTBOX).where(*waiting, *conditions).values(due_at=due_at))

    @retried
    def clock_was_set(self, now: datetime) -> None:
        """What was written in what is now the future, and was to leave at once, is due now."""
        at_once = or_(OUTBOX.c.due_at == OUTBOX.c.created_at, OUTBOX.c.attempts > 0)
        ahead = (OUTBOX.c.status == MailStatus.WAITING, OUTBOX.c.created_at > now, at_once)
        with transaction(self._engine) as connection:
            connection.execute(update(OUTBOX).where(*ahead).values(due_at=now))

    def release(self, now: datetime) -> None:
        """Drop the claims of a process that died; only for a database that no other process shares."""
        with transaction(self._engine) as connection:
            untried = (
                OUTBOX.c.status == MailStatus.WAITING,
                OUTBOX.c.attempts == 0,
                OUTBOX.c.due_at.between(now, now + LEASE),
            )
            connection.execute(update(OUTBOX).where(*untried).values(due_at=now))


def _note(connection: Connection, ids: Sequence[int], **values: object) -> None:
    connection.execute(_NOTE, {"ids": ids, **values})


def _settle(connection: Connection, ids: Sequence[int], due_at: datetime, **values: object) -> None:
    """Note what became of mails; the clock of a game is looked at whose turn mail left, or never will."""
    mails = connection.execute(_SETTLE, {"ids": ids, **values}).all()
    # Of a mail to somebody who is forgotten only the facts stay.
    if forgotten := [mail.id for mail in mails if mail.forgettable]:
        connection.execute(_FORGET, {"ids": forgotten})
    if games := [mail.game_id for mail in mails if mail.kind == Kind.TURN]:
        connection.execute(_LOCK_GAMES, {"games": games}).all()
        connection.execute(_WAKE, {"games": games, "due_at": due_at})
