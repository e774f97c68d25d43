"""The configuration: TOML file, environment and password files, checked and frozen."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Any, Literal, get_args
from zoneinfo import available_timezones

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PrivateAttr, ValidationError
from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from pbem.config_data import database_url, read_config
from pbem.errors import ConfigError
from pbem.i18n.codes import Code
from pbem.model import Keep, Limits
from pbem.model.games import House
from pbem.settings import AtLeastOne, Count, HostAndPort, Split
from pbem.transports.settings import ImapSettings, ReceiverSettings, RelaySettings

_ADDRESS = re.compile(r"[^\s@<>]+@[^\s@<>]+")
_PLAIN_ADDRESS = re.compile(r"[^\s@+<>]+@[^\s@<>]+")


def _mail_address(value: str) -> str:
    if not _ADDRESS.fullmatch(value):
        raise ValueError("expected a mail address such as td@example.org, without a name")
    return value


def _our_address(value: str) -> str:
    if not _PLAIN_ADDRESS.fullmatch(value):
        raise ValueError("expected one mail address without a plus, such as splendor@example.org")
    local, _, domain = value.partition("@")
    return f"{local}@{domain.lower()}"


def _known_zone(value: str) -> str:
    if value not in available_timezones():
        raise ValueError("expected a time zone such as Europe/Warsaw")
    return value


MailAddress = Annotated[str, AfterValidator(_mail_address)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerSettings:
    """Who we are."""

    address: Annotated[str, AfterValidator(_our_address), Field(examples=["splendor@example.org"])]
    """The mailbox that players write to."""
    name: str = "Splendor by mail"
    """The name beside it."""
    plus_addressing: bool = True
    """splendor+TAG@example.org reaches the same mailbox."""
    database: str = field(default="sqlite:///pbem.db", repr=False)
    """Or postgresql+psycopg://user:password@host/name"""
    secret_file: str = "secret"  # noqa: S105
    """Made on first start, mode 0600; keep a copy: it seals every tag."""
    language: Code = "en"
    """For players who have not chosen: en da is pl he"""
    timezone: Annotated[str, AfterValidator(_known_zone)] = "UTC"
    """For players who have not chosen."""
    admins: Annotated[tuple[MailAddress, ...], Split] = ()
    """Addresses that hear of what needs a person."""
    trusted_authserv_id: str = ""
    """Your own mail server's name in Authentication-Results; empty: trust none."""
    max_mail_mb: Annotated[int, Field(ge=1, le=100)] = 10
    """Of a larger mail only the header is read; by [smtp_in] it is refused."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    """debug | info | warning | error"""

    @property
    def max_mail_bytes(self) -> int:
        return self.max_mail_mb * 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSettings:
    """Pages to look at."""

    listen: HostAndPort = ""
    """E.g. 127.0.0.1:8080; empty: no web pages."""
    public_url: str = ""
    """The address that others reach it by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertSettings:
    """What the admins are told of by mail, at most once a day per kind."""

    mailbox_minutes: AtLeastOne = 60
    """The mailbox could not be read for so long."""
    queue_minutes: AtLeastOne = 30
    """Mail waits for so long, to be read or to be sent."""
    disk_mb: Count = 500
    """Less than this is free where the database lies; 0: never."""

    @property
    def mailbox(self) -> timedelta:
        return timedelta(minutes=self.mailbox_minutes)

    @property
    def queue(self) -> timedelta:
        return timedelta(minutes=self.queue_minutes)


class Config(BaseModel):
    """Everything that an organiser can set; each section is what its users take."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    server: ServerSettings
    imap: ImapSettings | None = None
    smtp_in: ReceiverSettings | None = None
    smtp: RelaySettings = RelaySettings()
    play: House = House()
    limits: Limits = Limits()
    web: WebSettings = WebSettings()
    keep: Keep = Keep()
    alerts: AlertSettings = AlertSettings()
    _folder: Path = PrivateAttr(default=Path())

    def path(self, name: str) -> Path:
        """A file that the configuration names; relative paths start where the configuration itself is."""
        return self._folder / name

    @property
    def database_url(self) -> str:
        """The database, a relative SQLite file taken from the configuration's own folder."""
        return database_url(self.server.database, self._folder)


SECTIONS: dict[str, type] = {
    name: (get_args(each.annotation) or (each.annotation,))[0] for name, each in Config.model_fields.items()
}
"""Those that may be missing are either theirs or None."""


def load_config(path: Path, environ: Mapping[str, str] = os.environ) -> Config:
    """Read the file, then what the environment overrides; ConfigError names the key that is wrong."""
    return make_config(read_config(path, environ), path.resolve().parent)


def make_config(data: dict[str, Any], folder: Path) -> Config:
    """Check the values."""
    try:
        config = Config.model_validate(data, context=folder)
    except ValidationError as error:
        raise ConfigError(_first_problem(error)) from error
    config._folder = folder
    return config


# pydantic's words for a section and for a key that is not known.
_UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")


def _first_problem(error: ValidationError) -> str:
    problems = error.errors()
    # A misspelled key is often missing, too: the misspelling says more.
    problem = next((each for each in problems if each["type"] in _UNKNOWN), problems[0])
    where = ".".join(str(part) for part in problem["loc"])
    if problem["type"] in _UNKNOWN:
        return f"unknown key {where}{_nearest(problem['loc'])}"
    if problem["type"] == "dataclass_type":
        # By the section's name: what its class is called is our own affair.
        return f"{where}: Input should be a valid dictionary or instance of {where.title().replace('_', '')}"
    if problem["type"] == "missing":
        return f"{where} is missing"
    return f"{where}: {problem['msg'].removeprefix('Value error, ')}"


def _nearest(location: tuple[int | str, ...]) -> str:
    *outer, key = (str(part) for part in location)
    close = process.extractOne(key, _known_keys(outer), scorer=JaroWinkler.similarity)
    return f": did you mean {'.'.join([*outer, close[0]])}?" if close else ""


def _known_keys(outer: list[str]) -> list[str]:
    if not outer:
        return list(Config.model_fields)
    return [each.name for each in fields(SECTIONS[outer[0]])]
