"""Mail in the database: what came in, what goes out, what was asked."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    bindparam,
    delete,
    exists,
    func,
    insert,
    null,
    or_,
    select,
    update,
)

from pbem.errors import Conflict
from pbem.mail.letter import Letter, read_letter
from pbem.mail.mailbox import mailbox
from pbem.model import Cause, Kind, MailStatus, OutMail, Question, SentMail, StoredMail
from pbem.ports import Delivery
from pbem.store.database import insert_unless_there
from pbem.store.tables import INBOX, OUTBOX, PLAYER, QUESTION, UPGRADE
from pbem.store.work.base import columns_of, made_of
from pbem.store.work.games import GamesWork
from pbem.work import LEASE

# For which mail to strangers is put off.
_LONGEST_WAIT = timedelta(days=2)
# So many mails an hour with one key of ours come before those with none.
_KEYED_FIRST = 60
_COUNTED = timedelta(hours=1)
_PURPOSES_SINCE = select(UPGRADE.c.at).where(UPGRADE.c.name == "purposes")
_EARLIER = INBOX.alias("earlier")
_WAITS = INBOX.c.status == MailStatus.WAITING
_WAITS_LONGER = (
    _EARLIER.c.sender == INBOX.c.sender,
    _EARLIER.c.lane == INBOX.c.lane,
    _EARLIER.c.id < INBOX.c.id,
)
_STORED = [INBOX.c[name] for name in ("id", "raw", "envelope_sender", "envelope_recipients", "oversize", "received_at")]
_WAITING = (
    select(*_STORED)
    .where(_WAITS)
    .order_by(INBOX.c.place, INBOX.c.id)
    .limit(bindparam("most"))
    .with_for_update(skip_locked=True)
)
# No other mail of the same lane waits longer: they are handled in the order in which they came.
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
_LAST_OF_KIND = (
    select(*_SENT_FACTS, null().label("mime"))
    .where(OUTBOX.c.player_id == bindparam("player"), OUTBOX.c.kind == bindparam("this_kind"))
    .order_by(OUTBOX.c.id.desc())
    .limit(1)
)
_THIS_QUESTION = select(QUESTION).where(QUESTION.c.key == bindparam("this_key"))


def take_in(connection: Connection, delivery: Delivery, letter: Letter, at: datetime, lane: str = "") -> int | None:
    """Store a mail that waits to be handled; its number, or None where it is stored already.

    Mails with the same key of ours are a lane, those of one sender without any are another.
    """
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
        "lane": lane,
        "place": _place(connection, letter, at, lane),
    }
    new: int | None = connection.execute(
        insert_unless_there(connection.dialect.name, INBOX, "key"), values
    ).scalar_one_or_none()
    return new


def _place(connection: Connection, letter: Letter, at: datetime, lane: str) -> int:
    """Everybody's first mail of the hour comes before anybody's second one, and keys of ours before all others."""
    mine = [INBOX.c.lane == lane] if lane else [INBOX.c.lane == "", INBOX.c.sender == letter.sender]
    came = select(func.count()).where(*mine, INBOX.c.received_at > at - _COUNTED)
    waits = select(func.max(INBOX.c.place)).where(*mine, _WAITS)
    before: int = connection.execute(came).scalar_one()
    last: int | None = connection.execute(waits).scalar_one()
    return max(before + (0 if lane else _KEYED_FIRST), -1 if last is None else last + 1)


class MailsWork(GamesWork):
    """work.MailsWriting on the database."""

    # Mail in

    def waiting_mail(self, limit: int) -> list[StoredMail]:
        """Those next in turn that nobody else is working on; where others work too, only the oldest of each lane."""
        shared = self._connection.dialect.name == "postgresql"
        return [_stored(row) for row in self._rows(_FIRST_WAITING if shared else _WAITING, most=limit)]

    def mail(self, mail_id: int) -> StoredMail | None:
        row = self._connection.execute(select(*_STORED).where(INBOX.c.id == mail_id)).one_or_none()
        return _stored(row) if row else None

    def take_in(self, delivery: Delivery) -> int | None:
        return take_in(self._connection, delivery, read_letter(delivery), self.now)

    def finish_mail(
        self, mail_id: int, verdict: str, player_id: int | None, game_id: int | None, said: str = ""
    ) -> None:
        self._settle(mail_id, status=MailStatus.DONE, verdict=verdict, player_id=player_id, game_id=game_id, said=said)

    def leave_mail(self, mail_id: int, verdict: str) -> None:
        self._settle(mail_id, status=MailStatus.UNANSWERED, verdict=verdict)

    def shunt_mail(self, mail_id: int, error: str) -> None:
        self._settle(mail_id, status=MailStatus.SHUNTED, error=_storable(error))

    def letters_since(self, sender: str, since: datetime) -> int:
        return self._count(INBOX, INBOX.c.sender == sender, INBOX.c.received_at >= since)

    def said_since(self, sender: str, said: str, since: datetime) -> int:
        return self._count(INBOX, INBOX.c.sender == sender, INBOX.c.received_at >= since, INBOX.c.said == said)

    def _settle(self, mail_id: int, **values: object) -> None:
        self._connection.execute(_SETTLE, {"this_mail": mail_id, "handled_at": self.now, **values})

    # Mail out

    def post(self, mail: OutMail, due_at: datetime | None = None, heard: Mapping[int, int] | None = None) -> None:
        packed = {"mime": zlib.compress(mail.mime, level=1), "mailbox": mailbox(mail.recipient)}
        values = {**columns_of(mail), **packed}
        fixed = {"status": MailStatus.WAITING, "attempts": 0, "error": "", "created_at": self.now}
        self._connection.execute(_POST, {**values, **fixed, "due_at": due_at or self.now})
        for game_id, remark_id in (heard or {}).items():
            self.note_heard(game_id, mail.player_id, remark_id)

    def sent_mail(self, key: str) -> SentMail | None:
        rows = self._rows(_SENT_MAIL, this_key=key)
        return _sent(rows[0]) if rows else None

    def last_turn_mail(self, game_id: int, player_id: int) -> SentMail | None:
        rows = self._rows(_LAST_TURN_MAIL, game=game_id, player=player_id)
        return _sent(rows[0]) if rows else None

    def last_of_kind(self, player_id: int, kind: Kind) -> SentMail | None:
        rows = self._rows(_LAST_OF_KIND, player=player_id, this_kind=kind)
        return _sent(rows[0]) if rows else None

    def count_turn_mails(self, game_id: int, player_id: int, turn: int) -> int:
        mine = (OUTBOX.c.game_id == game_id, OUTBOX.c.player_id == player_id)
        return self._count(OUTBOX, *mine, OUTBOX.c.turn == turn, OUTBOX.c.kind == Kind.TURN)

    def mail_bounced(self, key: str, error: str) -> None:
        failed = {"status": MailStatus.FAILED, "error": error, "failed_at": self.now}
        self._connection.execute(update(OUTBOX).where(OUTBOX.c.key == key).values(**failed))

    def note_failure(self, mail_id: int) -> None:
        self._connection.execute(update(OUTBOX).where(OUTBOX.c.id == mail_id).values(failed_at=self.now))

    def failures_since(self, since: datetime, limit: int) -> list[tuple[str, int | None, str]]:
        players = OUTBOX.outerjoin(PLAYER, PLAYER.c.id == OUTBOX.c.player_id)
        query = select(PLAYER.c.name, OUTBOX.c.game_id, OUTBOX.c.error).select_from(players)
        found = query.where(OUTBOX.c.failed_at > since).order_by(OUTBOX.c.failed_at).limit(limit)
        return [(row.name or "", row.game_id, row.error) for row in self._rows(found)]

    def withdraw_mail(self, player_id: int) -> None:
        waiting = (OUTBOX.c.player_id == player_id, OUTBOX.c.status == MailStatus.WAITING)
        failed = {"status": MailStatus.FAILED, "error": "the player wants no more mail"}
        self._connection.execute(update(OUTBOX).where(*waiting).values(**failed))

    def sent_since(self, address: str, kind: Kind, since: datetime) -> int:
        return self._count(OUTBOX, *_to(address, since), OUTBOX.c.kind == kind)

    def caused_since(self, address: str, causes: Sequence[Cause], since: datetime) -> int:
        return self._count(OUTBOX, *_to(address, since), OUTBOX.c.cause.in_(causes))

    def caused_at(self, address: str, causes: Sequence[Cause], since: datetime) -> list[datetime]:
        mine = (*_to(address, since), OUTBOX.c.cause.in_(causes))
        query = select(OUTBOX.c.created_at).where(*mine).order_by(OUTBOX.c.created_at)
        return list(self._connection.execute(query).scalars())

    def caused_by_since(self, address: str, player_id: int | None, since: datetime) -> int:
        of_others = (*_to(address, since), OUTBOX.c.cause == Cause.OTHERS)
        return self._count(
            OUTBOX.join(INBOX, OUTBOX.c.mail_id == INBOX.c.id), *of_others, INBOX.c.player_id == player_id
        )

    def last_left(self, address: str) -> datetime | None:
        mine = (OUTBOX.c.mailbox == mailbox(address), OUTBOX.c.sent_at.is_not(None))
        query = select(OUTBOX.c.sent_at).where(*mine).order_by(OUTBOX.c.created_at.desc()).limit(1)
        left: datetime | None = self._connection.execute(query).scalar_one_or_none()
        return left

    def last_caused(self, address: str, cause: Cause) -> datetime | None:
        mine = (OUTBOX.c.mailbox == mailbox(address), OUTBOX.c.cause == cause)
        last: datetime | None = self._connection.execute(
            select(func.max(OUTBOX.c.created_at)).where(*mine)
        ).scalar_one()
        return last

    def strangers_written_to(self, cause: Cause, since: datetime) -> list[str]:
        recent = (OUTBOX.c.created_at >= since - _LONGEST_WAIT, OUTBOX.c.due_at >= since)
        return list(
            self._connection.execute(select(OUTBOX.c.mailbox).where(OUTBOX.c.cause == cause, *recent)).scalars()
        )

    # News of a table that waits, for its host

    def last_table_news(self, game_id: int, player_id: int) -> datetime | None:
        query = select(func.max(OUTBOX.c.due_at)).where(*_table_news(game_id), OUTBOX.c.player_id == player_id)
        last: datetime | None = self._connection.execute(query).scalar_one()
        return last

    def take_back_table_news(self, game_id: int) -> bool:
        waiting = (OUTBOX.c.status == MailStatus.WAITING, OUTBOX.c.due_at > self.now + LEASE)
        return self._connection.execute(delete(OUTBOX).where(*_table_news(game_id), *waiting)).rowcount > 0

    # Questions

    def ask(self, question: Question) -> None:
        values = {**asdict(question), "options": list(question.options)}
        self._connection.execute(insert(QUESTION).values(**values))

    def question(self, key: str) -> Question | None:
        row = self._connection.execute(_THIS_QUESTION, {"this_key": key}).one_or_none()
        return made_of(Question, row, options=tuple(row.options)) if row else None

    def purposes_since(self) -> datetime | None:
        since: datetime | None = self._connection.execute(_PURPOSES_SINCE).scalar_one_or_none()
        return since

    def times_asked(self, question: Question) -> int:
        asked = select(QUESTION.c.options).where(QUESTION.c.mail_id == question.mail_id)
        return sum(tuple(row.options) == question.options for row in self._connection.execute(asked))

    def was_asked(self, player_id: int, options: tuple[str, ...]) -> bool:
        asked = select(QUESTION.c.options).where(QUESTION.c.player_id == player_id, QUESTION.c.expires_at > self.now)
        return any(tuple(row.options) == options for row in self._connection.execute(asked))

    def close_question(self, key: str) -> None:
        still_open = update(QUESTION).where(QUESTION.c.key == key, ~QUESTION.c.answered)
        if self._connection.execute(still_open.values(answered=True)).rowcount != 1:
            raise Conflict("a question was answered in another process")
        # Who is written to at two addresses answers once.
        if asked := self.question(key):
            same = select(QUESTION.c.key, QUESTION.c.options).where(QUESTION.c.mail_id == asked.mail_id)
            copies = [row.key for row in self._connection.execute(same) if tuple(row.options) == asked.options]
            self._connection.execute(update(QUESTION).where(QUESTION.c.key.in_(copies)).values(answered=True))


def _table_news(game_id: int) -> tuple[ColumnElement[bool], ...]:
    """What nobody got in answer to their own mail."""
    by_others = or_(OUTBOX.c.cause.is_(None), OUTBOX.c.cause == Cause.OTHERS)
    return OUTBOX.c.game_id == game_id, OUTBOX.c.kind == Kind.LOBBY, by_others


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
