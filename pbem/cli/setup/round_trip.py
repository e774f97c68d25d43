"""A mail from the server to itself: whether it comes back, where it lies then, and what became of it on the way."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from email import policy
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.utils import format_datetime, parsedate_to_datetime

from pbem.config import Config
from pbem.mail.letter import Letter, read_letter
from pbem.model.time import system_clock
from pbem.ports import Delivery, Envelope
from pbem.transports.imap.mailbox import SILENCE, Mailbox, open_junk, open_mailbox
from pbem.transports.settings import ImapSettings
from pbem.transports.smtp_out import SmtpRelay

PATIENCE = 60.0
_LOOK_SECONDS = 1.0
_SEND_SECONDS = 20.0
# Larger mails than this are not ours.
_MOST_BYTES = 64 * 1024


@dataclass(frozen=True, slots=True)
class Arrival:
    """How the mail came back."""

    seconds: float
    tagged: bool
    """Whether the address that it was sent to can still be read in it."""
    received_at: datetime | None
    """When the mailbox's own server says that it came."""
    changed: tuple[str, ...] = ()
    """Of the headers that tie an answer to a mail, those that did not come back as they were sent."""
    junk: bool = False
    """Whether it lay in the folder marked as junk."""


@dataclass(frozen=True, slots=True)
class _Probe:
    name: str
    """Stands in its text, by which it is known whatever became of its headers."""
    recipient: str
    message_id: str
    reference: str
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
                if raw := await watch.find(probe):
                    return _arrival(raw, probe, waited * _LOOK_SECONDS, watch.junk)
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
    mail["References"] = f"<{name}.before@{domain}>"
    mail["Auto-Submitted"] = "auto-generated"
    mail["X-PBEM-Kind"] = "probe"  # a server that runs takes it for its own, and leaves it alone
    mail.set_content(f"pbem sent this mail to itself. It may be deleted.\n\n{name}\n")
    return _Probe(name, recipient, f"{name}@{domain}", f"{name}.before@{domain}", mail.as_bytes())


async def _send(config: Config, probe: _Probe) -> None:
    """As every mail is sent: with the tag in the envelope's sender, too, which some relays refuse."""
    relay = SmtpRelay(replace(config.smtp, timeout_seconds=SILENCE), final_seconds=_SEND_SECONDS)
    try:
        await relay.send(Envelope(probe.recipient, probe.recipient, probe.mime))
    finally:
        await relay.close()


class _Watch:
    """One folder, and which mails in it are new."""

    def __init__(self, mailbox: Mailbox, read_up_to: int, junk: bool = False) -> None:
        self._mailbox = mailbox
        self._read_up_to = read_up_to
        self.junk = junk

    async def find(self, probe: _Probe) -> bytes | None:
        """The probe, if it has come; then it is gone from the folder."""
        await self._mailbox.sync()
        sizes = await self._mailbox.sizes(await self._mailbox.uids_after(self._read_up_to))
        small = {uid: size for uid, size in sizes.items() if size <= _MOST_BYTES}
        for uid, raw in (await self._mailbox.whole(small)).items():
            if probe.name in (read_letter(Delivery(raw)).text or ""):
                await self._mailbox.remove([uid])
                return raw
        self._read_up_to = max([self._read_up_to, *sizes])
        return None


@asynccontextmanager
async def _watching(settings: ImapSettings) -> AsyncIterator[Sequence[_Watch]]:
    """The folder where mail arrives, the one where a server that runs would put it at once, and junk."""
    async with AsyncExitStack() as stack:

        async def watch(folder: str) -> tuple[Mailbox, _Watch]:
            chosen = replace(settings, folder=folder, done_folder="", shunt_folder="")
            mailbox = await stack.enter_async_context(open_mailbox(chosen, SILENCE, on_news=lambda: None))
            return mailbox, await _from_now_on(mailbox)

        mailbox, arriving = await watch(settings.folder)
        watches = [arriving]
        if await mailbox.has_folder(settings.done_folder):
            watches.append((await watch(settings.done_folder))[1])
        if junk := await stack.enter_async_context(open_junk(settings, SILENCE)):
            watches.append(await _from_now_on(junk, junk=True))
        yield watches


async def _from_now_on(mailbox: Mailbox, junk: bool = False) -> _Watch:
    return _Watch(mailbox, max(await mailbox.present("*"), default=0), junk)


def _arrival(raw: bytes, probe: _Probe, seconds: float, junk: bool) -> Arrival:
    letter = read_letter(Delivery(raw))
    tagged = probe.recipient.lower() in map(str.lower, letter.recipients)
    return Arrival(seconds, tagged, received_at(raw), tuple(_changed(letter, probe)), junk)


def _changed(letter: Letter, probe: _Probe) -> Iterator[str]:
    if letter.message_id != probe.message_id:
        yield "Message-ID"
    if probe.reference not in letter.references:
        yield "References"


def received_at(header: bytes) -> datetime | None:
    """When the last server on the way took a mail, by the topmost Received line (RFC 5321 section 4.4)."""
    line = BytesHeaderParser().parsebytes(header)["Received"]
    try:
        return parsedate_to_datetime(str(line).rpartition(";")[2].strip()) if line else None
    except ValueError:
        return None
