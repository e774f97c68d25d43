"""A secret that all who serve one database keep together, sealed with the server's own."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Engine, func, select

from pbem.store.database import Lock, transaction, upsert
from pbem.store.tables import VAULT


class SqlVault:
    """ports.Vault on PostgreSQL."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        self._name = name

    def read(self) -> str | None:
        with transaction(self._engine, read_only=True) as connection:
            content: str | None = connection.scalar(select(VAULT.c.content).where(VAULT.c.name == self._name))
            return content

    def write(self, content: str) -> None:
        with transaction(self._engine) as connection:
            connection.execute(upsert(connection, VAULT, {"name": self._name}, {"content": content}))

    @contextmanager
    def locked(self) -> Iterator[None]:
        """By a lock that goes with its connection: whoever dies keeps nobody waiting."""
        with transaction(self._engine, read_only=True) as connection:
            connection.execute(select(func.pg_advisory_xact_lock(Lock.VAULT.value)))
            yield
