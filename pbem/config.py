"""The configuration: TOML file, environment and password files, checked and frozen."""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, get_origin
from zoneinfo import available_timezones

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from engine import DEFAULT_EDITION, EDITIONS
from engine.bots import BOTS
from pbem.errors import ConfigError
from pbem.i18n.codes import Code

Tls = Literal["ssl", "starttls", "none"]
_REMINDER = re.compile(r"[1-9]\d?%|\d{1,4}h")
_HOST_AND_PORT = re.compile(r"\S+:(\d{1,5})")
_ADDRESS = re.compile(r"[^\s@<>]+@[^\s@<>]+")
_PLAIN_ADDRESS = re.compile(r"[^\s@+<>]+@[^\s@<>]+")


def _mail_address(value: str) -> str:
    if not _ADDRESS.fullmatch(value):
        raise ValueError("expected a mail address such as td@example.org, without a name")
    return value


def _host_and_port(value: str) -> str:
    match = _HOST_AND_PORT.fullmatch(value)
    if value and not (match and int(match[1]) < 2**16):
        raise ValueError("expected an address and a port, such as 127.0.0.1:8080")
    return value


MailAddress = Annotated[str, AfterValidator(_mail_address)]
HostAndPort = Annotated[str, AfterValidator(_host_and_port)]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    @field_validator("*", mode="before")
    @classmethod
    def _split_list(cls, value: object, info: ValidationInfo) -> object:
        """A list may be one text with commas: the environment has no other."""
        assert info.field_name
        if get_origin(cls.model_fields[info.field_name].annotation) is tuple and isinstance(value, str):
            return [part.strip() for part in value.split(",") if part.strip()]
        return value


class Server(_Section):
    """Who we are."""

    address: str
    name: str = "Splendor by mail"
    plus_addressing: bool = True
    database: str = Field(default="sqlite:///pbem.db", repr=False)
    secret_file: str = "secret"  # noqa: S105
    language: Code = "en"
    timezone: str = "UTC"
    admins: tuple[MailAddress, ...] = ()
    trusted_authserv_id: str = ""
    max_mail_mb: int = Field(default=10, ge=1, le=100)
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @field_validator("address")
    @classmethod
    def _one_address(cls, value: str) -> str:
        if not _PLAIN_ADDRESS.fullmatch(value):
            raise ValueError("expected one mail address without a plus, such as splendor@example.org")
        local, _, domain = value.partition("@")
        return f"{local}@{domain.lower()}"

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, value: str) -> str:
        if value not in available_timezones():
            raise ValueError("expected a time zone such as Europe/Warsaw")
        return value


class Imap(_Section):
    """Mail in, from any mailbox."""

    host: str
    port: int = Field(default=993, ge=1, le=65535)
    tls: Tls = "ssl"
    user: str
    password: str = Field(repr=False)
    folder: str = "INBOX"
    done_folder: str = "Processed"
    shunt_folder: str = "Shunt"
    poll_seconds: int = Field(default=60, ge=1)
    idle: bool = True
    ca_file: str = ""


class SmtpIn(_Section):
    """Mail in, handed over by an MTA."""

    listen: HostAndPort = "127.0.0.1:8025"
    lmtp: bool = False
    tls_cert: str = ""
    tls_key: str = ""


class Smtp(_Section):
    """Mail out."""

    host: str = "localhost"
    port: int = Field(default=587, ge=1, le=65535)
    tls: Tls = "starttls"
    user: str = ""
    password: str = Field(default="", repr=False)
    rate_per_minute: int = Field(default=0, ge=0)
    retry_seconds: float = Field(default=60, gt=0)
    timeout_seconds: float = Field(default=60, gt=0)
    ca_file: str = ""


class Play(_Section):
    """What a game is like unless its table says otherwise."""

    edition: str = DEFAULT_EDITION
    free_hours: float = Field(default=24, ge=0)
    bank_hours: float = Field(default=120, ge=0)
    reminders: tuple[str, ...] = ("50%", "12h")
    weekends_off: bool = False
    grace_hours: float = Field(default=12, ge=0)
    on_timeout: Literal["bot", "pass", "resign"] = "bot"
    stand_in: str = "greedy"
    bot_minutes: float = Field(default=0, ge=0)
    vacation_days: int = Field(default=42, ge=0, le=366)
    unreachable_hours: float = Field(default=72, ge=0)
    invitation_days: float = Field(default=7, gt=0)
    invitations_a_day: int = Field(default=10, ge=0)
    private_talk: bool = True
    hints: bool = True
    remarks_a_day: int = Field(default=50, ge=0)

    @field_validator("edition")
    @classmethod
    def _known_edition(cls, value: str) -> str:
        if value not in EDITIONS:
            raise ValueError(f"expected one of {', '.join(EDITIONS)}")
        return value

    @field_validator("reminders")
    @classmethod
    def _readable_reminders(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for each in value:
            if not _REMINDER.fullmatch(each):
                raise ValueError(f"expected a share or hours of the time left, such as 50% or 12h, not {each!r}")
        return value

    @field_validator("stand_in")
    @classmethod
    def _known_bot(cls, value: str) -> str:
        if value not in BOTS:
            raise ValueError(f"expected one of {', '.join(BOTS)}")
        return value


class Web(_Section):
    """Pages to look at."""

    listen: HostAndPort = ""
    public_url: str = ""


class Keep(_Section):
    """How long what is no longer needed for play stays."""

    mails_in_days: int = Field(default=90, ge=1)
    mails_out_days: int = Field(default=30, ge=1)


class Alerts(_Section):
    """When the admins are told that something needs a person."""

    mailbox_minutes: int = Field(default=60, ge=1)
    queue_minutes: int = Field(default=30, ge=1)
    disk_mb: int = Field(default=500, ge=0)


class Config(_Section):
    """Everything that an organiser can set."""

    server: Server
    imap: Imap | None = None
    smtp_in: SmtpIn | None = None
    smtp: Smtp = Smtp()
    play: Play = Play()
    web: Web = Web()
    keep: Keep = Keep()
    alerts: Alerts = Alerts()
    _folder: Path = PrivateAttr(default=Path())

    def path(self, name: str) -> Path:
        """A file that the configuration names; relative paths start where the configuration itself is."""
        return self._folder / name

    @property
    def database_url(self) -> str:
        """The database, a relative SQLite file taken from the configuration's own folder."""
        prefix = "sqlite:///"
        url = self.server.database
        if not url.startswith(prefix) or url == "sqlite:///:memory:":
            return url
        return prefix + str(self.path(url.removeprefix(prefix)))

    @property
    def max_mail_bytes(self) -> int:
        return self.server.max_mail_mb * 1_000_000


SECTIONS: dict[str, type[_Section]] = {
    "server": Server,
    "imap": Imap,
    "smtp_in": SmtpIn,
    "smtp": Smtp,
    "play": Play,
    "web": Web,
    "keep": Keep,
    "alerts": Alerts,
}


def load_config(path: Path, environ: Mapping[str, str] = os.environ) -> Config:
    """Read the file, then what the environment overrides; ConfigError names the key that is wrong."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ConfigError(f"{path}: {error.strerror}; pbem init writes one, --config names another") from error
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {error}") from error
    folder = path.resolve().parent
    for section, values in data.items():
        if isinstance(values, dict):
            _read_password_file(section, values, folder)
    _override(data, environ)
    return make_config(data, folder)


def make_config(data: dict[str, Any], folder: Path) -> Config:
    """Check the values."""
    try:
        config = Config.model_validate(data)
    except ValidationError as error:
        raise ConfigError(_first_problem(error)) from error
    config._folder = folder
    return config


def _read_password_file(section: str, values: dict[str, Any], folder: Path) -> None:
    name = values.pop("password_file", None)
    if name is None:
        return
    try:
        values["password"] = (folder / str(name)).read_text(encoding="utf-8").rstrip("\r\n")
    except OSError as error:
        raise ConfigError(f"{section}.password_file: {name}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{section}.password_file: {name}: {error}") from error


def _override(data: dict[str, Any], environ: Mapping[str, str]) -> None:
    for variable, value in environ.items():
        section, parted, key = variable.removeprefix("PBEM_").lower().partition("__")
        if variable.startswith("PBEM_") and parted and isinstance(data.setdefault(section, {}), dict):
            data[section][key] = value


def _first_problem(error: ValidationError) -> str:
    problems = error.errors()
    # A misspelled key is often missing, too: the misspelling says more.
    problem = next((each for each in problems if each["type"] == "extra_forbidden"), problems[0])
    where = ".".join(str(part) for part in problem["loc"])
    if problem["type"] == "extra_forbidden":
        return f"unknown key {where}{_nearest(problem['loc'])}"
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
    return list(SECTIONS[outer[0]].model_fields)
