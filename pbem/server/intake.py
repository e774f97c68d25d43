"""The ways for mail to come in: any process may take it by SMTP, the one that leads also reads the mailbox."""

import asyncio
from collections.abc import Callable

from pbem.config import Config
from pbem.server.assemble import ours
from pbem.server.heartbeat import Heartbeat
from pbem.server.rounds import Rounds
from pbem.store.inbox import SqlInbox
from pbem.transports.imap import ImapReceiver
from pbem.transports.smtp_in import Allowance, SmtpReceiver

# Seconds. A visit to a slow mailbox, or the wait after a refused log-in, is far shorter.
_MAILBOX_HANGS = 900


class Intake:
    """What comes in is stored; whoever waits for it is told."""

    on_stored: Callable[[], None]
    """Called after each; to be set before anything is opened."""

    def __init__(self, config: Config, inbox: SqlInbox, rounds: Rounds, heartbeat: Heartbeat) -> None:
        self._config = config
        self._inbox = inbox
        self._rounds = rounds
        self._heartbeat = heartbeat
        self._smtp: SmtpReceiver | None = None
        self._imap: ImapReceiver | None = None
        self._imap_task: asyncio.Task[None] | None = None

    @property
    def port(self) -> int | None:
        """Where mail is handed over, once that is open."""
        return self._smtp.port if self._smtp else None

    async def open_door(self) -> None:
        """Take mail by SMTP or LMTP, where [smtp_in] says so."""
        if not self._config.smtp_in:
            return
        allowance = Allowance(self._config.server.max_mail_bytes)
        owns = ours(self._config).owns
        self._smtp = SmtpReceiver(self._config.smtp_in, allowance, self._inbox, owns, self.on_stored)
        await self._smtp.start()

    async def close_door(self) -> None:
        if self._smtp:
            await self._smtp.stop()

    async def open_mailbox(self) -> None:
        """Read it from now on, where there is an [imap]."""
        imap, max_bytes = self._config.imap, self._config.server.max_mail_bytes
        if not imap:
            return
        self._imap = ImapReceiver(imap, max_bytes, self._inbox, self.on_stored, on_visit=self._visited)
        self._rounds.expect("imap", _MAILBOX_HANGS + imap.poll_seconds)
        self._imap_task = asyncio.create_task(self._imap.run())

    async def close_mailbox(self) -> None:
        if not self._imap_task:
            return
        self._rounds.dismiss("imap")
        self._imap_task.cancel()
        await asyncio.gather(self._imap_task, return_exceptions=True)
        self._imap = self._imap_task = None

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
