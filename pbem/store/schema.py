"""The schema's version: an empty or older database is brought up to date, after a copy was made."""

import sqlite3
from contextlib import closing
from datetime import datetime
from importlib.resources import as_file
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from pbem.errors import ConfigError, StoreUnavailable
from pbem.store.database import Lock, make_private, take, transaction
from pbem.store.migrations import HEAD, MIGRATIONS

__all__ = ["HEAD", "MIGRATIONS", "copy_sqlite", "current_version", "migrate", "upgrade"]


def current_version(engine: Engine) -> str | None:
    """The migration that the database is at; None if it is empty."""
    with transaction(engine, read_only=True) as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        version = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()
    return version and str(version)


def migrate(engine: Engine, now: datetime) -> Path | None:
    """Bring the database to HEAD; returns the copy that was made of an older SQLite file."""
    version = current_version(engine)
    if version == HEAD:
        return None
    if version is not None and version > HEAD:
        raise ConfigError(f"the database is at version {version}, newer than this program's {HEAD}")
    copy = _copy_before(engine, version, now) if version else None
    with transaction(engine) as connection:
        # Of several processes that start together one makes the tables.
        take(connection, Lock.MIGRATION)
        upgrade(connection, HEAD)
    return copy


def upgrade(connection: Connection, revision: str) -> None:
    """Run the migrations up to a revision. Alembic is slow to import and seldom needed, so only here."""
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    with as_file(MIGRATIONS) as folder:
        config = Config()
        config.set_main_option("script_location", str(folder))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def _copy_before(engine: Engine, version: str, now: datetime) -> Path | None:
    """PostgreSQL has its own backups; a SQLite file is copied beside itself."""
    if engine.dialect.name != "sqlite" or not engine.url.database:
        return None
    source = Path(engine.url.database)
    target = source.with_name(f"{source.name}.{version}.{now:%Y%m%dT%H%M%S}.bak")
    try:
        copy_sqlite(source, target)
    except sqlite3.Error as error:
        raise StoreUnavailable(f"no copy before the migration: {error}") from error
    return target


def copy_sqlite(source: Path, target: Path) -> None:
    """An online, consistent copy, for our eyes only."""
    make_private(target)
    with closing(sqlite3.connect(source)) as original, closing(sqlite3.connect(target)) as copy:
        original.backup(copy)
