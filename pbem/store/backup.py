"""Writing a backup while the server runs: a consistent copy, checked, in one file; old ones go."""

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Engine, func, inspect, select, table

from pbem.errors import PbemError, StoreUnavailable
from pbem.store import schema
from pbem.store.archive import DATABASE, Manifest, digest, pack
from pbem.store.database import open_database, transaction
from pbem.store.soundness import check_file, dangling, strayed, wrong_lengths
from pbem.store.transfer import transfer


def write_backup(
    engine: Engine, target: Path, now: datetime, secrets: Mapping[str, Path], *, replayed: bool = True
) -> Manifest:
    """The file is there whole and checked, or not at all; what does not fit in the books it holds is told in it."""
    at = _known_version(engine)
    if not target.parent.is_dir():
        raise PbemError(f"there is no folder {target.parent}")
    with TemporaryDirectory(dir=target.parent, prefix=".backup-") as folder:
        copy, archive = Path(folder) / DATABASE, Path(folder) / "archive"
        _copy(engine, copy, now)
        with sqlite_file(copy) as copied:
            check_file(copied)
            rows, found = _counts(copied), faults(copied, replayed=replayed and at == schema.HEAD)
        files = {DATABASE: copy, **secrets}
        digests = {name: digest(path) for name, path in files.items()}
        manifest = Manifest(now.isoformat(), version("pbem"), at, engine.dialect.name, rows, found, digests)
        pack(archive, manifest, files)
        put_in_place(archive, target)
    return manifest


def faults(engine: Engine, replayed: bool) -> list[str]:
    """What does not fit in the books, a line each."""
    return list(chain(dangling(engine), wrong_lengths(engine), strayed(engine) if replayed else ()))


def prune(pattern: Path, keep: int) -> list[Path]:
    """Delete all but the newest backups whose names fit the pattern."""
    dated = {path: moment for path in pattern.parent.iterdir() if (moment := _moment(path.name, pattern.name))}
    old = sorted(dated, key=lambda path: dated[path])[:-keep]
    for path in old:
        path.unlink()
    return old


def tells_when(pattern: Path, now: datetime) -> bool:
    """Whether the names that this pattern makes tell when they were made."""
    return "%" in pattern.name and _moment(now.strftime(pattern.name), pattern.name) is not None


def put_in_place(file: Path, target: Path) -> None:
    """Rename a file that is complete; from then on it survives a power cut."""
    _sync(file)
    file.replace(target)
    _sync(target.parent)


@contextmanager
def sqlite_file(path: Path) -> Iterator[Engine]:
    """An SQLite file to work on; one file again when it is closed, without a log beside it."""
    engine = open_database(f"sqlite:///{path}")
    try:
        yield engine
    finally:
        engine.dispose()
        with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE").close()


def _known_version(engine: Engine) -> str:
    """Rows are read by the tables of this version; an SQLite file of an older one is copied as it is."""
    at = schema.current_version(engine)
    if at is None:
        raise PbemError("the database is empty: there is nothing to back up")
    if at > schema.HEAD or (at < schema.HEAD and engine.dialect.name != "sqlite"):
        raise PbemError(
            f"the database is at version {at}, this program at {schema.HEAD}: use the program that serves it"
        )
    return at


def _copy(engine: Engine, copy: Path, now: datetime) -> None:
    if engine.dialect.name != "sqlite":
        with sqlite_file(copy) as copied:
            schema.migrate(copied, now)
            transfer(engine, copied)
        return
    try:
        schema.copy_sqlite(Path(str(engine.url.database)), copy)
    except sqlite3.Error as error:
        raise StoreUnavailable(f"no copy could be made: {error}") from error


def _counts(engine: Engine) -> dict[str, int]:
    with transaction(engine, read_only=True) as connection:
        names = sorted(set(inspect(connection).get_table_names()) - {"alembic_version"})
        queries = {name: select(func.count()).select_from(table(name)) for name in names}
        return {name: int(connection.execute(query).scalar_one()) for name, query in queries.items()}


def _moment(name: str, pattern: str) -> datetime | None:
    with suppress(ValueError):
        return datetime.strptime(name, pattern)
    return None


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
