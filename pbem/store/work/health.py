"""The server's own state in the database: its vital signs, and the spells of trouble that it has had."""

from typing import Any

from sqlalchemy import func, or_, select

from pbem.model import Kind, MailStatus, Spell, Trouble, Vitals
from pbem.store.database import upsert
from pbem.store.serving import read_pulses
from pbem.store.tables import ALERT, INBOX, OUTBOX
from pbem.store.work.base import OpenWork

_UNREAD = INBOX.c.status == MailStatus.WAITING
_SHUNTED = INBOX.c.status == MailStatus.SHUNTED
# What tells admins of trouble is no trouble itself: such mails have no player.
_TO_PLAYERS = or_(OUTBOX.c.player_id.is_not(None), OUTBOX.c.kind.not_in((Kind.STATUS, Kind.BOUNCE_NOTICE)))
_UNSENT = (OUTBOX.c.status == MailStatus.WAITING, _TO_PLAYERS)


class RunningWork(OpenWork):
    """work.Running on the database. Its queries look at what waits only, however much is kept."""

    def vitals(self) -> Vitals:
        unread = self._one(select(func.count(), func.min(INBOX.c.received_at)).where(_UNREAD))
        moments = (func.min(INBOX.c.handled_at), func.max(INBOX.c.handled_at))
        shunted = self._one(select(func.count(), *moments).where(_SHUNTED))
        late = or_(OUTBOX.c.due_at <= self.now, OUTBOX.c.error != "")
        overdue = self._one(select(func.count(), func.min(OUTBOX.c.created_at)).where(*_UNSENT, late))
        return Vitals(
            now=self.now,
            pulses=read_pulses(self._connection),
            to_read=unread[0],
            unread_since=unread[1],
            read_at=self._last_read(),
            to_send=self._count(OUTBOX, *_UNSENT),
            overdue=overdue[0],
            overdue_since=overdue[1],
            shunted=shunted[0],
            shunted_since=shunted[1],
            shunted_at=shunted[2],
        )

    def spells(self) -> dict[Trouble, Spell]:
        spells = [Spell(Trouble(row.kind), row.since, row.raised, row.sent_at) for row in self._rows(select(ALERT))]
        return {spell.trouble: spell for spell in spells}

    def save_spell(self, spell: Spell) -> None:
        values = {"since": spell.since, "raised": spell.raised, "sent_at": spell.sent_at}
        self._connection.execute(upsert(self._connection, ALERT, {"kind": spell.trouble.value}, values))

    def _last_read(self) -> Any:
        """When the newest of the mails that were dealt with was."""
        done = select(INBOX.c.handled_at).where(INBOX.c.status == MailStatus.DONE)
        return self._connection.execute(done.order_by(INBOX.c.id.desc()).limit(1)).scalar()

    def _one(self, query: Any) -> tuple[Any, ...]:
        return tuple(self._connection.execute(query).one())
