"""A server that does nothing with a mail but answer it with another: what the libraries and the machine allow at best.

Called as `python -m benchmarks.null_responder MAILBOX SINK_PORT SMTP_PORT IMAP_PORT FIRST_TURNS` in a folder with
that mail.
"""

import asyncio
import logging
import sys
from collections import deque
from collections.abc import Sequence
from pathlib import Path

import structlog

from pbem.ports import Cursor, Delivery, Envelope, Filing
from pbem.transports.imap import ImapReceiver
from pbem.transports.settings import ImapSettings, ReceiverSettings, RelaySettings
from pbem.transports.smtp_in import Allowance, SmtpReceiver
from pbem.transports.smtp_out import SmtpRelay
from tests.support.servers.dovecot import PASSWORD

_MAX_BYTES = 10_000_000
_TURN = Path("turn").read_bytes()


class NullInbox:
    """ports.Inbox that keeps nothing but what IMAP needs to go on."""

    def __init__(self) -> None:
        self.waiting: deque[Delivery] = deque()
        self._cursor: Cursor | None = None
        self._unfiled: list[int] = []

    def accept(self, deliveries: Sequence[Delivery]) -> None:
        self.waiting.extend(deliveries)
        for location in filter(None, (delivery.location for delivery in deliveries)):
            self._cursor = Cursor(location.uidvalidity, location.uid)
            self._unfiled.append(location.uid)

    def cursor(self, _folder: str) -> Cursor | None:
        return self._cursor

    def unfiled(self, _folder: str, _uidvalidity: int, limit: int) -> list[Filing]:
        return [Filing(uid, shunted=False) for uid in self._unfiled[:limit]]

    def mark_filed(self, _folder: str, _uidvalidity: int, uids: Sequence[int]) -> None:
        self._unfiled = [uid for uid in self._unfiled if uid not in uids]


async def main(mailbox: str, sink_port: int, smtp_port: int, imap_port: int, first_turns: int) -> None:
    relay = SmtpRelay(RelaySettings(host="127.0.0.1", port=sink_port, tls="none"))
    inbox, bell = NullInbox(), asyncio.Event()
    if imap_port:
        settings = ImapSettings(
            host="127.0.0.1", port=imap_port, tls="none", user=mailbox, password=PASSWORD, poll_seconds=3600
        )
        imap = ImapReceiver(settings, _MAX_BYTES, inbox, bell.set)
        watching = asyncio.create_task(imap.run())
    else:
        listening = ReceiverSettings(listen=f"127.0.0.1:{smtp_port}")
        receiver = SmtpReceiver(listening, Allowance(_MAX_BYTES), inbox, lambda _: True, bell.set)
        await receiver.start()
    for _ in range(first_turns):
        await relay.send(Envelope("a@example.org", "b@people.example", _TURN))
    while True:
        await bell.wait()
        bell.clear()
        while inbox.waiting:
            inbox.waiting.popleft()
            await relay.send(Envelope("a@example.org", "b@people.example", _TURN))
        if imap_port:
            assert not watching.done()
            imap.wake()


structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
asyncio.run(main(sys.argv[1], *map(int, sys.argv[2:])))
