"""The server's secret: 32 random bytes in a file, made on first start."""

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

from pbem.errors import ConfigError

_SECRET_BYTES = 32


def load_secret(path: Path) -> bytes:
    """The server's secret; made on first start, for the owner's eyes only."""
    try:
        if not path.exists():
            _make_secret(path)
        secret = path.read_bytes()
    except OSError as error:
        raise ConfigError(f"server.secret_file: {path}: {error.strerror}") from error
    if len(secret) < _SECRET_BYTES:
        raise ConfigError(f"server.secret_file: {path} is damaged, restore it from a backup")
    return secret


def _make_secret(path: Path) -> None:
    """Written whole or not at all, and never over one that another process just made."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name) as file:
        file.write(secrets.token_bytes(_SECRET_BYTES))
        file.flush()
        os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(file.name, path)
