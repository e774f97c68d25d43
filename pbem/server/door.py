"""The door for mail that is handed over by SMTP or LMTP: open before the database is, so that nobody stands outside."""

import asyncio
from collections.abc import Callable
from typing import Self

from pbem.config import Config
from pbem.errors import StoreUnavailable
from pbem.ports import Inbox
from pbem.transports.settings import ReceiverSettings
from pbem.transports.smtp_in import Allowance, SmtpReceiver


class Door:
    """Greets at once; a mail gets its 250 when there is an inbox and it lies there."""

    def __init__(self, config: Config, listening: ReceiverSettings) -> None:
        allowance = Allowance(config.server.max_mail_bytes)
        self._inbox: asyncio.Future[Inbox] = asyncio.get_running_loop().create_future()
        self._on_stored: Callable[[], None] = lambda: None
        self._receiver = SmtpReceiver(listening, allowance, self._inbox, config.ours.owns, self._stored)

    @classmethod
    async def open(cls, config: Config) -> Self | None:
        """Listen, where [smtp_in] says so."""
        if not config.smtp_in:
            return None
        door = cls(config, config.smtp_in)
        await door._receiver.start()
        return door

    @property
    def port(self) -> int:
        return self._receiver.port

    def lead_to(self, inbox: Inbox, on_stored: Callable[[], None]) -> None:
        """From now on mail is taken; `on_stored` is called after each."""
        self._on_stored = on_stored
        self._inbox.set_result(inbox)

    async def close(self) -> None:
        """Whoever still waits for an inbox is told to come again."""
        if not self._inbox.done():
            self._inbox.set_exception(StoreUnavailable("the server did not start"))
            self._inbox.exception()  # Or it would be logged, where nobody waited.
        await self._receiver.stop()

    def _stored(self) -> None:
        self._on_stored()
