"""What the machine tells of its owner: time zone and language, as defaults."""

import os
from collections.abc import Mapping
from pathlib import Path
from zoneinfo import available_timezones

from pbem.i18n.codes import LANGUAGES

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


def _first_line(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").partition("\n")[0].strip()
    except (OSError, UnicodeDecodeError):
        return ""
