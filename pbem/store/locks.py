"""Locks on what is no row, held until the transaction ends. SQLite, with one writer at a time, needs none."""

from enum import IntEnum

from sqlalchemy import Connection


class Lock(IntEnum):
    """Any numbers will do that nothing else in the same database locks."""

    LEADER = 0x7062_0001
    PEOPLE = 0x7062_0002
    """Shared by every unit of work; whoever forgets somebody has it alone, so that nobody writes a name meanwhile."""
    RATINGS = 0x7062_0003
    MIGRATION = 0x7062_656D


def share(connection: Connection, lock: Lock) -> None:
    """Hold it together with others."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock_shared({lock.value})")


def take(connection: Connection, lock: Lock) -> None:
    """Hold it alone, as soon as nobody else does."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({lock.value})")
