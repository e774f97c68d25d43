"""Watches one mailbox for ever: connects, works, rests, and connects again whatever happens."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from pbem.errors import PbemError
from pbem.logs import without_addresses
from pbem.ports import Inbox
from pbem.transports.imap.connection import wait_for
from pbem.transports.imap.errors import LoginRefused
from pbem.transports.imap.mailbox import Mailbox, open_mailbox
from pbem.transports.imap.timing import Backoff, Timing
from pbem.transports.imap.visit import MailboxVisit
from pbem.transports.settings import ImapSettings

log = structlog.get_logger()

STEADY_SECONDS = 10.0
"""A connection that held for so long was a good one: the next trouble is a new one."""


async def _nobody_asks(_error: str) -> None:
    """Nothing is to be told."""


class ImapReceiver:
    """Run it as one task of the event loop; everything else is called from that loop too."""

    connected = False
    """Whether we are logged in."""
    trouble: str | None = None
    """Why we are not, in one line; None when all is well."""
    last_contact: float | None = None
    """When the mailbox was last looked into, on the event loop's clock."""

    def __init__(
        self,
        settings: ImapSettings,
        max_bytes: int,
        inbox: Inbox,
        on_stored: Callable[[], None],
        timing: Timing | None = None,
        on_visit: Callable[[str], Awaitable[None]] = _nobody_asks,
    ) -> None:
        """`on_visit` hears of each look into the mailbox: what went wrong, or nothing."""
        self.max_bytes = max_bytes
        """Of a larger mail only the header is downloaded; another number counts from the next connection on."""
        self._settings = settings
        self._inbox = inbox
        self._on_stored = on_stored
        self._on_visit = on_visit
        self._timing = timing or Timing()
        self._backoff = Backoff(self._timing.first_retry, self._timing.longest_retry)
        self._said: set[type[Exception]] = set()
        self._alarm = asyncio.Event()
        self._new_settings = asyncio.Event()

    @property
    def settings(self) -> ImapSettings:
        """Assign new ones at any time: they are used at once, on a new connection."""
        return self._settings

    @settings.setter
    def settings(self, settings: ImapSettings) -> None:
        self._settings = settings
        self._new_settings.set()
        self.wake()

    def wake(self) -> None:
        """There is something to file, or to look for."""
        self._alarm.set()

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            self._new_settings.clear()
            try:
                await self._serve(self._settings)
            except Exception as error:
                self._note(error)
                await self._on_visit(self.trouble or "")
                await wait_for(self._new_settings, self._delay_after(error))

    async def _serve(self, settings: ImapSettings) -> None:
        """From log-in until the connection breaks or the settings change."""
        async with open_mailbox(settings, self._timing.silence, on_news=self.wake) as mailbox:
            self.connected = True
            steady = asyncio.get_running_loop().call_later(STEADY_SECONDS, self._backoff.reset)
            try:
                await self._watch(mailbox, settings)
            finally:
                steady.cancel()
                self.connected = False

    async def _watch(self, mailbox: Mailbox, settings: ImapSettings) -> None:
        visit = MailboxVisit(mailbox, settings, self.max_bytes, self._inbox, self._on_stored)
        await visit.begin()
        while not self._new_settings.is_set():
            await self._work(visit, mailbox)
            if not self._new_settings.is_set():
                await mailbox.rest(self._alarm, settings.poll_seconds)

    async def _work(self, visit: MailboxVisit, mailbox: Mailbox) -> None:
        await mailbox.sync()
        # What set the alarm until here is found by what follows; what sets it later ends the rest at once.
        self._alarm.clear()
        await visit.receive()
        await visit.file()
        self.last_contact = asyncio.get_running_loop().time()
        self._recover()
        await self._on_visit("")

    def _delay_after(self, error: Exception) -> float:
        delay = self._backoff.next()
        # A token that was refused is another one the next time: nobody takes that for guessing.
        guessing = isinstance(error, LoginRefused) and not self._settings.oauth2
        return max(delay, self._timing.refused_retry) if guessing else delay

    def _note(self, error: Exception) -> None:
        """Say each kind of trouble once: servers put the time or a session's id into what they answer."""
        self.trouble = without_addresses(str(error)) or type(error).__name__
        if type(error) in self._said:
            log.debug("imap.still_interrupted", reason=self.trouble)
            return
        self._said.add(type(error))
        match error:
            case LoginRefused():
                log.error("imap.login_refused", reason=self.trouble)
            case PbemError():
                log.warning("imap.interrupted", reason=self.trouble)
            case _:
                log.error("imap.failed", reason=self.trouble, exc_info=error)

    def _recover(self) -> None:
        if self.trouble:
            log.info("imap.recovered", after=self.trouble)
        self.trouble = None
        self._said.clear()
