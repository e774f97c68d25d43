"""Tests of the mailbox and the relay for real, each told in a line: `pbem init` and `pbem doctor` share them."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from pbem.cli.setup.finding import Finding, failed, ok, warning
from pbem.cli.setup.round_trip import PATIENCE, Arrival, round_trip
from pbem.config import Config
from pbem.errors import PbemError
from pbem.transports.imap import Findings
from pbem.transports.imap import check as check_imap
from pbem.transports.imap.mailbox import SILENCE, make_folders
from pbem.transports.settings import ImapSettings
from pbem.transports.smtp_out import check as check_smtp

# Which settings to look at, by what the server or the network said: the first that fits.
_LOOK_AT = (
    (r"LOGIN refused|\b53[0458]\b|auth", ("user", "password")),
    (r"certificate", ("host", "ca_file")),
    (r"\bSSL\b|TLS", ("tls", "port")),
    (r"not known|getaddrinfo|nodename|No address", ("host",)),
    (r"SELECT refused", ("folder",)),
    (r"", ("host", "port", "tls")),
)


def look_at(section: str, error: PbemError) -> str:
    """The settings to look at after this error."""
    keys = next(keys for pattern, keys in _LOOK_AT if re.search(pattern, str(error), re.IGNORECASE))
    *names, last = (f"{section}.{key}" for key in keys)
    return f"look at {', '.join(names)} and {last}" if names else f"look at {last}"


async def probe_imap(config: Config, make: bool = False) -> list[Finding]:
    """Log in, and see whether the server can tell of new mail and has the folders; `make` them if not."""
    settings = config.imap
    assert settings
    try:
        seen = await check_imap(settings)
    except PbemError as error:
        return [failed("imap", str(error), look_at("imap", error))]
    found = [ok("imap", f"logged in to {settings.host}:{settings.port} as {settings.user}"), _idle(settings, seen)]
    return [*found, await _folders(settings, seen, make)]


async def probe_smtp(config: Config) -> list[Finding]:
    """Log in to the relay."""
    settings = replace(config.smtp, timeout_seconds=SILENCE)
    where = f"{settings.host}:{settings.port}"
    try:
        await check_smtp(settings)
    except PbemError as error:
        return [failed("smtp", str(error), look_at("smtp", error))]
    return [ok("smtp", f"logged in to {where} as {settings.user}" if settings.user else f"{where} answers, no log-in")]


@dataclass(frozen=True, slots=True)
class TestPost:
    """What a mail to ourselves showed."""

    finding: Finding
    plus_addressing: bool
    arrival: Arrival | None = None

    @property
    def findings(self) -> list[Finding]:
        """Whether it came, then what became of it on the way."""
        return [self.finding, *(_on_the_way(self.arrival) if self.arrival else [])]


async def probe_post(config: Config, plus: bool, tell: Callable[[float], None], patience: float = PATIENCE) -> TestPost:
    """Send ourselves a mail, with the plus where it is wanted; where that does not come, one without."""
    tagged = await _attempt(config, plus, tell, patience)
    if isinstance(tagged, Arrival) and (tagged.tagged or not plus):
        return TestPost(ok("plus addressing" if plus else "mail to itself", _came(config, plus, tagged)), plus, tagged)
    if not plus:
        return TestPost(_lost(config, tagged, patience), False)
    plain = tagged if isinstance(tagged, Arrival) else await _attempt(config, False, tell, patience)
    if not isinstance(plain, Arrival):
        return TestPost(_lost(config, plain, patience), False)
    return TestPost(warning("plus addressing", _plus_lost(config, tagged, patience), _WITHOUT), False, plain)


_WITHOUT = "plus_addressing = false, tags travel in the subject instead"


async def _attempt(
    config: Config, plus: bool, tell: Callable[[float], None], patience: float
) -> Arrival | PbemError | None:
    try:
        return await round_trip(config, plus, tell, patience)
    except PbemError as error:
        return error


def _on_the_way(arrival: Arrival) -> list[Finding]:
    """What the mailbox's servers did to it: an answer is known by these headers where nothing else tells."""
    found = [ok("headers", "Message-ID and References came back whole")]
    if arrival.changed:
        said = f"{' and '.join(arrival.changed)} did not come back as sent"
        found = [warning("headers", said, "answers are known by the plus part or the subject alone; threads may break")]
    if arrival.junk:
        advice = "mark the mail there as no junk, or add server.address to the mailbox's contacts"
        found.append(warning("junk", "the mail lay in the folder marked as junk", advice))
    return found


def _address(config: Config, plus: bool) -> str:
    return config.server.address.replace("@", "+…@") if plus else config.server.address


def _came(config: Config, plus: bool, arrival: Arrival) -> str:
    return f"a mail to {_address(config, plus)} came back within {arrival.seconds + 1:.0f} s"


def _plus_lost(config: Config, tagged: Arrival | PbemError | None, patience: float) -> str:
    address = _address(config, plus=True)
    match tagged:
        case None:
            return f"a mail to {address} did not come within {patience:.0f} s, one without the plus did"
        case PbemError():
            return f"a mail to {address} was refused ({tagged}), one without the plus came"
        case Arrival():
            return f"a mail to {address} came without what stands after the plus"


def _lost(config: Config, outcome: Arrival | PbemError | None, patience: float) -> Finding:
    address = config.server.address
    if isinstance(outcome, PbemError):
        return failed("mail to itself", f"a mail to {address} could not be sent: {outcome}", look_at("smtp", outcome))
    said = f"a mail to {address} did not come within {patience:.0f} s"
    return failed("mail to itself", said, "look into the spam folder, and at server.address and imap.folder")


def _idle(settings: ImapSettings, seen: Findings) -> Finding:
    poll = f"new mail is looked for every {settings.poll_seconds} s"
    if not settings.idle:
        return ok("idle", f"switched off, {poll}")
    return ok("idle", "the server tells of new mail at once" if seen.idle else f"the server has no IDLE, {poll}")


async def _folders(settings: ImapSettings, seen: Findings, make: bool) -> Finding:
    wanted = f"{settings.done_folder} and {settings.shunt_folder}"
    if not seen.missing_folders:
        return ok("folders", f"{wanted} are there")
    if not make:
        return ok("folders", f"{' and '.join(seen.missing_folders)} will be made when pbem serve starts")
    try:
        made = await make_folders(settings)
    except PbemError as error:
        return failed("folders", str(error), "look at imap.done_folder and imap.shunt_folder")
    return ok("folders", f"{' and '.join(made)} made")
