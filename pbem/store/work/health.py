"""The server's own state in the database: its vital signs, and the incidents of trouble that it has had."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import func, insert, or_, select

from pbem.model import Deed, Incident, Kind, MailStatus, Trouble, Vitals
from pbem.store.database import upsert
from pbem.store.tables import ALERT, DEED, INBOX, OUTBOX
from pbem.store.work.base import OpenWork, read_pulses

_UNREAD = INBOX.c.status == MailStatus.WAITING
_DAY = timedelta(days=1)
_UNANSWERED = INBOX.c.status == MailStatus.UNANSWERED
_SHUNTED = INBOX.c.status == MailStatus.SHUNTED


class RunningWork(OpenWork):
    """work.HealthWriting on the database. Its queries look at what waits only, however much is kept."""

    def vitals(self, to_admins: Sequence[Kind]) -> Vitals:
        to_players = or_(OUTBOX.c.player_id.is_not(None), OUTBOX.c.kind.not_in(to_admins))
        unsent = (OUTBOX.c.status == MailStatus.WAITING, to_players)
        unread = self._one(select(func.count(), func.min(INBOX.c.received_at)).where(_UNREAD))
        moments = (func.min(INBOX.c.handled_at), func.max(INBOX.c.handled_at))
        shunted = self._one(select(func.count(), *moments).where(_SHUNTED))
        moments = (func.min(INBOX.c.received_at), func.max(INBOX.c.received_at))
        unanswered = self._one(select(func.count(), *moments).where(_UNANSWERED, INBOX.c.received_at > self.now - _DAY))
        late = or_(OUTBOX.c.due_at <= self.now, OUTBOX.c.error != "")
        overdue = self._one(select(func.count(), func.min(OUTBOX.c.created_at)).where(*unsent, late))
        return Vitals(
            now=self.now,
            pulses=read_pulses(self._connection),
            to_read=unread[0],
            unread_since=unread[1],
            read_at=self._last_read(),
            to_send=self._count(OUTBOX, *unsent),
            overdue=overdue[0],
            overdue_since=overdue[1],
            shunted=shunted[0],
            shunted_since=shunted[1],
            shunted_at=shunted[2],
            unanswered=unanswered[0],
            unanswered_since=unanswered[1],
            unanswered_at=unanswered[2],
        )

    def incidents(self) -> dict[Trouble, Incident]:
        incidents = [
            Incident(Trouble(row.kind), row.since, row.raised, row.sent_at) for row in self._rows(select(ALERT))
        ]
        return {incident.trouble: incident for incident in incidents}

    def save_incident(self, incident: Incident) -> None:
        values = {"since": incident.since, "raised": incident.raised, "sent_at": incident.sent_at}
        self._connection.execute(upsert(self._connection, ALERT, {"kind": incident.trouble.value}, values))

    def deeds(self, limit: int) -> list[Deed]:
        newest = select(DEED.c.at, DEED.c.by, DEED.c.what).order_by(DEED.c.id.desc()).limit(limit)
        return [Deed(*row) for row in self._connection.execute(newest)]

    def note_deed(self, by: str, what: str) -> None:
        self._connection.execute(insert(DEED).values(at=self.now, by=by, what=what))

    def _last_read(self) -> Any:
        """When the newest of the mails that were dealt with was."""
        done = select(INBOX.c.handled_at).where(INBOX.c.status == MailStatus.DONE)
        return self._connection.execute(done.order_by(INBOX.c.id.desc()).limit(1)).scalar()

    def _one(self, query: Any) -> tuple[Any, ...]:
        return tuple(self._connection.execute(query).one())
