"""The workers table: which processes serve this database, by the sign of life that each gives now and then."""

from datetime import datetime, timedelta

from sqlalchemy import Engine, delete, select

from pbem.again import retried
from pbem.model import BEAT_SECONDS, Worker
from pbem.store.core import WORKER
from pbem.store.database import transaction
from pbem.store.upsert import upsert
from pbem.store.work.base import made_of

# Who has missed two beats is gone.
_ALIVE = timedelta(seconds=2.5 * BEAT_SECONDS)
_REMEMBERED = timedelta(hours=1)


class Workers:
    """One row for each process, in the order of their names."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    @retried
    def beat(self, name: str, now: datetime, leads: bool) -> None:
        """A sign of life; those who have not given one for long are forgotten."""
        with transaction(self._engine) as connection:
            started = select(WORKER.c.started_at).where(WORKER.c.name == name)
            known = connection.execute(started).scalar_one_or_none()
            facts = {"started_at": known or now, "seen_at": now, "leads": leads}
            connection.execute(upsert(connection, WORKER, {"name": name}, facts))
            connection.execute(delete(WORKER).where(WORKER.c.seen_at < now - _REMEMBERED))

    def alive(self, now: datetime) -> list[Worker]:
        seen = select(WORKER).where(WORKER.c.seen_at >= now - _ALIVE).order_by(WORKER.c.name)
        with transaction(self._engine, read_only=True) as connection:
            return [made_of(Worker, row) for row in connection.execute(seen)]

    def leave(self, name: str) -> None:
        """This one is stopped, in order."""
        with transaction(self._engine) as connection:
            connection.execute(delete(WORKER).where(WORKER.c.name == name))
