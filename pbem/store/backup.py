"""Writing a backup while the server runs: a consistent copy, checked, in one file; old ones go."""

import json
import os
import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import asdict, dataclass, field
from datetime import datetime
from hashlib import file_digest, sha256
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from sqlalchemy import Engine, func, inspect, select, table, text
from tqdm import tqdm

from engine import EngineError, replay
from pbem.errors import PbemError, StoreUnavailable
from pbem.model import GameStatus
from pbem.model.time import system_clock
from pbem.store import schema
from pbem.store.database import open_database, transaction
from pbem.store.tables import GAME, LEDGER
from pbem.store.transfer import is_empty, transfer
from pbem.store.work import SqlWork

# A backup as one file: a zip of the database, a manifest that says what it is, and the secrets where asked for.


DATABASE, SECRET, CONFIG, TOKENS = "pbem.db", "secret", "config.toml", "tokens.json"
_MANIFEST = "manifest.json"
_FORMAT = 1
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a backup is; `files` has the SHA-256 of each."""

    made_at: str
    program: str
    schema: str
    source: str
    rows: dict[str, int]
    faults: list[str]
    files: dict[str, str] = field(default_factory=dict)
    format: int = _FORMAT


def pack(target: Path, manifest: Manifest, files: Mapping[str, Path]) -> None:
    """Write the archive, for its owner's eyes only, and read it again."""
    with target.open("xb") as file:
        target.chmod(0o600)
        with ZipFile(file, "w", ZIP_DEFLATED) as archive:
            archive.writestr(_MANIFEST, json.dumps(asdict(manifest), indent=1))
            for name, path in files.items():
                archive.write(path, name)
    with Archive.opened(target) as written:
        for name in files:
            written.verify(name)


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


class Archive:
    """A backup that is read."""

    def __init__(self, path: Path, archive: ZipFile) -> None:
        self.path = path
        self._archive = archive
        self.manifest = Manifest(**json.loads(archive.read(_MANIFEST)))
        if self.manifest.format != _FORMAT:
            raise PbemError(f"{path}: a backup of another format, {self.manifest.format}")

    @classmethod
    @contextmanager
    def opened(cls, path: Path) -> Iterator["Archive"]:
        """PbemError if it is damaged, or no backup at all."""
        with path.open("rb") as file:
            with _readable(path):
                archive = cls(path, ZipFile(file))
            yield archive

    def holds(self, name: str) -> bool:
        return name in self.manifest.files

    def read(self, name: str) -> bytes:
        """A small file, whole."""
        return b"".join(self._chunks(name))

    def extract(self, name: str, target: Path) -> None:
        with target.open("xb") as file:
            target.chmod(0o600)
            for chunk in self._chunks(name):
                file.write(chunk)

    def verify(self, name: str) -> None:
        for _ in self._chunks(name):
            pass

    def _chunks(self, name: str) -> Iterator[bytes]:
        seen = sha256()
        with _readable(self.path), self._archive.open(name) as member:
            while chunk := member.read(_CHUNK):
                seen.update(chunk)
                yield chunk
        if seen.hexdigest() != self.manifest.files[name]:
            raise PbemError(f"{self.path} is damaged: {name} is not what was written")


@contextmanager
def _readable(path: Path) -> Iterator[None]:
    try:
        yield
    except (BadZipFile, zlib.error, EOFError, KeyError, TypeError, ValueError) as error:
        raise PbemError(f"{path} is damaged, or no backup: {error}") from error


# Whether a database holds together: its file, what its rows refer to, and every game against its own ledger.


def check_file(engine: Engine) -> None:
    """StoreUnavailable if an SQLite file is damaged."""
    with transaction(engine, read_only=True) as connection:
        found = str(connection.exec_driver_sql("PRAGMA integrity_check").scalars().first())
    if found != "ok":
        raise StoreUnavailable(f"the file is damaged: {found}")


def dangling(engine: Engine) -> Iterator[str]:
    """Rows of an SQLite file that refer to a row that is not there."""
    with transaction(engine, read_only=True) as connection:
        rows = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    yield from (f"table {table}: row {row} refers to a {parent} that is not there" for table, row, parent, _ in rows)


def wrong_lengths(engine: Engine) -> Iterator[str]:
    """Games whose ledger has more or fewer lines than the game says."""
    lines = select(func.count()).where(LEDGER.c.game_id == GAME.c.id).scalar_subquery()
    query = select(GAME.c.id, GAME.c.length, lines.label("lines")).where(GAME.c.length != lines)
    with transaction(engine, read_only=True) as connection:
        rows = connection.execute(query).all()
    yield from (f"game {row.id}: {row.length} lines were counted, {row.lines} are there" for row in rows)


def strayed(engine: Engine) -> Iterator[str]:
    """Running games whose snapshot is not what their ledger says."""
    query = select(GAME.c.id).where(GAME.c.status == GameStatus.RUNNING)
    with transaction(engine, read_only=True) as connection:
        games = list(connection.execute(query).scalars())
    for game_id in tqdm(games, unit="game", disable=None, leave=False):
        if not _is_replayed(engine, game_id):
            yield f"game {game_id}: its snapshot is not what its ledger says"


def _is_replayed(engine: Engine, game_id: int) -> bool:
    with transaction(engine, read_only=True) as connection:
        work = SqlWork(connection, system_clock())
        game = work.game(game_id)
        entries = [line.entry for line in work.ledger(game_id)]
    try:
        return game is not None and replay(game.start.setup, entries) == game.state
    except EngineError:
        return False


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


# Putting a backup back: checked first, brought up to date, into a database that nobody uses.


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
