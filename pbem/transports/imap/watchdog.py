"""Ends every wait for a server that is silent or gone; aioimaplib itself would wait for ever."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aioimaplib import AioImapException

from pbem.transports.imap.errors import ImapError


class Watchdog:
    """Guards one connection, on which one command at a time is under way."""

    def __init__(self, silence: float) -> None:
        self._silence = silence
        self._deadline: asyncio.Timeout | None = None
        self._over: str | None = None

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Raise ImapError instead of waiting in vain, and for all that a connection may raise."""
        if self._over:
            raise ImapError(self._over)
        try:
            async with asyncio.timeout(self._silence) as deadline:
                self._deadline = deadline
                yield
        except TimeoutError as error:
            raise self._given_up(f"no answer for {self._silence:g} seconds") from error
        except (AioImapException, OSError) as error:
            raise self._given_up(str(error)) from error
        finally:
            self._deadline = None

    def heard(self) -> None:
        """The server sent something: a long answer may take long."""
        self._move_deadline(self._silence)

    def over(self, reason: str) -> None:
        """The connection has ended; the first reason counts."""
        self._over = self._over or reason
        self._move_deadline(0)

    def _given_up(self, reason: str) -> ImapError:
        self._over = self._over or reason
        return ImapError(self._over)

    def _move_deadline(self, seconds: float) -> None:
        if self._deadline and not self._deadline.expired():
            self._deadline.reschedule(asyncio.get_running_loop().time() + seconds)
