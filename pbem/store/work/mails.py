"""Mail in the database: what came in, what goes out, what was asked."""

import zlib
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, bindparam, exists, insert, null, or_, select, update

from pbem.errors import Conflict
from pbem.mail.letter import Letter, read_letter
from pbem.mail.mailbox import mailbox
from pbem.model import Cause, Kind, MailStatus, OutMail, Question, SentMail, StoredMail
from pbem.ports import Delivery
from pbem.store.database import insert_unless_there
from pbem.store.tables import INBOX, OUTBOX, QUESTION
from pbem.store.work.base import OpenWork, columns_of, made_of

_EARLIER = INBOX.alias("earlier")
_WAITS = INBOX.c.status == MailStatus.WAITING
_WAITS_LONGER = (_EARLIER.c.sender == INBOX.c.sender, _EARLIER.c.id < INBOX.c.id)
_STORED = [INBOX.c[name] for name in ("id", "raw", "envelope_sender", "envelope_recipients", "oversize", "received_at")]
_WAITING = (
    select(*_STORED).where(_WAITS).order_by(INBOX.c.id).limit(bindparam("most")).with_for_update(skip_locked=True)
)
# No other mail of the same sender waits longer: they are handled in the order in which they came.
_FIRST_WAITING = _WAITING.where(
    or_(INBOX.c.sender == "", ~exists().where(*_WAITS_LONGER, _EARLIER.c.status == MailStatus.WAITING))
)
_SETTLE = update(INBOX).where(INBOX.c.id == bindparam("this_mail"))
_POST = insert(OUTBOX)
_SENT_FACTS = [
    OUTBOX.c[name]
    for name in ("key", "kind", "recipient", "player_id", "game_id", "turn", "status", "sent_at", "created_at")
]
_SENT_MAIL = select(*_SENT_FACTS, OUTBOX.c.mime).where(OUTBOX.c.key == bindparam("this_key"))
_THREAD = (OUTBOX.c.game_id == bindparam("game"), OUTBOX.c.player_id == bindparam("player"))
_TURN_MAILS = select(*_SENT_FACTS, null().label("mime")).where(*_THREAD, OUTBOX.c.kind == Kind.TURN)
_LAST_TURN_MAIL = _TURN_MAILS.order_by(OUTBOX.c.id.desc()).limit(1)
_THIS_QUESTION = select(QUESTION).where(QUESTION.c.key == bindparam("this_key"))


def take_in(connection: Connection, delivery: Delivery, letter: Letter, at: datetime) -> int | None:
    """Store a mail that waits to be handled; its number, or None where it is stored already."""
    values = {
        "key": letter.key,
        "raw": zlib.compress(delivery.raw),
        "envelope_sender": delivery.envelope_sender,
        "envelope_recipients": list(delivery.envelope_recipients),
        "oversize": delivery.oversize,
        "sender": letter.sender,
        "received_at": at,
        "status": MailStatus.WAITING,
        "verdict": "",
        "error": "",
    }
    new: int | None = connection.execute(
        insert_unless_there(connection.dialect.name, INBOX, "key"), values
    ).scalar_one_or_none()
    return new


class MailsWork(OpenWork):
    """work.MailsWriting on the database."""

    # Mail in

    def waiting_mail(self, limit: int) -> list[StoredMail]:
        """The oldest mails that nobody else is working on; where others work too, only the oldest of each sender."""
        shared = self._connection.dialect.name == "postgresql"
        return [_stored(row) for row in self._rows(_FIRST_WAITING if shared else _WAITING, most=limit)]

    def mail(self, mail_id: int) -> StoredMail | None:
        row = self._connection.execute(select(*_STORED).where(INBOX.c.id == mail_id)).one_or_none()
        return _stored(row) if row else None

    def take_in(self, delivery: Delivery) -> int | None:
        """Store what came by no transport and is finished in this very transaction; None: it was there already."""
        return take_in(self._connection, delivery, read_letter(delivery), self.now)

    def finish_mail(self, mail_id: int, verdict: str, player_id: int | None, game_id: int | None) -> None:
        self._settle(mail_id, status=MailStatus.DONE, verdict=verdict, player_id=player_id, game_id=game_id)

    def shunt_mail(self, mail_id: int, error: str) -> None:
        self._settle(mail_id, status=MailStatus.SHUNTED, error=_storable(error))

    def letters_since(self, sender: str, since: datetime) -> int:
        return self._count(INBOX, INBOX.c.sender == sender, INBOX.c.received_at >= since)

    def _settle(self, mail_id: int, **values: object) -> None:
        self._connection.execute(_SETTLE, {"this_mail": mail_id, "handled_at": self.now, **values})

    # Mail out

    def post(self, mail: OutMail, due_at: datetime | None = None) -> None:
        """Put a mail into the outbox, due at once unless told otherwise."""
        packed = {"mime": zlib.compress(mail.mime, level=1), "mailbox": mailbox(mail.recipient)}
        values = {**columns_of(mail), **packed}
        fixed = {"status": MailStatus.WAITING, "attempts": 0, "error": "", "created_at": self.now}
        self._connection.execute(_POST, {**values, **fixed, "due_at": due_at or self.now})

    def sent_mail(self, key: str) -> SentMail | None:
        rows = self._rows(_SENT_MAIL, this_key=key)
        return _sent(rows[0]) if rows else None

    def last_turn_mail(self, game_id: int, player_id: int) -> SentMail | None:
        """The latest mail that told the player of their turn in this game; its text is not read."""
        rows = self._rows(_LAST_TURN_MAIL, game=game_id, player=player_id)
        return _sent(rows[0]) if rows else None

    def count_turn_mails(self, game_id: int, player_id: int, turn: int) -> int:
        """How often the player was told of this turn."""
        mine = (OUTBOX.c.game_id == game_id, OUTBOX.c.player_id == player_id)
        return self._count(OUTBOX, *mine, OUTBOX.c.turn == turn, OUTBOX.c.kind == Kind.TURN)

    def mail_bounced(self, key: str, error: str) -> None:
        failed = {"status": MailStatus.FAILED, "error": error}
        self._connection.execute(update(OUTBOX).where(OUTBOX.c.key == key).values(**failed))

    def withdraw_mail(self, player_id: int) -> None:
        """What waits for this player goes to nobody."""
        waiting = (OUTBOX.c.player_id == player_id, OUTBOX.c.status == MailStatus.WAITING)
        failed = {"status": MailStatus.FAILED, "error": "the player wants no more mail"}
        self._connection.execute(update(OUTBOX).where(*waiting).values(**failed))

    def sent_since(self, address: str, kind: Kind, since: datetime) -> int:
        """How many mails of a kind went to the mailbox of an address."""
        return self._count(OUTBOX, *_to(address, since), OUTBOX.c.kind == kind)

    def caused_since(self, address: str, causes: Sequence[Cause], since: datetime) -> int:
        """How many mails went to the mailbox of an address by the doing of these."""
        return self._count(OUTBOX, *_to(address, since), OUTBOX.c.cause.in_(causes))

    def strangers_mails_since(self, domain: str, since: datetime) -> int:
        """How many mails to mailboxes below a domain answered who may not have written, or wait to do so."""
        below = or_(OUTBOX.c.mailbox.endswith(f"@{domain}"), OUTBOX.c.mailbox.endswith(f".{domain}"))
        recent = or_(OUTBOX.c.created_at >= since, OUTBOX.c.due_at >= since)
        return self._count(OUTBOX, OUTBOX.c.cause == Cause.UNPROVEN, recent, below)

    # Questions

    def ask(self, question: Question) -> None:
        values = {**asdict(question), "options": list(question.options)}
        self._connection.execute(insert(QUESTION).values(**values))

    def question(self, key: str) -> Question | None:
        row = self._connection.execute(_THIS_QUESTION, {"this_key": key}).one_or_none()
        return made_of(Question, row, options=tuple(row.options)) if row else None

    def times_asked(self, question: Question) -> int:
        """How often the same was asked about the same mail."""
        asked = select(QUESTION.c.options).where(QUESTION.c.mail_id == question.mail_id)
        return sum(tuple(row.options) == question.options for row in self._connection.execute(asked))

    def close_question(self, key: str) -> None:
        """Refused if another process has taken an answer to it meanwhile."""
        still_open = update(QUESTION).where(QUESTION.c.key == key, ~QUESTION.c.answered)
        if self._connection.execute(still_open.values(answered=True)).rowcount != 1:
            raise Conflict("a question was answered in another process")


def _to(address: str, since: datetime) -> tuple[ColumnElement[bool], ...]:
    return OUTBOX.c.mailbox == mailbox(address), OUTBOX.c.created_at >= since


def _sent(row: Row[Any]) -> SentMail:
    sent: SentMail = made_of(SentMail, row, kind=Kind(row.kind), packed=row.mime, status=MailStatus(row.status))
    return sent


def _stored(row: Row[Any]) -> StoredMail:
    recipients = tuple(row.envelope_recipients)
    raw = zlib.decompress(row.raw) if row.raw else b""
    delivery = Delivery(raw, row.envelope_sender, recipients, oversize=row.oversize)
    return StoredMail(row.id, delivery, row.received_at)


def _storable(text: str) -> str:
    """No database takes half a surrogate pair, and PostgreSQL no NUL; an error may quote a mail that has both."""
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", "\\0")
