"""Notes of what went well or wrong with the mailbox and the relay, seldom enough to cost nothing."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Protocol

import structlog

from pbem.errors import Deferred, StoreUnavailable
from pbem.logs import without_addresses
from pbem.model.time import Clock
from pbem.ports import Envelope, Relay

_log = structlog.get_logger()

NOTED_AT_MOST_EVERY = timedelta(seconds=30)


class Pulses(Protocol):
    """Where they are noted: pbem/store/serving.py."""

    def beat(self, name: str, now: datetime) -> None: ...
    def failed(self, name: str, error: str) -> None: ...


class Heartbeat:
    """One name's pulse, as one process sees it."""

    def __init__(self, name: str, pulses: Pulses, clock: Clock) -> None:
        self._name = name
        self._pulses = pulses
        self._clock = clock
        self._noted_at: datetime | None = None
        self._noted: str | None = None

    async def note(self, error: str = "") -> None:
        """It went well, or wrong with this error. A change is noted at once, more of the same after a while."""
        now = self._clock()
        if self._noted_at and bool(error) == bool(self._noted) and now - self._noted_at < NOTED_AT_MOST_EVERY:
            return
        self._noted_at, self._noted = now, error
        try:
            await asyncio.to_thread(self._write, now, without_addresses(error))
        except StoreUnavailable as trouble:
            _log.debug("pulse not noted", pulse=self._name, error=str(trouble))

    def _write(self, now: datetime, error: str) -> None:
        if error:
            self._pulses.failed(self._name, error)
        else:
            self._pulses.beat(self._name, now)


class WatchedRelay:
    """A ports.Relay of which it is noted whether it takes our mail."""

    def __init__(self, relay: Relay, heartbeat: Heartbeat, on_mail: Callable[[], None]) -> None:
        self._relay = relay
        self._heartbeat = heartbeat
        self._on_mail = on_mail

    async def send(self, envelope: Envelope) -> None:
        self._on_mail()
        try:
            await self._relay.send(envelope)
        except Deferred as error:
            await self._heartbeat.note(str(error) or "put off")
            raise
        await self._heartbeat.note()

    async def close(self) -> None:
        await self._relay.close()
