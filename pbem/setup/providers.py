"""Mail providers: whose servers an address belongs to, and what they want. The facts are in providers.toml."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, get_args

from pbem.config import Tls

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
    refused: str = ""

    def user(self, address: str) -> str:
        """Who logs in to IMAP."""
        return address.partition("@")[0] if self.login == "name" else address


@cache
def providers() -> dict[str, Provider]:
    """All of them, by their keys."""
    table = tomllib.loads(files("pbem.setup").joinpath("providers.toml").read_text("utf-8"))
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
