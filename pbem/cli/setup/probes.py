"""Tests of the mailbox and the relay for real, each told in a line: `pbem init` and `pbem doctor` share them."""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.utils import format_datetime, parsedate_to_datetime

from pbem.cli.setup.finding import Finding, failed, ok, warning
from pbem.config import Config
from pbem.errors import PbemError
from pbem.mail.letter import read_letter
from pbem.model.time import system_clock
from pbem.ports import Delivery, Envelope
from pbem.transports.imap import Findings
from pbem.transports.imap import check as check_imap
from pbem.transports.imap.mailbox import SILENCE, Mailbox, make_folders, open_mailbox
from pbem.transports.settings import ImapSettings
from pbem.transports.smtp_out import SmtpRelay
from pbem.transports.smtp_out import check as check_smtp

# A mail from the server to itself: whether it comes back, and whether the part after the plus survives.


PATIENCE = 60.0
_LOOK_SECONDS = 1.0
_SEND_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Arrival:
    """How the mail came back."""

    seconds: float
    tagged: bool
    """Whether the address that it was sent to can still be read in it."""
    received_at: datetime | None
    """When the mailbox's own server says that it came."""


@dataclass(frozen=True, slots=True)
class _Probe:
    recipient: str
    message_id: str
    mime: bytes


async def round_trip(
    config: Config, plus: bool, tell: Callable[[float], None], patience: float = PATIENCE
) -> Arrival | None:
    """Send a mail to ourselves, wait for it, and remove it; None if it has not come in time.

    `tell` hears now and then for how many seconds we have been waiting. PbemError where the relay or the mailbox fails.
    """
    assert config.imap
    probe = _write(config, plus)
    async with _watching(config.imap) as watches:
        await _send(config, probe)
        for waited in range(round(patience / _LOOK_SECONDS)):
            for watch in watches:
                if header := await watch.find(probe):
                    return _arrival(header, probe, waited * _LOOK_SECONDS)
            tell(waited * _LOOK_SECONDS)
            await asyncio.sleep(_LOOK_SECONDS)
    return None


def _write(config: Config, plus: bool) -> _Probe:
    name = f"probe-{secrets.token_hex(8)}"
    local, _, domain = config.server.address.rpartition("@")
    recipient = f"{local}+{name}@{domain}" if plus else config.server.address
    mail = EmailMessage(policy.SMTP)
    mail["From"] = config.server.address
    mail["To"] = recipient
    mail["Subject"] = "A test of this mailbox"
    mail["Date"] = format_datetime(system_clock())
    mail["Message-ID"] = f"<{name}@{domain}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail["X-PBEM-Kind"] = "probe"  # a server that runs takes it for its own, and leaves it alone
    mail.set_content("pbem sent this mail to itself. It may be deleted.\n")
    return _Probe(recipient, f"{name}@{domain}", mail.as_bytes())


async def _send(config: Config, probe: _Probe) -> None:
    """As every mail is sent: with the tag in the envelope's sender, too, which some relays refuse."""
    relay = SmtpRelay(replace(config.smtp, timeout_seconds=SILENCE), final_seconds=_SEND_SECONDS)
    try:
        await relay.send(Envelope(probe.recipient, probe.recipient, probe.mime))
    finally:
        await relay.close()


class _Watch:
    """One folder, and which mails in it are new."""

    def __init__(self, mailbox: Mailbox, read_up_to: int) -> None:
        self._mailbox = mailbox
        self._read_up_to = read_up_to

    async def find(self, probe: _Probe) -> bytes | None:
        """The header of the probe, if it has come; then it is gone from the folder."""
        await self._mailbox.sync()
        headers = await self._mailbox.headers(await self._mailbox.uids_after(self._read_up_to))
        for uid, header in headers.items():
            if probe.message_id.encode() in header:
                await self._mailbox.remove([uid])
                return header
        self._read_up_to = max([self._read_up_to, *headers])
        return None


@asynccontextmanager
async def _watching(settings: ImapSettings) -> AsyncIterator[Sequence[_Watch]]:
    """The folder where mail arrives, and the one where a server that runs would put it at once."""
    async with AsyncExitStack() as stack:

        async def watch(folder: str) -> tuple[Mailbox, _Watch]:
            chosen = replace(settings, folder=folder, done_folder="", shunt_folder="")
            mailbox = await stack.enter_async_context(open_mailbox(chosen, SILENCE, on_news=lambda: None))
            return mailbox, _Watch(mailbox, max(await mailbox.present("*"), default=0))

        mailbox, arriving = await watch(settings.folder)
        watches = [arriving]
        if await mailbox.has_folder(settings.done_folder):
            watches.append((await watch(settings.done_folder))[1])
        yield watches


def _arrival(header: bytes, probe: _Probe, seconds: float) -> Arrival:
    recipients = read_letter(Delivery(header)).recipients
    return Arrival(seconds, probe.recipient.lower() in map(str.lower, recipients), received_at(header))


def received_at(header: bytes) -> datetime | None:
    """When the last server on the way took a mail, by the topmost Received line (RFC 5321 section 4.4)."""
    line = BytesHeaderParser().parsebytes(header)["Received"]
    try:
        return parsedate_to_datetime(str(line).rpartition(";")[2].strip()) if line else None
    except ValueError:
        return None


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
