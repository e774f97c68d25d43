"""How a command looks at the database at once: as much of the configuration as that takes, and plain SQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pbem.config_data import database_url, read_config
from pbem.errors import ConfigError
from pbem.store.glance import Glance, glance_at


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """What the configuration says of the server, unchecked but for this."""

    address: str
    name: str
    database: str
    zone: ZoneInfo
    reads_mailbox: bool


def whereabouts(config_path: Path) -> Whereabouts:
    """ConfigError where it does not say enough, as it would when all of it is checked."""
    data = read_config(config_path)
    server = data.get("server")
    if not isinstance(server, dict) or not isinstance(server.get("address"), str):
        _complain(config_path)
        raise ConfigError("server.address is missing")
    database = str(server.get("database", "sqlite:///pbem.db"))
    return Whereabouts(
        server["address"],
        str(server.get("name", "Splendor by mail")),
        database_url(database, str(server.get("database_password", "")), config_path.resolve().parent),
        _zone(server),
        "imap" in data,
    )


@contextmanager
def glance(config_path: Path) -> Iterator[Glance]:
    """The database of a configuration."""
    with glance_at(whereabouts(config_path).database) as found:
        yield found


def _complain(config_path: Path) -> None:
    """Whoever checks all of it says best what is wrong."""
    from pbem.config import load_config  # noqa: PLC0415

    load_config(config_path)


def _zone(server: dict[str, Any]) -> ZoneInfo:
    try:
        return ZoneInfo(str(server.get("timezone", "UTC")))
    except (ZoneInfoNotFoundError, ValueError) as error:
        raise ConfigError("server.timezone: expected a time zone such as Europe/Warsaw") from error
