"""The server's own state in the database: its vital signs, and the incidents of trouble that it has had."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, or_, select

from pbem.model import Incident, Kind, MailStatus, Trouble, Vitals
from pbem.store.database import upsert
from pbem.store.serving import read_pulses
from pbem.store.tables import ALERT, INBOX, OUTBOX
from pbem.store.work.base import OpenWork

_UNREAD = INBOX.c.status == MailStatus.WAITING
_SHUNTED = INBOX.c.status == MailStatus.SHUNTED


class RunningWork(OpenWork):
    """work.HealthWriting on the database. Its queries look at what waits only, however much is kept."""

    def vitals(self, to_admins: Sequence[Kind]) -> Vitals:
        """What tells admins of trouble, in mails of these kinds, is no trouble itself; such mails have no player."""
        to_players = or_(OUTBOX.c.player_id.is_not(None), OUTBOX.c.kind.not_in(to_admins))
        unsent = (OUTBOX.c.status == MailStatus.WAITING, to_players)
        unread = self._one(select(func.count(), func.min(INBOX.c.received_at)).where(_UNREAD))
        moments = (func.min(INBOX.c.handled_at), func.max(INBOX.c.handled_at))
        shunted = self._one(select(func.count(), *moments).where(_SHUNTED))
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
        )

    def incidents(self) -> dict[Trouble, Incident]:
        incidents = [
            Incident(Trouble(row.kind), row.since, row.raised, row.sent_at) for row in self._rows(select(ALERT))
        ]
        return {incident.trouble: incident for incident in incidents}

    def save_incident(self, incident: Incident) -> None:
        values = {"since": incident.since, "raised": incident.raised, "sent_at": incident.sent_at}
        self._connection.execute(upsert(self._connection, ALERT, {"kind": incident.trouble.value}, values))

    def _last_read(self) -> Any:
        """When the newest of the mails that were dealt with was."""
        done = select(INBOX.c.handled_at).where(INBOX.c.status == MailStatus.DONE)
        return self._connection.execute(done.order_by(INBOX.c.id.desc()).limit(1)).scalar()

    def _one(self, query: Any) -> tuple[Any, ...]:
        return tuple(self._connection.execute(query).one())
