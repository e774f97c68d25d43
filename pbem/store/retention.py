"""What is kept, and for how long: of old mails only the facts stay, and nothing that is still needed goes."""

import time
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Engine, case, delete, literal_column, select, update

from pbem.model import MailStatus
from pbem.store.database import transaction
from pbem.store.tables import ImapDeliveryRow, InboxRow, OutboxRow, QuestionRow

_INBOX = InboxRow.__table__  # type: ignore[attr-defined]
_LYING = ImapDeliveryRow.__table__  # type: ignore[attr-defined]
_OUTBOX = OutboxRow.__table__  # type: ignore[attr-defined]
_QUESTION = QuestionRow.__table__  # type: ignore[attr-defined]

# Others write too: no transaction is long, and between two of them there is room for theirs.
_BATCH = 200
_BREATH_SECONDS = 0.02
# Spelled as the index is, or the database does not use it.
_KEPT_IN: ColumnElement[bool] = literal_column("length(raw) > 0")
_KEPT_OUT = _OUTBOX.c.mime.is_not(None)

# The key stays, so that a mail which comes again is known; so do the dates, the verdict, the player and the game.
_FACTS_IN: dict[str, Any] = {"raw": b"", "sender": "", "envelope_sender": None, "envelope_recipients": [], "error": ""}
# A player's address is known anyway, and an answer or a bounce is told by it; anybody else's is not needed.
_FACTS_OUT: dict[str, Any] = {
    "mime": None,
    "error": "",
    "recipient": case((_OUTBOX.c.player_id.is_(None), ""), else_=_OUTBOX.c.recipient),
}


class Retention:
    """Run now and then; costs no more than what there is to drop."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def drop_old(self, now: datetime, mails_in_days: int, mails_out_days: int) -> None:
        """Empty the mails that were dealt with so long ago, and forget what has run out."""
        with transaction(self._engine) as connection:
            connection.execute(delete(_QUESTION).where(_QUESTION.c.expires_at < now))
        self._empty(_INBOX, _old_mails_in(now - timedelta(days=mails_in_days)), _FACTS_IN)
        for chosen in _old_mails_out(now - timedelta(days=mails_out_days)):
            self._empty(_OUTBOX, chosen, _FACTS_OUT)

    def _empty(self, table: Any, chosen: tuple[Any, ...], values: dict[str, Any]) -> None:
        while self._empty_batch(table, chosen, values) == _BATCH:
            time.sleep(_BREATH_SECONDS)

    def _empty_batch(self, table: Any, chosen: tuple[Any, ...], values: dict[str, Any]) -> int:
        with transaction(self._engine) as connection:
            ids = connection.execute(select(table.c.id).where(*chosen).limit(_BATCH)).scalars().all()
            if ids:
                connection.execute(update(table).where(table.c.id.in_(ids)).values(**values))
        return len(ids)


def _old_mails_in(before: datetime) -> tuple[Any, ...]:
    """Dealt with, out of the IMAP folder, and no question of ours is about them any more."""
    asked_about = select(_QUESTION.c.mail_id).where(~_QUESTION.c.answered)
    done = _INBOX.c.status.not_in((MailStatus.WAITING, MailStatus.SHUNTED))
    return (
        _KEPT_IN,
        _INBOX.c.handled_at < before,
        done,
        _INBOX.c.id.not_in(asked_about),
        _INBOX.c.id.not_in(select(_LYING.c.inbox_id)),
    )


def _old_mails_out(before: datetime) -> tuple[tuple[Any, ...], ...]:
    """Those that left, even if they came back, and those that never did and were given up."""
    settled = (_KEPT_OUT, _OUTBOX.c.status != MailStatus.WAITING)
    never_left = (_OUTBOX.c.sent_at.is_(None), _OUTBOX.c.created_at < before)
    return (*settled, _OUTBOX.c.sent_at < before), (*settled, *never_left)
