"""One connection to an IMAP server: TLS, log-in, commands that always end, IDLE, and a prompt goodbye."""

import asyncio
import logging
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeAlias

from aioimaplib import Command, FetchCommand, IMAP4ClientProtocol, Response, quoted

from pbem.errors import ConfigError
from pbem.transports.imap.ear import Ear
from pbem.transports.imap.errors import ImapError, LoginRefused, Refused
from pbem.transports.imap.settings import ImapSettings
from pbem.transports.imap.watchdog import Watchdog
from pbem.transports.wire import cut

# aioimaplib writes whole mails at debug level, and what it does not understand of them at info level.
logging.getLogger("aioimaplib").setLevel(logging.WARNING)

Lines: TypeAlias = list[bytes | bytearray]
"""An answer: text as bytes, literals as bytearray, the server's closing remark last."""

GOODBYE_SECONDS = 1.0
# RFC 5530 section 3: with these the same log-in may succeed later.
PASSING = {"UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG"}


class Connection:
    """Speaks through aioimaplib's protocol; after any ImapError but Refused it is of no more use."""

    def __init__(self, settings: ImapSettings, silence: float, on_news: Callable[[], None]) -> None:
        self.imap = IMAP4ClientProtocol(asyncio.get_running_loop())
        self._settings = settings
        self._watchdog = Watchdog(silence)
        self._ear = Ear(self.imap, self._watchdog, on_news)

    async def open(self) -> None:
        """Connect and log in."""
        match self._settings.tls:
            case "ssl":
                await self._connect(_client_context(self._settings))
            case "starttls":
                await self._connect()
                await self._start_tls(_client_context(self._settings))
            case "none":
                await self._connect()
        await self._log_in()

    async def close(self) -> None:
        """Log out where nothing else is under way, and hang up in any case."""
        try:
            with suppress(ImapError, TimeoutError):
                async with asyncio.timeout(GOODBYE_SECONDS):
                    await self._log_out()
        finally:
            self._hang_up()

    def can(self, capability: str) -> bool:
        """Whether the server announced it after log-in."""
        return capability in self.imap.capabilities

    async def ask(self, name: str, *args: str) -> Lines:
        """Run a command, such as NOOP or UID MOVE; Refused where the answer is not OK."""
        prefix, _, verb = name.rpartition(" ")
        tag = self.imap.new_tag()
        if verb == "FETCH":
            command = FetchCommand(tag, *args, prefix=prefix)
        else:
            command = Command(verb, tag, *args, prefix=prefix)
        return await self._run(name, self.imap.execute, command)

    async def select(self, folder: str) -> Lines:
        """Open a folder."""
        return await self._run("SELECT", self.imap.select, folder)

    async def idle(self, alarm: asyncio.Event, seconds: float) -> None:
        """Let the server tell of new mail until the alarm is set or the time is over."""
        self.imap.idle_queue = asyncio.Queue()  # nobody reads it: `on_news` is how we hear
        idling = asyncio.create_task(self.imap.idle())
        idling.add_done_callback(lambda _: alarm.set())
        try:
            async with self._watchdog.watching():
                await self._idle_begins(idling)
            await wait_for(alarm, seconds)
            async with self._watchdog.watching():
                _lines("IDLE", await self._end_idle(idling))
        finally:
            idling.cancel()

    async def _connect(self, tls: ssl.SSLContext | None = None) -> None:
        host, port = self._settings.host, self._settings.port
        async with self._watchdog.watching():
            await asyncio.get_running_loop().create_connection(lambda: self._ear, host, port, ssl=tls)
            await self.imap.wait("NONAUTH")

    async def _start_tls(self, tls: ssl.SSLContext) -> None:
        await self.ask("STARTTLS")
        if self.imap.incomplete_line:
            self._watchdog.over("someone went on in plain text after STARTTLS")
        async with self._watchdog.watching():
            self.imap.transport = await asyncio.get_running_loop().start_tls(
                self.imap.transport, self._ear, tls, server_hostname=self._settings.host
            )

    async def _log_in(self) -> None:
        try:
            await self._run("LOGIN", self.imap.login, quoted(self._settings.user), self._settings.password)
        except Refused as refusal:
            if refusal.code in PASSING:
                raise
            raise LoginRefused(str(refusal)) from refusal
        # What was announced before TLS and log-in is not to be trusted (RFC 3501 section 6.2.1), and
        # aioimaplib mixes it with what LOGIN's answer says.
        async with self._watchdog.watching():
            await self.imap.capability()

    async def _idle_begins(self, idling: asyncio.Task[Response]) -> None:
        begun = asyncio.create_task(self.imap.wait_for_idle_response())
        try:
            await asyncio.wait({idling, begun}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            begun.cancel()

    async def _end_idle(self, idling: asyncio.Task[Response]) -> Response:
        if not idling.done():
            self.imap.idle_done()
        return await idling

    async def _log_out(self) -> None:
        if self.imap.pending_async_commands:
            return
        if self.imap.has_pending_idle_command():
            self.imap.idle_done()
        await self._run("LOGOUT", self.imap.logout)

    async def _run(self, name: str, execute: Callable[..., Awaitable[Response]], *args: Any) -> Lines:
        async with self._watchdog.watching():
            response = await execute(*args)
        return _lines(name, response)

    def _hang_up(self) -> None:
        for task in tuple(self.imap.tasks):
            task.cancel()
        if self.imap.transport:
            cut(self.imap.transport)


async def wait_for(event: asyncio.Event, seconds: float) -> None:
    """Return when the event is set or the time is over."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()


def _lines(command: str, response: Response) -> Lines:
    lines: Lines = response.lines
    if response.result != "OK":
        raise Refused(command, lines[-1].decode(errors="replace"))
    return lines


def _client_context(settings: ImapSettings) -> ssl.SSLContext:
    context = ssl.create_default_context()
    if settings.ca_file is None:
        return context
    try:
        context.load_verify_locations(settings.ca_file)
    except OSError as error:
        raise ConfigError(f"imap.ca_file: cannot use {settings.ca_file}: {error}") from error
    return context
