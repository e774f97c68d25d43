"""The inbox table: mail is stored once, however often and by whichever way it comes."""

import zlib
from collections.abc import Sequence
from itertools import groupby

from sqlalchemy import Connection, Engine, bindparam, delete, insert, select, update

from pbem.mail.letter import Letter, read_letter
from pbem.model import MailStatus
from pbem.model.time import Clock
from pbem.ports import Cursor, Delivery, Filing, Location
from pbem.store.database import conflict_if_entered, insert_unless_there, transaction
from pbem.store.tables import IMAP_CURSOR, IMAP_DELIVERY, INBOX
from pbem.work import retried

_KNOWN = select(INBOX.c.id).where(INBOX.c.key == bindparam("this_key"))


class SqlInbox:
    """ports.Inbox on the database."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock

    def accept(self, deliveries: Sequence[Delivery]) -> None:
        self._accept([(delivery, read_letter(delivery)) for delivery in deliveries])

    def cursor(self, folder: str) -> Cursor | None:
        with transaction(self._engine, read_only=True) as connection:
            row = connection.execute(select(IMAP_CURSOR).where(IMAP_CURSOR.c.folder == folder)).one_or_none()
        return Cursor(row.uidvalidity, row.uid) if row else None

    def unfiled(self, folder: str, uidvalidity: int, limit: int) -> list[Filing]:
        handled = (
            select(IMAP_DELIVERY.c.uid, INBOX.c.status)
            .join(INBOX, INBOX.c.id == IMAP_DELIVERY.c.inbox_id)
            .where(IMAP_DELIVERY.c.folder == folder, IMAP_DELIVERY.c.uidvalidity == uidvalidity)
            .where(INBOX.c.status != MailStatus.WAITING)
            .order_by(IMAP_DELIVERY.c.uid)
            .limit(limit)
        )
        with transaction(self._engine, read_only=True) as connection:
            rows = connection.execute(handled).all()
        return [Filing(row.uid, shunted=row.status == MailStatus.SHUNTED) for row in rows]

    def mark_filed(self, folder: str, uidvalidity: int, uids: Sequence[int]) -> None:
        with transaction(self._engine) as connection:
            connection.execute(
                delete(IMAP_DELIVERY)
                .where(IMAP_DELIVERY.c.folder == folder, IMAP_DELIVERY.c.uidvalidity == uidvalidity)
                .where(IMAP_DELIVERY.c.uid.in_(uids))
            )

    def lies_handled(self) -> bool:
        """Whether a mail that was dealt with still lies in a folder."""
        handled = select(IMAP_DELIVERY.c.uid).join(INBOX, INBOX.c.id == IMAP_DELIVERY.c.inbox_id)
        query = handled.where(INBOX.c.status != MailStatus.WAITING).limit(1)
        with transaction(self._engine, read_only=True) as connection:
            return connection.execute(query).first() is not None

    @retried
    def _accept(self, letters: Sequence[tuple[Delivery, Letter]]) -> None:
        with conflict_if_entered(), transaction(self._engine) as connection:
            for delivery, letter in letters:
                inbox_id = self._store(connection, delivery, letter.key, letter.sender)
                if delivery.location:
                    _note_location(connection, delivery.location, inbox_id)
            _move_cursors(connection, [delivery.location for delivery, _ in letters if delivery.location])

    def _store(self, connection: Connection, delivery: Delivery, key: str, sender: str) -> int:
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
        take_in = insert_unless_there(connection.dialect.name, INBOX, "key")
        new = connection.execute(take_in, values).scalar_one_or_none()
        return int(new if new is not None else connection.execute(_KNOWN, {"this_key": key}).scalar_one())


def _note_location(connection: Connection, at: Location, inbox_id: int) -> None:
    place = (
        IMAP_DELIVERY.c.folder == at.folder,
        IMAP_DELIVERY.c.uidvalidity == at.uidvalidity,
        IMAP_DELIVERY.c.uid == at.uid,
    )
    if connection.execute(select(IMAP_DELIVERY.c.uid).where(*place)).one_or_none() is None:
        connection.execute(
            insert(IMAP_DELIVERY).values(folder=at.folder, uidvalidity=at.uidvalidity, uid=at.uid, inbox_id=inbox_id)
        )


def _move_cursors(connection: Connection, locations: list[Location]) -> None:
    for (folder, uidvalidity), group in groupby(locations, key=lambda at: (at.folder, at.uidvalidity)):
        uid = max(at.uid for at in group)
        where = IMAP_CURSOR.c.folder == folder
        row = connection.execute(select(IMAP_CURSOR).where(where)).one_or_none()
        if row is None:
            connection.execute(insert(IMAP_CURSOR).values(folder=folder, uidvalidity=uidvalidity, uid=uid))
        elif row.uidvalidity != uidvalidity:
            # The server numbered the folder anew: the old numbers mean nothing any more.
            stale = (IMAP_DELIVERY.c.folder == folder, IMAP_DELIVERY.c.uidvalidity != uidvalidity)
            connection.execute(delete(IMAP_DELIVERY).where(*stale))
            connection.execute(update(IMAP_CURSOR).where(where).values(uidvalidity=uidvalidity, uid=uid))
        else:
            connection.execute(update(IMAP_CURSOR).where(where, IMAP_CURSOR.c.uid < uid).values(uid=uid))
