"""Of several processes one reads the mailbox and keeps the time; when it is gone, another takes over."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol

import structlog

_log = structlog.get_logger()

# How often to see who leads, and how long to wait for an answer. Together less than the database waits for us before
# it lets another lead (pbem/store/serving.py).
SECONDS = 1.0
_ANSWER_SECONDS = 3.0


class Leader(Protocol):
    """A lock that one process has; its methods block."""

    def leads(self) -> bool: ...
    def resign(self) -> None: ...


class Leading:
    """Takes up and lays down what only one process does; who can't be sure to lead does not."""

    def __init__(
        self, leader: Leader, take_up: Callable[[], Awaitable[None]], lay_down: Callable[[], Awaitable[None]]
    ) -> None:
        self.now = False
        """Whether this process leads."""
        self._leader = leader
        self._take_up = take_up
        self._lay_down = lay_down
        self._asking: asyncio.Task[bool] | None = None
        self._resigned = False

    async def settle(self) -> None:
        """See who leads, and act on it."""
        leads = await self._leads() and not self._resigned
        if leads == self.now:
            return
        self.now = leads
        _log.info("leading" if leads else "no longer leading")
        await (self._take_up if leads else self._lay_down)()

    async def resign(self) -> None:
        """Lay everything down, for good, then let another lead at once."""
        self._resigned = True
        if self.now:
            self.now = False
            await self._lay_down()
        if self._asking:
            await asyncio.wait({self._asking}, timeout=_ANSWER_SECONDS)
        await asyncio.to_thread(self._leader.resign)

    async def _leads(self) -> bool:
        """One question at a time: an answer that takes too long means no, until it comes."""
        self._asking = self._asking or asyncio.create_task(asyncio.to_thread(self._leader.leads))
        await asyncio.wait({self._asking}, timeout=_ANSWER_SECONDS)
        if not self._asking.done():
            return False
        answered, self._asking = self._asking, None
        return answered.result()
