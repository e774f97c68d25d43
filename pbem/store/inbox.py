"""The inbox table: mail is stored once, however often and by whichever way it comes."""

import zlib
from collections.abc import Callable, Sequence
from itertools import groupby

from sqlalchemy import Connection, Engine, bindparam, delete, func, insert, select, update

from pbem.mail.letter import Letter, read_letter
from pbem.model import MailStatus
from pbem.model.time import Clock
from pbem.ports import Cursor, Delivery, Filing, Location
from pbem.store.database import conflict_if_entered, transaction
from pbem.store.tables import IMAP_CURSOR, IMAP_DELIVERY, INBOX
from pbem.store.work.mails import take_in
from pbem.work import retried

_KNOWN = select(INBOX.c.id).where(INBOX.c.key == bindparam("this_key"))
# Release 0.1 took the id alone for the mail. Once a text was dropped, nobody can say whether it was the same.
_UNDER_ITS_ID = select(INBOX.c.id, INBOX.c.raw).where(
    INBOX.c.key == bindparam("message_id"), func.length(INBOX.c.raw) > 0
)


class SqlInbox:
    """ports.Inbox on the database."""

    def __init__(self, engine: Engine, clock: Clock) -> None:
        self._engine = engine
        self._clock = clock
        self.lane_of: Callable[[Letter], str] = lambda _: ""
        """Whose key a mail brings, once the server's secret is known."""

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
                inbox_id = _known_by_id(connection, letter) or self._store(connection, delivery, letter)
                if delivery.location:
                    _note_location(connection, delivery.location, inbox_id)
            _move_cursors(connection, [delivery.location for delivery, _ in letters if delivery.location])

    def _store(self, connection: Connection, delivery: Delivery, letter: Letter) -> int:
        new = take_in(connection, delivery, letter, self._clock(), self.lane_of(letter))
        return int(new if new is not None else connection.execute(_KNOWN, {"this_key": letter.key}).scalar_one())


def _known_by_id(connection: Connection, letter: Letter) -> int | None:
    """The same mail, where release 0.1 stored it."""
    row = connection.execute(_UNDER_ITS_ID, {"message_id": letter.message_id}).one_or_none()
    return row.id if row and read_letter(Delivery(zlib.decompress(row.raw))).key == letter.key else None


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
