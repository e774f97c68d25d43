"""What the IMAP tests share: settings for the test's Dovecot, a receiver at work, and mails."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from pbem.transports.imap import ImapReceiver, Timing
from pbem.transports.settings import ImapSettings
from tests.support.servers.dovecot import MAILBOX, PASSWORD, Dovecot
from tests.support.servers.memory_inbox import MemoryInbox
from tests.support.servers.tools import eventually

NEVER = 3600.0
"""Polling so rarely that the test can't be saved by it."""
PATIENT = Timing(silence=30, first_retry=0.02, longest_retry=0.2, refused_retry=0.2)
"""Tries again at once, but does not take a busy machine for a silent server."""
HASTY = replace(PATIENT, silence=1)


def settings_for(dovecot: Dovecot, **changes: Any) -> ImapSettings:
    """Our mailbox."""
    return settings_at(**{"port": dovecot.port, **changes})


def settings_at(port: int, **changes: Any) -> ImapSettings:
    """Plain text on loopback, and nothing is found by polling, unless said otherwise."""
    defaults = {"user": MAILBOX, "password": PASSWORD, "tls": "none", "poll_seconds": NEVER}
    return ImapSettings(**{"host": "127.0.0.1", "port": port, **defaults, **changes})


@asynccontextmanager
async def receiving(
    settings: ImapSettings,
    inbox: MemoryInbox,
    on_stored: Callable[[], None] = lambda: None,
    timing: Timing = PATIENT,
    max_bytes: int = 10_000_000,
) -> AsyncIterator[ImapReceiver]:
    """A receiver at work; leaving stops it."""
    receiver = ImapReceiver(settings, max_bytes, inbox, on_stored, timing)
    task = asyncio.create_task(receiver.run())
    try:
        yield receiver
    finally:
        task.cancel()
        await asyncio.wait({task})
    assert task.cancelled()


async def looked(receiver: ImapReceiver) -> None:
    """Have the receiver look into the mailbox once more, and wait for it."""
    before = receiver.last_contact
    receiver.wake()
    await eventually(lambda: receiver.last_contact != before)


def mail(name: str, body: str = "take red blue green") -> bytes:
    """A small mail with an id of its own."""
    lines = (f"Message-ID: <{name}@example.org>", "From: anna@example.org", f"Subject: {name}", "", body, "")
    return "\r\n".join(lines).encode()
