"""Mail in the database: what came in, what goes out, what was asked."""

import zlib
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import Row, insert, select, update

from pbem.model import Kind, MailStatus, OutMail, Question, SentMail, StoredMail
from pbem.ports import Delivery
from pbem.store.tables import InboxRow, OutboxRow, QuestionRow
from pbem.store.work.base import OpenWork

_INBOX = InboxRow.__table__  # type: ignore[attr-defined]
_OUTBOX = OutboxRow.__table__  # type: ignore[attr-defined]
_QUESTION = QuestionRow.__table__  # type: ignore[attr-defined]


class MailsWork(OpenWork):
    """work.Mails on the database."""

    # Mail in

    def waiting_mail(self, limit: int) -> list[StoredMail]:
        """The oldest mails that nobody else is working on."""
        query = (
            select(_INBOX)
            .where(_INBOX.c.status == MailStatus.WAITING)
            .order_by(_INBOX.c.id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        return [_stored(row) for row in self._connection.execute(query)]

    def mail(self, mail_id: int) -> StoredMail | None:
        row = self._connection.execute(select(_INBOX).where(_INBOX.c.id == mail_id)).one_or_none()
        return _stored(row) if row else None

    def finish_mail(self, mail_id: int, verdict: str, player_id: int | None, game_id: int | None) -> None:
        self._settle(mail_id, status=MailStatus.DONE, verdict=verdict, player_id=player_id, game_id=game_id)

    def shunt_mail(self, mail_id: int, error: str) -> None:
        self._settle(mail_id, status=MailStatus.SHUNTED, error=_storable(error))

    def letters_since(self, sender: str, since: datetime) -> int:
        return self._count(_INBOX, _INBOX.c.sender == sender, _INBOX.c.received_at >= since)

    def _settle(self, mail_id: int, **values: object) -> None:
        here = update(_INBOX).where(_INBOX.c.id == mail_id)
        self._connection.execute(here.values(handled_at=self.now, **values))

    # Mail out

    def post(self, mail: OutMail, due_at: datetime | None = None) -> None:
        """Put a mail into the outbox, due at once unless told otherwise."""
        values = {name: getattr(mail, name) for name in OutMail.__dataclass_fields__}
        values["mime"] = zlib.compress(mail.mime, level=1)
        fixed = {"status": MailStatus.WAITING, "attempts": 0, "error": "", "created_at": self.now}
        self._connection.execute(insert(_OUTBOX), {**values, **fixed, "due_at": due_at or self.now})

    def sent_mail(self, key: str) -> SentMail | None:
        row = self._connection.execute(select(_OUTBOX).where(_OUTBOX.c.key == key)).one_or_none()
        return _sent(row) if row else None

    def last_turn_mail(self, game_id: int, player_id: int) -> SentMail | None:
        """The latest mail that told the player of their turn in this game."""
        mine = (_OUTBOX.c.game_id == game_id, _OUTBOX.c.player_id == player_id, _OUTBOX.c.kind == Kind.TURN)
        rows = self._rows(select(_OUTBOX).where(*mine).order_by(_OUTBOX.c.id.desc()).limit(1))
        return _sent(rows[0]) if rows else None

    def first_message_id(self, game_id: int, player_id: int) -> str | None:
        """The mail that began the thread of this game for this player."""
        mine = (_OUTBOX.c.game_id == game_id, _OUTBOX.c.player_id == player_id)
        query = select(_OUTBOX.c.message_id).where(*mine).order_by(_OUTBOX.c.id).limit(1)
        return self._connection.execute(query).scalar_one_or_none()

    def mail_bounced(self, key: str, error: str) -> None:
        failed = {"status": MailStatus.FAILED, "error": error}
        self._connection.execute(update(_OUTBOX).where(_OUTBOX.c.key == key).values(**failed))

    def withdraw_mail(self, player_id: int) -> None:
        """What waits for this player goes to nobody."""
        waiting = (_OUTBOX.c.player_id == player_id, _OUTBOX.c.status == MailStatus.WAITING)
        failed = {"status": MailStatus.FAILED, "error": "the player wants no more mail"}
        self._connection.execute(update(_OUTBOX).where(*waiting).values(**failed))

    def sent_since(self, address: str, kind: Kind, since: datetime) -> int:
        chosen = (_OUTBOX.c.recipient == address, _OUTBOX.c.kind == kind)
        return self._count(_OUTBOX, *chosen, _OUTBOX.c.created_at >= since)

    # Questions

    def ask(self, question: Question) -> None:
        values = {**asdict(question), "options": list(question.options)}
        self._connection.execute(insert(_QUESTION).values(**values))

    def question(self, key: str) -> Question | None:
        row = self._connection.execute(select(_QUESTION).where(_QUESTION.c.key == key)).one_or_none()
        if row is None:
            return None
        return Question(row.key, row.player_id, row.mail_id, row.expires_at, tuple(row.options), row.answered)

    def close_question(self, key: str) -> None:
        self._connection.execute(update(_QUESTION).where(_QUESTION.c.key == key).values(answered=True))


def _sent(row: Row[Any]) -> SentMail:
    return SentMail(
        row.key,
        Kind(row.kind),
        row.recipient,
        row.player_id,
        row.game_id,
        row.turn,
        row.mime,
        MailStatus(row.status),
        row.sent_at,
        row.created_at,
    )


def _stored(row: Row[Any]) -> StoredMail:
    recipients = tuple(row.envelope_recipients)
    delivery = Delivery(zlib.decompress(row.raw), row.envelope_sender, recipients, oversize=row.oversize)
    return StoredMail(row.id, delivery, row.received_at)


def _storable(text: str) -> str:
    """No database takes half a surrogate pair, and PostgreSQL no NUL; an error may quote a mail that has both."""
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", "\\0")
