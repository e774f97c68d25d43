"""Settings that are allowed, and yet worth a second thought."""

import asyncio
import socket
from contextlib import suppress
from importlib.metadata import version
from ipaddress import ip_address
from typing import Any
from zoneinfo import ZoneInfo

from pbem.setup.checks.patient import Patient
from pbem.setup.finding import Finding, failed, ok, warning


async def ways_in(patient: Patient) -> list[Finding]:
    """Whether mail can come in at all."""
    config = patient.config
    ways = [name for name, section in (("[imap]", config.imap), ("[smtp_in]", config.smtp_in)) if section]
    if not ways:
        return [failed("config", "no way for mail to come in", "[imap] or [smtp_in] is needed")]
    return [ok("config", f"{patient.config_path} is read; mail comes in by {' and '.join(ways)}")]


async def admins(patient: Patient) -> list[Finding]:
    """Whether anybody hears of trouble."""
    addresses = patient.config.server.admins
    if not addresses:
        return [warning("admins", "nobody hears of what needs a person", "set server.admins")]
    if patient.config.server.address in addresses:
        return [failed("admins", "the server would write to itself", "take server.address out of server.admins")]
    return [ok("admins", ", ".join(addresses))]


async def encryption(patient: Patient) -> list[Finding]:
    """Whether passwords and mails cross a network for all to read."""
    config = patient.config
    sections = {"imap": config.imap, "smtp": config.smtp}
    return [
        warning(f"{name} tls", f"password and mails go to {section.host} in the clear", f"set {name}.tls")
        for name, section in sections.items()
        if section and section.tls == "none" and not await _is_here(section.host)
    ]


async def _is_here(host: str) -> bool:
    """Whether a host is this machine; of one that nobody knows we don't think so."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, 0, type=socket.SOCK_STREAM)
    except OSError:
        return False
    return all(_is_own(family, address) for family, _, _, _, address in found)


def _is_own(family: socket.AddressFamily, address: tuple[Any, ...]) -> bool:
    """Loopback, even where IPv6 is switched off; of others only a machine's own can be listened on."""
    if ip_address(address[0]).is_loopback:
        return True
    with socket.socket(family) as probe, suppress(OSError):
        probe.bind(address)
        return True
    return False


async def time_zone(patient: Patient) -> list[Finding]:
    """Whether the zone's rules are there."""
    zone = patient.config.server.timezone
    now = patient.now.astimezone(ZoneInfo(zone))
    return [ok("time zone", f"{zone}, where it is {now:%Y-%m-%d %H:%M}; zone data {version('tzdata')}")]
