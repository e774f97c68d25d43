"""The sender: hands what is due in the outbox to the relay, and notes what became of each mail."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from random import random

import structlog

from pbem.clock import Clock
from pbem.errors import Deferred, Rejected
from pbem.model import DueMail
from pbem.pace import Pace, gives_up, retry_delay
from pbem.ports import Envelope, Relay
from pbem.work import Outbox

_log = structlog.get_logger()

BATCH = 20
# So many recipients put off in a row say that the relay is down, not that the recipients are bad.
_RELAY_DOWN_AFTER = 3
_ADDRESS = re.compile(r"[^\s<>@]+@[^\s<>@]+")


class Sender:
    """Sends in the order of the outbox; a mail that can't be sent waits its time and holds nothing up."""

    def __init__(
        self,
        outbox: Outbox,
        relay: Relay,
        clock: Clock,
        on_failed: Callable[[DueMail, str], None],
        pace: Pace,
        first_retry: timedelta,
    ) -> None:
        self.relay = relay
        self.pace = pace
        self.first_retry = first_retry
        self._outbox = outbox
        self._clock = clock
        self._on_failed = on_failed

    async def send_due(self) -> int:
        """Try a batch of what is due; returns how many mails were taken up.

        What went out is noted once for the whole batch: a mail that a crash makes go out again is the same mail.
        """
        mails = await asyncio.to_thread(self._outbox.claim, self._clock(), BATCH)
        sent: list[int] = []
        try:
            await self._send_all(mails, sent)
        finally:
            if sent:
                await asyncio.shield(asyncio.to_thread(self._outbox.sent, sent, self._clock()))
        return len(mails)

    async def _send_all(self, mails: list[DueMail], sent: list[int]) -> None:
        put_off: set[str] = set()
        for mail in mails:
            if len(put_off) >= _RELAY_DOWN_AFTER:
                await self._postpone(mail)
                continue
            await self.pace.wait()
            try:
                await self.relay.send(Envelope(mail.sender, mail.recipient, mail.mime))
            except Deferred as error:
                await self._put_off(mail, str(error))
                put_off.add(mail.recipient)
            except Rejected as error:
                await self._fail(mail, str(error))
                put_off.clear()
            else:
                sent.append(mail.id)
                put_off.clear()
                _log.info("mail sent", mail=mail.id, kind=mail.kind, game=mail.game_id, attempts=mail.attempts + 1)

    async def _put_off(self, mail: DueMail, reason: str) -> None:
        now = self._clock()
        if gives_up(mail.created_at, now):
            await self._fail(mail, f"given up after {(now - mail.created_at).days} days: {reason}")
            return
        delay = retry_delay(mail.attempts + 1, random(), self.first_retry)  # noqa: S311
        await asyncio.to_thread(self._outbox.deferred, mail, now + delay, reason)
        _log.warning("mail put off", mail=mail.id, attempts=mail.attempts + 1, reason=_without_addresses(reason))

    async def _postpone(self, mail: DueMail) -> None:
        """A mail that was not tried comes up again soon, and counts no further try."""
        untried = replace(mail, attempts=mail.attempts - 1)
        await asyncio.to_thread(self._outbox.deferred, untried, self._clock() + self.first_retry, "the relay is down")

    async def _fail(self, mail: DueMail, reason: str) -> None:
        # In this order: if the database breaks in between, admins hear of it twice rather than never.
        await asyncio.to_thread(self._on_failed, mail, reason)
        await asyncio.to_thread(self._outbox.failed, mail, reason)
        _log.error("mail failed", mail=mail.id, reason=_without_addresses(reason))


def _without_addresses(reason: str) -> str:
    """Relays repeat addresses in their answers; logs name none."""
    return _ADDRESS.sub("…", reason)
