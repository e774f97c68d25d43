"""The ways for mail to come in: any process may take it by SMTP, the one that leads also reads the mailbox."""

import asyncio
from collections.abc import Callable

import structlog

from pbem.config import Config
from pbem.errors import PbemError
from pbem.server.door import Door
from pbem.server.heartbeat import Heartbeat
from pbem.server.rounds import Rounds
from pbem.store.glance import JUNK_LEFT, JUNK_TAKEN
from pbem.store.inbox import SqlInbox
from pbem.transports.imap import ImapReceiver
from pbem.transports.imap.junk import JunkWatch
from pbem.transports.imap.mailbox import SILENCE

_log = structlog.get_logger()

_JUNK_SECONDS = 60
# Seconds. A visit to a slow mailbox, or the wait after a refused log-in, is far shorter.
_MAILBOX_HANGS = 900


class Intake:
    """What comes in is stored; whoever waits for it is told."""

    on_stored: Callable[[], None]
    """Called after each; to be set before anything is opened."""

    def __init__(
        self,
        config: Config,
        inbox: SqlInbox,
        rounds: Rounds,
        heartbeat: Heartbeat,
        is_players: Callable[[bytes], bool] = lambda _header: False,
        count: Callable[[str, int], None] = lambda _name, _number: None,
        door: Door | None = None,
    ) -> None:
        """`is_players`: whether a mail with this header is to be taken even out of the junk folder.

        `count`: adds to what is counted for good.
        `door`: where mail is handed over, if that is open already.
        """
        self._junk = JunkWatch(is_players)
        self._count = count
        self._junk_task: asyncio.Task[None] | None = None
        self._config = config
        self._inbox = inbox
        self._rounds = rounds
        self._heartbeat = heartbeat
        self._door = door
        self._imap: ImapReceiver | None = None
        self._imap_task: asyncio.Task[None] | None = None

    @property
    def port(self) -> int | None:
        """Where mail is handed over, once that is open."""
        return self._door.port if self._door else None

    async def open_door(self) -> None:
        """Take mail by SMTP or LMTP, where [smtp_in] says so."""
        self._door = self._door or await Door.open(self._config)
        if self._door:
            self._door.lead_to(self._inbox, self.on_stored)

    async def close_door(self) -> None:
        if self._door:
            await self._door.close()

    async def open_mailbox(self) -> None:
        """Read it from now on, where there is an [imap]."""
        imap, max_bytes = self._config.imap, self._config.server.max_mail_bytes
        if not imap:
            return
        self._imap = ImapReceiver(imap, max_bytes, self._inbox, self.on_stored, on_visit=self._visited)
        self._rounds.expect("imap", _MAILBOX_HANGS + imap.poll_seconds)
        self._imap_task = asyncio.create_task(self._imap.run())
        self._junk_task = asyncio.create_task(self._watch_junk())

    async def close_mailbox(self) -> None:
        if not self._imap_task:
            return
        self._rounds.dismiss("imap")
        tasks = [task for task in (self._imap_task, self._junk_task) if task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._imap = self._imap_task = self._junk_task = None

    async def _watch_junk(self) -> None:
        """While the mailbox itself can be read; what goes wrong there is told there."""
        while True:
            await asyncio.sleep(_JUNK_SECONDS)
            imap = self._config.imap
            if imap is None or not imap.junk or not (self._imap and self._imap.connected):
                continue
            try:
                found = await self._junk.look(imap, SILENCE)
                for name, number in ((JUNK_TAKEN, found.taken), (JUNK_LEFT, found.left)):
                    if number:
                        await asyncio.to_thread(self._count, name, number)
                if found.taken:
                    self.file_handled_mail()
            except PbemError as error:
                _log.debug("imap.junk_not_read", reason=str(error))
            except Exception:
                _log.exception("imap.junk_failed")

    def file_handled_mail(self) -> None:
        """Mails were dealt with: they may leave the IMAP folder."""
        if self._imap:
            self._imap.wake()

    def lies_handled(self) -> bool:
        """Whether another process dealt with a mail that this one is to file."""
        return bool(self._imap) and self._inbox.lies_handled()

    def reload(self, config: Config) -> None:
        """Another log-in counts at once; whether and where mail is handed over is settled at the start."""
        if self._imap and config.imap:
            self._imap.max_bytes = config.server.max_mail_bytes
            self._imap.settings = config.imap
        self._config = config

    async def _visited(self, error: str) -> None:
        self._rounds.came_round("imap")
        await self._heartbeat.note(error)
