"""The inbox table: mail is stored once, however often and by whichever way it comes."""

import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby

from sqlalchemy import Connection, Engine, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from pbem.again import retried
from pbem.clock import Clock
from pbem.errors import Conflict
from pbem.mail.letter import Letter, read_letter
from pbem.model import MailStatus
from pbem.ports import Cursor, Delivery, Filing, Location
from pbem.store.database import transaction
from pbem.store.tables import ImapCursorRow, ImapDeliveryRow, InboxRow

_INBOX = InboxRow.__table__  # type: ignore[attr-defined]
_LYING = ImapDeliveryRow.__table__  # type: ignore[attr-defined]
_CURSOR = ImapCursorRow.__table__  # type: ignore[attr-defined]

_KNOWN = select(_INBOX.c.id).where(_INBOX.c.key == bindparam("this_key"))
_TAKE_IN = insert(_INBOX)


class SqlInbox:
    """ports.Inbox on the database."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock

    def accept(self, deliveries: Sequence[Delivery]) -> None:
        self._accept([(delivery, read_letter(delivery)) for delivery in deliveries])

    def cursor(self, folder: str) -> Cursor | None:
        with transaction(self._engine, read_only=True) as connection:
            row = connection.execute(select(_CURSOR).where(_CURSOR.c.folder == folder)).one_or_none()
        return Cursor(row.uidvalidity, row.uid) if row else None

    def unfiled(self, folder: str, uidvalidity: int, limit: int) -> list[Filing]:
        handled = (
            select(_LYING.c.uid, _INBOX.c.status)
            .join(_INBOX, _INBOX.c.id == _LYING.c.inbox_id)
            .where(_LYING.c.folder == folder, _LYING.c.uidvalidity == uidvalidity)
            .where(_INBOX.c.status != MailStatus.WAITING)
            .order_by(_LYING.c.uid)
            .limit(limit)
        )
        with transaction(self._engine, read_only=True) as connection:
            rows = connection.execute(handled).all()
        return [Filing(row.uid, shunted=row.status == MailStatus.SHUNTED) for row in rows]

    def mark_filed(self, folder: str, uidvalidity: int, uids: Sequence[int]) -> None:
        with transaction(self._engine) as connection:
            connection.execute(
                delete(_LYING)
                .where(_LYING.c.folder == folder, _LYING.c.uidvalidity == uidvalidity)
                .where(_LYING.c.uid.in_(uids))
            )

    def lies_handled(self) -> bool:
        """Whether a mail that was dealt with still lies in a folder."""
        handled = select(_LYING.c.uid).join(_INBOX, _INBOX.c.id == _LYING.c.inbox_id)
        query = handled.where(_INBOX.c.status != MailStatus.WAITING).limit(1)
        with transaction(self._engine, read_only=True) as connection:
            return connection.execute(query).first() is not None

    @retried
    def _accept(self, letters: Sequence[tuple[Delivery, Letter]]) -> None:
        with _others_at_it(), transaction(self._engine) as connection:
            for delivery, letter in letters:
                inbox_id = self._store(connection, delivery, letter.key, letter.sender)
                if delivery.location:
                    _note_location(connection, delivery.location, inbox_id)
            _move_cursors(connection, [delivery.location for delivery, _ in letters if delivery.location])

    def _store(self, connection: Connection, delivery: Delivery, key: str, sender: str) -> int:
        known = connection.execute(_KNOWN, {"this_key": key}).scalar_one_or_none()
        if known is not None:
            return int(known)
        values = {
            "key": key,
            "raw": zlib.compress(delivery.raw),
            "envelope_sender": delivery.envelope_sender,
            "envelope_recipients": list(delivery.envelope_recipients),
            "oversize": delivery.oversize,
            "sender": sender,
            "received_at": self._clock(),
            "status": MailStatus.WAITING,
            "verdict": "",
            "error": "",
        }
        result = connection.execute(_TAKE_IN, values)
        assert result.inserted_primary_key is not None
        return int(result.inserted_primary_key[0])


@contextmanager
def _others_at_it() -> Iterator[None]:
    """Another process may store the same mail in the same moment: the second look finds it."""
    try:
        yield
    except IntegrityError as error:
        raise Conflict("a mail was stored by another process") from error


def _note_location(connection: Connection, at: Location, inbox_id: int) -> None:
    place = (_LYING.c.folder == at.folder, _LYING.c.uidvalidity == at.uidvalidity, _LYING.c.uid == at.uid)
    if connection.execute(select(_LYING.c.uid).where(*place)).one_or_none() is None:
        connection.execute(
            insert(_LYING).values(folder=at.folder, uidvalidity=at.uidvalidity, uid=at.uid, inbox_id=inbox_id)
        )


def _move_cursors(connection: Connection, locations: list[Location]) -> None:
    for (folder, uidvalidity), group in groupby(locations, key=lambda at: (at.folder, at.uidvalidity)):
        uid = max(at.uid for at in group)
        where = _CURSOR.c.folder == folder
        row = connection.execute(select(_CURSOR).where(where)).one_or_none()
        if row is None:
            connection.execute(insert(_CURSOR).values(folder=folder, uidvalidity=uidvalidity, uid=uid))
        elif row.uidvalidity != uidvalidity:
            # The server numbered the folder anew: the old numbers mean nothing any more.
            stale = (_LYING.c.folder == folder, _LYING.c.uidvalidity != uidvalidity)
            connection.execute(delete(_LYING).where(*stale))
            connection.execute(update(_CURSOR).where(where).values(uidvalidity=uidvalidity, uid=uid))
        else:
            connection.execute(update(_CURSOR).where(where, _CURSOR.c.uid < uid).values(uid=uid))
