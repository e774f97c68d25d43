"""Traces: what SQLite's file still holds of what was changed or deleted, and how it is made to let go of it.

PostgreSQL's autovacuum and its own log see to that by themselves.
"""

from sqlalchemy import Connection, Engine

from pbem.store.database import alone_in_writing, transaction, unavailable_if_broken

# A number in SQLite's file that means nothing to SQLite; not 0: somebody was forgotten, and may have left traces.
_MARK = "PRAGMA user_version"


def mark_traces(connection: Connection) -> None:
    """Have the file written anew before long."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"{_MARK} = 1")


def wipe_traces(engine: Engine) -> None:
    """Leave nothing of what is no longer there.

    What SQLite moves within its indexes it does not overwrite, secure_delete or not: an address of somebody who was
    forgotten may be left between two entries. Only a file that is written anew is free of it.
    """
    if engine.dialect.name != "sqlite":
        return
    if _is_marked(engine):
        with alone_in_writing(engine):
            _outside_of_transactions(engine, "VACUUM")
        with transaction(engine) as connection:
            connection.exec_driver_sql(f"{_MARK} = 0")
    # Until then the log still holds what was overwritten.
    _outside_of_transactions(engine, "PRAGMA wal_checkpoint(TRUNCATE)")


def _is_marked(engine: Engine) -> bool:
    with transaction(engine, read_only=True) as connection:
        return bool(connection.exec_driver_sql(_MARK).scalar_one())


def _outside_of_transactions(engine: Engine, command: str) -> None:
    with unavailable_if_broken(), engine.connect() as connection:
        connection.connection.driver_connection.execute(command).close()  # type: ignore[union-attr]
