"""A backup as one file: a zip of the database, a manifest that says what it is, and the secrets where asked for."""

import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from hashlib import file_digest, sha256
from pathlib import Path
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from pbem.errors import PbemError

DATABASE, SECRET, CONFIG = "pbem.db", "secret", "config.toml"
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
