"""The server's secret: 32 random bytes in a file, made on first start, and the seal that comes of it."""

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pbem.errors import ConfigError
from pbem.store.seal import Seal

_SECRET_BYTES = 32


def load_secret(path: Path) -> bytes:
    """The server's secret, which must be there: a second one would void every tag that went out."""
    with _named(path):
        return _read_secret(path)


def first_secret(path: Path) -> bytes:
    """The same on a start; on the very first it is made, for the owner's eyes only."""
    with _named(path):
        if not path.exists():
            _make_secret(path)
        return _read_secret(path)


def seal_of(path: Path) -> Seal:
    """By the secret that is there. None is made: where there is none, the seal opens nothing."""
    with _named(path):
        return Seal(_read_secret(path) if path.exists() else secrets.token_bytes(_SECRET_BYTES))


def _read_secret(path: Path) -> bytes:
    secret = path.read_bytes()
    if len(secret) < _SECRET_BYTES:
        raise ConfigError(f"server.secret_file: {path} is damaged, restore it from a backup")
    return secret


@contextmanager
def _named(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ConfigError(f"server.secret_file: {path}: {error.strerror}") from error


def _make_secret(path: Path) -> None:
    """Written whole or not at all, and never over one that another process just made."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name) as file:
        file.write(secrets.token_bytes(_SECRET_BYTES))
        file.flush()
        os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(file.name, path)
