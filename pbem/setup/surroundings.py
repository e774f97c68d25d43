"""What the machine tells of its owner: time zone and language, as defaults to be confirmed."""

import os
import socket
from collections.abc import Mapping
from pathlib import Path
from zoneinfo import available_timezones

from pbem.languages import LANGUAGES

_ZONES = "zoneinfo/"


def system_timezone(environ: Mapping[str, str] = os.environ, etc: Path = Path("/etc")) -> str:
    """The machine's own time zone; UTC where it can't be told."""
    link = etc / "localtime"
    told = (environ.get("TZ", "").lstrip(":"), str(link.resolve()).rpartition(_ZONES)[2], _first_line(etc / "timezone"))
    known = (zone.removeprefix("Etc/") for zone in told)
    return next((zone for zone in known if zone in available_timezones()), "UTC")


def system_language(environ: Mapping[str, str] = os.environ) -> str:
    """The language of the terminal, where the game has it."""
    told = (environ.get(name, "")[:2] for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return next((language for language in told if language in LANGUAGES), "en")


def likely_host(domain: str, *prefixes: str) -> str:
    """The first of these names under the domain that exists, else the first."""
    names = [f"{prefix}.{domain}" for prefix in prefixes]
    return next(filter(_exists, names), names[0])


def _exists(host: str) -> bool:
    try:
        return bool(socket.getaddrinfo(host, None))
    except OSError:
        return False


def _first_line(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").partition("\n")[0].strip()
    except (OSError, UnicodeDecodeError):
        return ""
