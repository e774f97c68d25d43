"""Putting a backup back: checked first, brought up to date, into a database that nobody uses."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Engine, text

from pbem.errors import PbemError, StoreUnavailable
from pbem.store import schema
from pbem.store.archive import DATABASE, Archive
from pbem.store.backup import faults, put_in_place, sqlite_file
from pbem.store.database import transaction
from pbem.store.soundness import check_file
from pbem.store.transfer import is_empty, transfer

_BESIDE = ("", "-wal", "-shm")
"""An SQLite database is this file, and what it has not yet brought into it."""


@contextmanager
def unpacked(archive: Archive, folder: Path | None = None) -> Iterator[tuple[Path, list[str]]]:
    """The database of a backup as an SQLite file of this program's version, sound; with what does not fit in it."""
    at = archive.manifest.schema
    if at > schema.HEAD:
        raise PbemError(
            f"{archive.path} is of version {at}, newer than this program's {schema.HEAD}: update pbem first"
        )
    with TemporaryDirectory(dir=folder, prefix=".restore-") as name:
        copy = Path(name) / DATABASE
        archive.extract(DATABASE, copy)
        with sqlite_file(copy) as engine:
            check_file(engine)
            with transaction(engine) as connection:
                if at != schema.HEAD:
                    schema.upgrade(connection, schema.HEAD)
                connection.execute(text("DELETE FROM worker"))
            found = faults(engine, replayed=True)
        yield copy, found


def is_unused(engine: Engine) -> bool:
    """Whether a database has nothing in it that could be lost."""
    file = Path(engine.url.database or "") if engine.dialect.name == "sqlite" else None
    if file and not file.exists():
        return True
    try:
        version = schema.current_version(engine)
    except StoreUnavailable:
        if file:
            return False  # A damaged file may still be of use to somebody.
        raise
    return version is None or (version == schema.HEAD and is_empty(engine))


def replace_file(copy: Path, target: Path, now: datetime) -> Path | None:
    """Make an SQLite file the database; returns where the old one is now."""
    aside = _move_aside(target, now)
    put_in_place(copy, target)
    return aside


def _move_aside(file: Path, now: datetime) -> Path | None:
    """Rename what is there: a log that is left alone would be taken for the new database's."""
    aside = file.with_name(f"{file.name}.{now:%Y%m%dT%H%M%S}.old")
    parts = [suffix for suffix in _BESIDE if file.with_name(file.name + suffix).exists()]
    for suffix in parts:
        file.with_name(file.name + suffix).rename(aside.with_name(aside.name + suffix))
    return aside if parts else None


def fill(engine: Engine, copy: Path, now: datetime) -> None:
    """Carry everything over into an empty database."""
    schema.migrate(engine, now)
    with sqlite_file(copy) as source:
        transfer(source, engine)
