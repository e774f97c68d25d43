"""What the configuration says, before it is checked: its file, password files and the environment, as plain data."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbem.errors import ConfigError

PREFIX = "PBEM_"
_SECRETS = ("password",)
"""Keys whose value may lie in a file of its own, named by KEY_file."""
_SQLITE = "sqlite:///"


def read_config(path: Path, environ: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """The file, then what the environment overrides; without a file, the environment alone where it says enough."""
    data = _file(path, alone=not _says_who_we_are(environ))
    _override(data, environ)
    folder = path.resolve().parent
    for section, values in data.items():
        if isinstance(values, dict):
            _read_secrets(section, values, folder)
    return data


def database_url(url: str, folder: Path) -> str:
    """The database, a relative SQLite file taken from the configuration's own folder."""
    if not url.startswith(_SQLITE) or url == f"{_SQLITE}:memory:":
        return url
    return _SQLITE + str(folder / url.removeprefix(_SQLITE))


def _says_who_we_are(environ: Mapping[str, str]) -> bool:
    return f"{PREFIX}SERVER__ADDRESS" in environ


def _file(path: Path, alone: bool) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        if not alone:
            return {}
        raise ConfigError(f"{path}: {error.strerror}; pbem init writes one, --config names another") from error
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {error}") from error


def _override(data: dict[str, Any], environ: Mapping[str, str]) -> None:
    for variable, value in environ.items():
        section, parted, key = variable.removeprefix(PREFIX).lower().partition("__")
        if variable.startswith(PREFIX) and parted and isinstance(data.setdefault(section, {}), dict):
            # Whichever of the two the environment names counts, not what the file has of the other.
            data[section].pop(key.removesuffix("_file") if key.endswith("_file") else f"{key}_file", None)
            data[section][key] = value


def _read_secrets(section: str, values: dict[str, Any], folder: Path) -> None:
    for key in _SECRETS:
        name = values.pop(f"{key}_file", None)
        if name is None:
            continue
        try:
            values[key] = (folder / str(name)).read_text(encoding="utf-8").rstrip("\r\n")
        except OSError as error:
            raise ConfigError(f"{section}.{key}_file: {name}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise ConfigError(f"{section}.{key}_file: {name}: {error}") from error
