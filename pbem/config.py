"""The configuration: TOML file, environment and password files, checked and frozen."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args
from zoneinfo import available_timezones

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PrivateAttr, ValidationError
from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from pbem.config_data import database_url, read_config
from pbem.config_values import AtLeastOne, Count, HostAndPort, Split
from pbem.errors import ConfigError
from pbem.i18n.codes import Code
from pbem.mail.address import Ours, is_mailable
from pbem.model import Keep, Limits
from pbem.model.games import House
from pbem.transports.settings import HIDDEN, ImapSettings, OAuthSettings, ReceiverSettings, RelaySettings


def _mail_address(value: str) -> str:
    if not is_mailable(value):
        raise ValueError("expected a mail address such as td@example.org, without a name")
    return value


def _our_address(value: str) -> str:
    if not is_mailable(value) or "+" in value.partition("@")[0]:
        raise ValueError("expected one mail address without a plus, such as splendor@example.org")
    local, _, domain = value.partition("@")
    return f"{local}@{domain.lower()}"


def _known_zone(value: str) -> str:
    if value not in available_timezones():
        raise ValueError("expected a time zone such as Europe/Warsaw")
    return value


def _reachable(value: str) -> str:
    is_page = value.startswith(("https://", "http://"))
    return value if is_page or not value else _mail_address(value)


def _network(value: str) -> str:
    try:
        return str(ip_network(value))
    except ValueError as error:
        raise ValueError("expected a network such as 10.0.0.0/8") from error


Network = Annotated[str, AfterValidator(_network)]
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
    database_password: str = field(default="", repr=False)
    """Instead of the one in the address; or database_password_file"""
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
    metrics_networks: Annotated[tuple[Network, ...], Split] = ("127.0.0.0/8", "::1/128")
    """Who may ask for /metrics, unless through a proxy."""
    contact: Annotated[str, AfterValidator(_reachable)] = ""
    """Who runs this: a mail address or a page, linked from every page."""
    privacy_file: str = ""
    """A text of yours on people's data: shown at /privacy, and linked from every page."""

    @property
    def contact_link(self) -> str:
        return self.contact if "://" in self.contact or not self.contact else f"mailto:{self.contact}"


@dataclass(frozen=True, slots=True, kw_only=True)
class AlertSettings:
    """What the admins are told of by mail, and by a second way, at most once a day per kind."""

    mailbox_minutes: AtLeastOne = 60
    """The mailbox could not be read for so long."""
    queue_minutes: AtLeastOne = 30
    """Mail waits for so long, to be read or to be sent."""
    disk_mb: Count = 500
    """Less than this is free where the database lies; 0: never."""
    webhook_url: str = field(default="", repr=False)
    """Called with JSON as well, for when no mail can leave: ntfy, Slack, Mattermost, Matrix."""
    ping_url: str = field(default="", repr=False)
    """Called every minute while all is well, for a service that raises the alarm when that stops."""

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
    oauth2: OAuthSettings | None = None
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
        """The database with its password; a relative SQLite file is taken from the configuration's own folder."""
        return database_url(self.server.database, self.server.database_password, self._folder)

    def logging_in_by(self, oauth2: OAuthSettings) -> Self:
        """The same, with tokens wherever a log-in has no password."""
        changes: dict[str, object] = {"oauth2": oauth2}
        if self.imap and not self.imap.password:
            changes["imap"] = replace(self.imap, oauth2=oauth2)
        if self.smtp.user and not self.smtp.password:
            changes["smtp"] = replace(self.smtp, oauth2=oauth2)
        return self.model_copy(update=changes)

    @property
    def ours(self) -> Ours:
        """Who we are in a mail."""
        pages = self.web.public_url.rstrip("/") if self.web.listen else ""
        return Ours(self.server.address, self.server.name, self.server.plus_addressing, pages)


SECTIONS: dict[str, type] = {
    name: (get_args(each.annotation) or (each.annotation,))[0] for name, each in Config.model_fields.items()
}
"""Those that may be missing are either theirs or None."""


def load_config(path: Path, environ: Mapping[str, str] = os.environ) -> Config:
    """Read the file, then what the environment overrides; ConfigError names the key that is wrong."""
    return make_config(read_config(path, environ), path.resolve().parent)


def make_config(data: dict[str, Any], folder: Path) -> Config:
    """Check the values."""
    for section in ("imap", "smtp"):
        if isinstance(values := data.get(section), dict) and "oauth2" in values:
            raise ConfigError(f"unknown key {section}.oauth2: did you mean oauth2?")
    try:
        config = Config.model_validate(data, context=folder)
    except ValidationError as error:
        raise ConfigError(_first_problem(error)) from error
    config = _with_oauth2(config, folder)
    config._folder = folder
    return config


def _with_oauth2(config: Config, folder: Path) -> Config:
    """Whoever logs in without a password is told how."""
    if config.oauth2 is None:
        if config.imap and not config.imap.password:
            raise ConfigError("imap.password is missing")
        return config
    return config.logging_in_by(replace(config.oauth2, token_file=str(folder / config.oauth2.token_file)))


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
    return [each.name for each in fields(SECTIONS[outer[0]]) if each.metadata != HIDDEN]
