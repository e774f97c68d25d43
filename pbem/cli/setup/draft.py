"""A configuration that is being made: what the organiser said, as settings to try out and as a file to keep."""

import os
import re
import tempfile
import tomllib
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

from pbem.cli.setup.example import toml
from pbem.config import SECTIONS, Config, make_config
from pbem.config_data import read_secrets
from pbem.config_values import Tls
from pbem.errors import PbemError
from pbem.shipped_files import document

# Mail providers: whose servers an address belongs to, and what they want. The facts are in providers.toml.


_ENDPOINT = re.compile(rf"(?P<host>\S+):(?P<port>\d+) (?P<tls>{'|'.join(get_args(Tls))})")


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a server listens, and how."""

    host: str
    port: int
    tls: Tls

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Provider:
    """One entry of the table."""

    key: str
    name: str
    domains: tuple[str, ...]
    imap: Endpoint | None = None
    smtp: Endpoint | None = None
    plus: bool | None = None
    """Whether plus addressing works; None: only a test can tell."""
    login: str = "address"
    password: str = ""
    oauth2: str = ""
    """Its authorization server."""
    tenant: str = ""
    doubtful: bool = False
    """Whether somebody has to say that these are the servers."""

    def user(self, address: str) -> str:
        """Who logs in to IMAP."""
        return address.partition("@")[0] if self.login == "name" else address


@cache
def providers() -> dict[str, Provider]:
    """All of them, by their keys."""
    table = tomllib.loads(files("pbem.cli.setup").joinpath("providers.toml").read_text("utf-8"))
    return {key: _provider(key, entry) for key, entry in table.items()}


def provider_of(address: str) -> Provider | None:
    """Who runs the mailbox, where the domain tells."""
    domain = address.rpartition("@")[2].lower()
    return next((each for each in providers().values() if domain in each.domains), None)


def _provider(key: str, entry: dict[str, Any]) -> Provider:
    known = {**entry, "domains": tuple(entry["domains"])}
    known |= {name: _endpoint(entry[name]) for name in ("imap", "smtp") if name in entry}
    return Provider(key, **known)


def _endpoint(text: str) -> Endpoint:
    found = _ENDPOINT.fullmatch(text)
    assert found, text
    return Endpoint(found["host"], int(found["port"]), found["tls"])  # type: ignore[arg-type]


_HEADING = (
    f"# Written by pbem init. What is not here has its default; every key is in {document('config.example.toml')}"
)
_TITLES = {
    "server": "[server]",
    "imap": "[imap]  # mail in",
    "smtp": "[smtp]  # mail out",
    "oauth2": "[oauth2]  # log in without a password",
    "web": "[web]  # pages",
}
_ALWAYS = {"address", "name", "plus_addressing", "language", "timezone", "admins", "host", "port", "tls"}


@dataclass(frozen=True, slots=True)
class MailAccount:
    """A log-in at one server."""

    at: Endpoint
    user: str
    password: str = field(repr=False)
    password_file: str = ""
    """Where the password is read from; empty: it stands in the configuration."""
    ca_file: str = ""

    def settings(self, resolved: bool) -> dict[str, Any]:
        """As the configuration has them; `resolved`: with the password itself, not with the name of its file."""
        by_file = bool(self.password_file) and not resolved
        password = {"password": self.password} if self.password else {}
        secret = {"password_file": self.password_file} if by_file else password
        where = {"host": self.at.host, "port": self.at.port, "tls": self.at.tls}
        trusted = {"ca_file": self.ca_file} if self.ca_file else {}
        return {**where, "user": self.user, **secret, **trusted}


@dataclass(frozen=True, slots=True)
class Draft:
    """Everything that init asks for."""

    address: str
    name: str
    language: str
    timezone: str
    admins: tuple[str, ...]
    imap: MailAccount
    smtp: MailAccount
    plus_addressing: bool
    oauth2: dict[str, str] | None = None
    """As the configuration has it; None: the log-ins have passwords."""
    web: dict[str, str] | None = None
    """As the configuration has it; None: no pages."""

    def config(self, folder: Path) -> Config:
        """The configuration as the server would read it; ConfigError names what is wrong."""
        sections = self._sections(resolved=True)
        for section, values in sections.items():
            read_secrets(section, values, folder)
        return make_config(sections, folder)

    def text(self) -> str:
        """The file: the essentials, and what differs from the default."""
        sections = [
            "\n".join([_TITLES[name], *_lines(values, SECTIONS[name])])
            for name, values in self._sections(resolved=False).items()
        ]
        return "\n\n".join([_HEADING, *sections]) + "\n"

    def _sections(self, resolved: bool) -> dict[str, dict[str, Any]]:
        server = {
            "address": self.address,
            "name": self.name,
            "plus_addressing": self.plus_addressing,
            "language": self.language,
            "timezone": self.timezone,
            "admins": list(self.admins),
        }
        sections = {"server": server, "imap": self.imap.settings(resolved), "smtp": self.smtp.settings(resolved)}
        more = {"oauth2": self.oauth2, "web": self.web}
        return {**sections, **{name: dict(values) for name, values in more.items() if values}}


def _lines(values: dict[str, Any], section: type) -> list[str]:
    defaults = {each.name: each.default for each in fields(section)}
    return [
        f"{key} = {toml(value)}"
        for key, value in values.items()
        if key in _ALWAYS or key not in defaults or value != defaults[key]
    ]


def save(text: str, path: Path, replace: bool) -> None:
    """Write the file whole or not at all, for the owner's eyes only, and never over another unless told to."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    draft = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(handle)
        if replace:
            draft.replace(path)
        else:
            path.hardlink_to(draft)
    except FileExistsError as error:
        raise PbemError(f"{path} is there already; --force replaces it") from error
    finally:
        draft.unlink(missing_ok=True)
