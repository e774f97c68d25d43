"""A mail from the server to itself: whether it comes back, and whether the part after the plus survives."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.utils import format_datetime, parsedate_to_datetime

from pbem.bootstrap import imap_settings, relay_settings
from pbem.clock import system_clock
from pbem.config import Config
from pbem.mail.letter import read_letter
from pbem.ports import Delivery, Envelope
from pbem.transports.imap.check import SILENCE
from pbem.transports.imap.mailbox import Mailbox, open_mailbox
from pbem.transports.imap.settings import ImapSettings
from pbem.transports.smtp_out import SmtpRelay

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
    probe = _write(config, plus)
    async with _watching(imap_settings(config)) as watches:
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
    relay = SmtpRelay(replace(relay_settings(config), timeout=SILENCE, final_timeout=_SEND_SECONDS))
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
