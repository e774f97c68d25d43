"""Pulses: when something that must happen again and again last went well, and what went wrong since."""

from datetime import datetime

from sqlalchemy import Connection, Engine, select

from pbem.model import Pulse
from pbem.store.core import PULSE
from pbem.store.database import transaction
from pbem.store.upsert import upsert


class Pulses:
    """One row for each name; every process that shares the database writes the same ones."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def beat(self, name: str, now: datetime) -> None:
        """It went well."""
        self._note(name, at=now, error="")

    def failed(self, name: str, error: str) -> None:
        """It went wrong: when it last went well stays known."""
        self._note(name, error=error)

    def all(self) -> dict[str, Pulse]:
        with transaction(self._engine, read_only=True) as connection:
            return read_pulses(connection)

    def _note(self, name: str, **values: object) -> None:
        with transaction(self._engine) as connection:
            connection.execute(upsert(connection, PULSE, {"name": name}, values))


def read_pulses(connection: Connection) -> dict[str, Pulse]:
    return {row.name: Pulse(row.name, row.at, row.error) for row in connection.execute(select(PULSE))}
