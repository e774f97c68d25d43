"""Settings that are allowed, and yet worth a second thought."""

from importlib.metadata import version
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


async def time_zone(patient: Patient) -> list[Finding]:
    """Whether the zone's rules are there."""
    zone = patient.config.server.timezone
    now = patient.now.astimezone(ZoneInfo(zone))
    return [ok("time zone", f"{zone}, where it is {now:%Y-%m-%d %H:%M}; zone data {version('tzdata')}")]
