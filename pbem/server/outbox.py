"""The sender: hands what is due in the outbox to the relay, and notes what became of each mail."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from random import random

import structlog

from pbem.errors import Deferred, Rejected, StoreUnavailable
from pbem.logs import without_addresses
from pbem.model import DueMail
from pbem.model.time import Clock
from pbem.ports import Envelope, Relay
from pbem.work import LEASE, Outbox

# When mail may go out, and by whom: the rate limit, the claim, the wait before another try, and the end of trying.


LAST_DOUBLING = 8  # 1 minute doubled eight times: about four hours
# RFC 5321 section 4.5.4.1: give up after four to five days at the earliest.
PATIENCE = timedelta(days=5)


class Pace:
    """Lets at most `per_minute` mails go in any minute; 0 is no limit. Several processes may share one limit."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit = per_minute
        self._allowed = per_minute
        self._clock = clock
        self._gone: deque[float] = deque()

    def share(self, place: int, processes: int) -> None:
        """This is the process at `place`, from 0, of so many: all their shares together are the limit."""
        self._allowed = self._limit // processes + (place < self._limit % processes)

    def free(self, most: int) -> int:
        """How many of `most` may go now."""
        if self._limit == 0:
            return most
        while self._gone and self._gone[0] <= self._clock() - 60:
            self._gone.popleft()
        return min(most, max(0, self._allowed - len(self._gone)))

    def gone(self) -> None:
        """A mail goes."""
        if self._limit:
            self._gone.append(self._clock())


def retry_delay(attempts: int, jitter: float, first: timedelta) -> timedelta:
    """How long to wait after so many failed attempts; jitter (0 to 1) adds up to a half."""
    doublings = min(attempts - 1, LAST_DOUBLING)
    return first * (1 << doublings) * (1 + jitter / 2)


def gives_up(created_at: datetime, now: datetime) -> bool:
    """Whether a mail that is still deferred has been tried for long enough."""
    return now - created_at >= PATIENCE


_log = structlog.get_logger()

BATCH = 20
# So many recipients put off in a row say that the relay is down, not that the recipients are bad.
_RELAY_DOWN_AFTER = 3
# Well before the outbox lets others take up what was claimed.
_RENEW_SECONDS = 4


class _Claim:
    """The mails of a batch: those that are still to be tried, the one under way, and those that went out."""

    def __init__(self, mails: Sequence[DueMail], now: datetime) -> None:
        self.untried = deque(mails)
        self.holds_until = now + LEASE
        self.sent: list[int] = []
        self._under_way: list[int] = []

    def take(self) -> DueMail:
        """The next one to try."""
        mail = self.untried.popleft()
        self._under_way = [mail.id]
        return mail

    def unsettled(self) -> list[int]:
        """Those that nobody else is to send meanwhile."""
        return [*self.sent, *self._under_way, *(mail.id for mail in self.untried)]


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
        """Try a batch of what is due and may go now; returns how many mails were taken up.

        What went out is noted once for the whole batch: a mail that a crash makes go out again is the same mail.
        """
        now, most = self._clock(), self.pace.free(BATCH)
        mails = await asyncio.to_thread(self._outbox.claim, now, most) if most else []
        if mails:
            await self._send_claimed(_Claim(mails, now))
        return len(mails)

    async def _send_claimed(self, claim: _Claim) -> None:
        renewing = asyncio.create_task(self._renew(claim))
        try:
            await self._send_all(claim)
        finally:
            renewing.cancel()
            await asyncio.shield(asyncio.to_thread(self._settle, claim))

    async def _renew(self, claim: _Claim) -> None:
        """A slow relay must not make another process send the same mails."""
        while True:
            await asyncio.sleep(_RENEW_SECONDS)
            now = self._clock()
            if now >= claim.holds_until:
                return
            with suppress(StoreUnavailable):
                await asyncio.to_thread(self._outbox.renew, claim.unsettled(), now)
                claim.holds_until = now + LEASE

    def _settle(self, claim: _Claim) -> None:
        """Note what went out; what was not tried because we are told to stop is free for others."""
        if claim.sent:
            self._outbox.sent(claim.sent, self._clock())
        if claim.untried:
            self._outbox.give_back([mail.id for mail in claim.untried], self._clock())

    async def _send_all(self, claim: _Claim) -> None:
        put_off: set[str] = set()
        while claim.untried:
            if self._clock() >= claim.holds_until:
                # We were frozen, or the database was away: others have taken them up, or will.
                claim.untried.clear()
                return
            mail = claim.take()
            if len(put_off) >= _RELAY_DOWN_AFTER:
                await self._postpone(mail)
                continue
            self.pace.gone()
            try:
                await self.relay.send(Envelope(mail.sender, mail.recipient, mail.mime))
            except Deferred as error:
                await self._put_off(mail, str(error))
                put_off.add(mail.recipient)
            except Rejected as error:
                await self._fail(mail, str(error))
                put_off.clear()
            else:
                claim.sent.append(mail.id)
                put_off.clear()
                _log.info("mail sent", mail=mail.id, kind=mail.kind, game=mail.game_id, attempts=mail.attempts + 1)

    async def _put_off(self, mail: DueMail, reason: str) -> None:
        now = self._clock()
        if gives_up(mail.created_at, now):
            await self._fail(mail, f"given up after {(now - mail.created_at).days} days: {reason}")
            return
        delay = retry_delay(mail.attempts + 1, random(), self.first_retry)  # noqa: S311
        await asyncio.to_thread(self._outbox.deferred, mail, now + delay, reason)
        _log.warning("mail put off", mail=mail.id, attempts=mail.attempts + 1, reason=without_addresses(reason))

    async def _postpone(self, mail: DueMail) -> None:
        """A mail that was not tried comes up again soon, and counts no further try."""
        untried = replace(mail, attempts=mail.attempts - 1)
        await asyncio.to_thread(self._outbox.deferred, untried, self._clock() + self.first_retry, "the relay is down")

    async def _fail(self, mail: DueMail, reason: str) -> None:
        # In this order: if the database breaks in between, admins hear of it twice rather than never.
        await asyncio.to_thread(self._on_failed, mail, reason)
        await asyncio.to_thread(self._outbox.failed, mail, reason)
        _log.error("mail failed", mail=mail.id, reason=without_addresses(reason))
