"""What the configuration says, before it is checked: its file, password files and the environment, as plain data."""

import os
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from pbem.errors import ConfigError
from pbem.shipped_files import document

PREFIX = "PBEM_"
_OTHERS = ("PBEM_CONFIG",)
"""Variables of ours that set no key."""
_ALIKE = 0.9
"""One without two underscores that is less like ours is somebody else's: Kubernetes sets PBEM_PORT."""
_SECRETS = ("password", "client_secret", "database_password")
"""Keys whose value may lie in a file of its own, named by KEY_file."""
_SQLITE = "sqlite:///"


def read_config(path: Path, environ: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """The file, then what the environment overrides; without a file, the environment alone where it says enough."""
    data = written(path, environ)
    folder = path.resolve().parent
    for section, values in data.items():
        if isinstance(values, dict):
            read_secrets(section, values, folder)
    return data


def written(path: Path, environ: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """The same, with secrets where they lie: only the names of their files."""
    variables = _variables(environ)
    data = _file(path, alone=not _says_who_we_are(environ))
    _override(data, variables)
    return data


def secret_files(data: Mapping[str, Any]) -> set[str]:
    """The files in which secrets lie."""
    sections = [values for values in data.values() if isinstance(values, dict)]
    return {values[f"{key}_file"] for values in sections for key in _SECRETS if f"{key}_file" in values}


def holds_secrets(data: Mapping[str, Any]) -> bool:
    """Whether one stands in it."""
    return any(key in values for values in data.values() if isinstance(values, dict) for key in _SECRETS)


def database_url(url: str, password: str, folder: Path) -> str:
    """The database with its password; a relative SQLite file is taken from the configuration's own folder."""
    if url.startswith(_SQLITE) and url != f"{_SQLITE}:memory:":
        return _SQLITE + str(folder / url.removeprefix(_SQLITE))
    return _with_password(url, password) if password else url


def _with_password(url: str, password: str) -> str:
    parts = urlsplit(url)
    user, _, host = parts.netloc.rpartition("@")
    return parts._replace(netloc=f"{user.partition(':')[0]}:{quote(password, safe='')}@{host}").geturl()


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


def _override(data: dict[str, Any], variables: Mapping[str, str]) -> None:
    for variable, value in variables.items():
        section, parted, key = variable.removeprefix(PREFIX).lower().partition("__")
        if parted and isinstance(data.setdefault(section, {}), dict):
            # Whichever of the two the environment names counts, not what the file has of the other.
            data[section].pop(key.removesuffix("_file") if key.endswith("_file") else f"{key}_file", None)
            data[section][key] = value


def _variables(environ: Mapping[str, str]) -> dict[str, str]:
    """Those that are meant for us; ConfigError names one that is misspelled, and the nearest that is not."""
    ours = {name: value for name, value in environ.items() if name.startswith(PREFIX) and name not in _OTHERS}
    known = tuple(_known()) if ours else ()
    for name in ours:
        near = get_close_matches(name, known, 1, 0 if "__" in name else _ALIKE)
        if near and name not in known:
            raise ConfigError(f"unknown variable {name}: did you mean {near[0]}?")
    return ours


def _known() -> Iterator[str]:
    """The variables that say something, by the example: it has every key."""
    yield from _OTHERS
    for section, values in tomllib.loads(document("config.example.toml").read_text(encoding="utf-8")).items():
        for key in values:
            yield f"{PREFIX}{section}__{key}".upper()
            if key in _SECRETS:
                yield f"{PREFIX}{section}__{key}_file".upper()


def read_secrets(section: str, values: dict[str, Any], folder: Path) -> None:
    """Put what lies in a file of its own where it belongs."""
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
