"""Hands what is due in the outbox to the relay, and notes what became of each mail."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from random import random
from time import monotonic

import structlog

from pbem.errors import Deferred, Doubtful, Rejected, SendError, StoreUnavailable
from pbem.logs import without_addresses
from pbem.measures import NOT_SENT, SENDING, SENT, WAITING
from pbem.model import DueMail
from pbem.model.time import Clock
from pbem.ports import Envelope, Relay
from pbem.server.pace import Pace, gives_up, retry_delay
from pbem.work import LEASE, Outbox

_log = structlog.get_logger()

BATCH = 20
# So many recipients put off in a row say that the relay is down, not that the recipients are bad.
_RELAY_DOWN_AFTER = 3
# Tries. A relay that refuses everything is often mended in between.
_CERTAIN_AFTER = 2
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


class _Doubts:
    """A refusal that does not say whom it means: us while the relay takes nothing, then the mail or its reader."""

    def __init__(self) -> None:
        self._taken = 0
        self._since: dict[int, int] = {}

    def taken(self, mail: DueMail) -> None:
        """The relay took this one."""
        self._taken += 1
        self.forget(mail)

    def are_over(self, mail: DueMail) -> bool:
        """It was refused again and again, though others were taken meanwhile."""
        before = self._since.setdefault(mail.id, self._taken)
        return mail.attempts >= _CERTAIN_AFTER and self._taken > before

    def forget(self, mail: DueMail) -> None:
        self._since.pop(mail.id, None)


class Sender:
    """Sends what the outbox gives, in its order; a mail that can't be sent waits its time and holds nothing up."""

    def __init__(
        self,
        outbox: Outbox,
        relay: Relay,
        clock: Clock,
        on_failed: Callable[[DueMail, str, bool], None],
        pace: Pace,
        first_retry: timedelta,
    ) -> None:
        """`on_failed` hears which mail is given up, why, and whether that is for what the mail says."""
        self.relay = relay
        self.pace = pace
        self.first_retry = first_retry
        self._outbox = outbox
        self._clock = clock
        self._on_failed = on_failed
        self._doubts = _Doubts()

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
            started = monotonic()
            try:
                await self.relay.send(Envelope(mail.sender, mail.recipient, mail.mime))
            except SendError as error:
                if self._is_final(mail, error):
                    await self._fail(mail, error)
                    put_off.clear()
                else:
                    await self._put_off(mail, str(error))
                    put_off.add(mail.recipient)
            else:
                SENDING.took(monotonic() - started)
                WAITING.took((self._clock() - mail.created_at).total_seconds())
                SENT.count(mail.kind)
                claim.sent.append(mail.id)
                self._doubts.taken(mail)
                put_off.clear()
                _log.info("mail sent", mail=mail.id, kind=mail.kind, game=mail.game_id, attempts=mail.attempts + 1)

    def _is_final(self, mail: DueMail, error: SendError) -> bool:
        match error:
            case Rejected():
                return True
            case Doubtful() if self._doubts.are_over(mail):
                return True
            case _:
                return gives_up(mail.created_at, self._clock())

    async def _put_off(self, mail: DueMail, reason: str) -> None:
        delay = retry_delay(mail.attempts + 1, random(), self.first_retry)  # noqa: S311
        await asyncio.to_thread(self._outbox.deferred, mail, self._clock() + delay, reason)
        NOT_SENT.count("put off")
        _log.warning("mail put off", mail=mail.id, attempts=mail.attempts + 1, reason=without_addresses(reason))

    async def _postpone(self, mail: DueMail) -> None:
        """A mail that was not tried comes up again soon, and counts no further try."""
        untried = replace(mail, attempts=mail.attempts - 1)
        await asyncio.to_thread(self._outbox.deferred, untried, self._clock() + self.first_retry, "the relay is down")

    async def _fail(self, mail: DueMail, error: SendError) -> None:
        days = (self._clock() - mail.created_at).days
        reason = f"given up after {days} days: {error}" if days and isinstance(error, Deferred) else str(error)
        of_content = isinstance(error, Doubtful) and error.of_content
        # In this order: if the database breaks in between, admins hear of it twice rather than never.
        await asyncio.to_thread(self._on_failed, mail, reason, of_content)
        await asyncio.to_thread(self._outbox.failed, mail, reason)
        self._doubts.forget(mail)
        NOT_SENT.count("given up")
        _log.error("mail failed", mail=mail.id, reason=without_addresses(reason))
