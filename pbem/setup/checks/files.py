"""The program, its files, who else can read them, and the disk that they lie on."""

import asyncio
import platform
import shutil
import stat
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from pbem.bootstrap import load_secret
from pbem.config import Config
from pbem.errors import ConfigError, PbemError
from pbem.setup.checks.patient import Patient
from pbem.setup.existing import OldDatabase, look_into, sqlite_file
from pbem.setup.finding import Finding, failed, ok, warning

_NEARLY_FULL_MB = 50


async def program(_patient: Patient) -> list[Finding]:
    """Which versions these are."""
    return [ok("program", f"pbem {version('pbem')}, Python {platform.python_version()}")]


async def modes(patient: Patient) -> list[Finding]:
    """Whether anyone on this machine can read what is secret."""
    present = [path for path in _private_files(patient) if path.exists()]
    opened = [path for path in present if path.stat().st_mode & (stat.S_IROTH | stat.S_IWOTH)]
    names = ", ".join(path.name for path in opened or present) or "what is to come: no file is there yet"
    if opened:
        return [warning("file modes", f"everyone here can read {names}", f"chmod o= {' '.join(map(str, opened))}")]
    return [ok("file modes", f"nobody else can read {names}")]


def _private_files(patient: Patient) -> Iterator[Path]:
    """The configuration where it holds a password, the files of passwords, the secret, the database."""
    sections = [
        each for each in tomllib.loads(patient.config_path.read_text("utf-8")).values() if isinstance(each, dict)
    ]
    if any("password" in section for section in sections):
        yield patient.config_path
    yield from {patient.config.path(section["password_file"]) for section in sections if "password_file" in section}
    yield patient.config.path(patient.config.server.secret_file)
    if file := sqlite_file(patient.config):
        yield file


async def secret(patient: Patient) -> list[Finding]:
    """Whether the tags that went out can still be read."""
    path = patient.config.path(patient.config.server.secret_file)
    if not path.exists():
        return [await asyncio.to_thread(_no_secret, patient.config, path)]
    try:
        load_secret(path)
    except ConfigError as error:
        return [failed("secret", str(error))]
    return [ok("secret", f"{path.name} is there; keep a copy of it, apart from the backups")]


def _no_secret(config: Config, path: Path) -> Finding:
    if _in_use(config):
        return failed("secret", f"{path} is gone", "restore it: a new one voids every tag that went out")
    return ok("secret", f"there is no {path.name} yet, pbem serve makes it")


def _in_use(config: Config) -> bool:
    try:
        with look_into(config):
            return True
    except OldDatabase:
        return True
    except PbemError:
        return False


async def disk(patient: Patient) -> list[Finding]:
    """How much room there is where the database lies."""
    file = sqlite_file(patient.config) or patient.config_path.resolve()
    if not file.parent.is_dir():
        return [failed("disk", f"there is no folder {file.parent}", "look at server.database")]
    free = shutil.disk_usage(file.parent).free // 2**20
    said = f"{free:,} MB free in {file.parent}"
    if free < _NEARLY_FULL_MB:
        return [failed("disk", said, "make room: without it no mail is taken in")]
    if free < patient.config.alerts.disk_mb:
        return [warning("disk", said, "make room")]
    return [ok("disk", said)]
