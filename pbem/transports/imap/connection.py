"""One connection to an IMAP server: TLS, log-in, commands that always end, IDLE, and a prompt goodbye."""

import asyncio
import logging
import ssl
from base64 import b64decode
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeAlias

from aioimaplib import AioImapException, Command, FetchCommand, IMAP4ClientProtocol, Response, quoted

from pbem.errors import ConfigError
from pbem.transports.imap.errors import CommandRefused, ImapError, LoginRefused
from pbem.transports.oauth2.sasl import Proof, proof
from pbem.transports.oauth2.tokens import kept_tokens
from pbem.transports.settings import ImapSettings, OAuthSettings
from pbem.transports.wire import cut

# Ends every wait for a server that is silent or gone; aioimaplib itself would wait for ever.


# Times as long as a server may be silent: an answer that comes byte by byte must end, too.
LONGEST_ANSWER = 20


class Watchdog:
    """Guards one connection, on which one command at a time is under way."""

    def __init__(self, silence: float) -> None:
        self._silence = silence
        self._ends_at = 0.0
        self._deadline: asyncio.Timeout | None = None
        self._over: str | None = None

    @asynccontextmanager
    async def watching(self) -> AsyncIterator[None]:
        """Raise ImapError instead of waiting in vain, and for all that a connection may raise."""
        if self._over:
            raise ImapError(self._over)
        try:
            async with asyncio.timeout(self._silence) as deadline:
                self._ends_at = _now() + LONGEST_ANSWER * self._silence
                self._deadline = deadline
                yield
        except TimeoutError as error:
            silent = f"no answer for {self._silence:g} seconds"
            raise self._given_up(silent if _now() < self._ends_at else "an answer without end") from error
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
            self._deadline.reschedule(min(_now() + seconds, self._ends_at))


def _now() -> float:
    return asyncio.get_running_loop().time()


# Listens between the socket and aioimaplib for what that ignores: new mail, BYE and the connection's end.


NEW_MAIL = b" EXISTS\r\n"
GREETING = b"* OK"
# Bytes; more than any answer has in which no mails or numbers of mails are told.
SHORT_ANSWER = 2**20


class Listener(asyncio.Protocol):
    """Passes everything on to aioimaplib; calls `on_news` when there is a reason to look into the folder."""

    def __init__(self, imap: IMAP4ClientProtocol, watchdog: Watchdog, on_news: Callable[[], None]) -> None:
        self._imap = imap
        self._watchdog = watchdog
        self._on_news = on_news
        self._greeting = b""
        self._greeted = False
        self._tail = b""
        self._bytes_left = SHORT_ANSWER

    def allow(self, most: int) -> None:
        """From now on the server may send so many bytes: whatever it announces, we hold no more in memory."""
        self._bytes_left = most

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._imap.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        self._watchdog.heard()
        self._bytes_left -= len(data)
        if self._bytes_left < 0:
            self._hang_up("far more was sent than was asked for")
        elif not self._greeted:
            self._greet(data)
        elif data.startswith(b"* BYE") and self._between_answers():
            self._hang_up(_first_line(data))
        else:
            self._pass_on(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._imap.connection_lost(exc)
        self._end(f"connection lost: {exc}" if exc else "connection closed by the server")

    def _greet(self, data: bytes) -> None:
        self._greeting += data
        if b"\r\n" not in self._greeting:
            return
        self._greeted = True
        if self._greeting.startswith(GREETING):
            self._pass_on(self._greeting)
        else:
            self._hang_up(_first_line(self._greeting))

    def _pass_on(self, data: bytes) -> None:
        # The same words inside a mail cost no more than a look into the folder.
        heard = self._tail + data
        if NEW_MAIL in heard:
            self._on_news()
        self._tail = heard[1 - len(NEW_MAIL) :]
        try:
            self._imap.data_received(data)
        except Exception as error:  # such as RecursionError: aioimaplib takes one step deeper for every line
            self._hang_up(f"unreadable answer ({type(error).__name__})")

    def _between_answers(self) -> bool:
        return self._imap.current_command is None and not self._imap.incomplete_line

    def _hang_up(self, reason: str) -> None:
        cut(self._imap.transport)
        self._end(reason)

    def _end(self, reason: str) -> None:
        self._watchdog.over(reason)
        self._on_news()


def _first_line(data: bytes) -> str:
    return data.split(b"\r\n")[0].decode(errors="replace").removeprefix("* ")


# aioimaplib writes whole mails at debug level, and what it does not understand of them at info level.
logging.getLogger("aioimaplib").setLevel(logging.WARNING)

Lines: TypeAlias = list[bytes | bytearray]
"""An answer: text as bytes, literals as bytearray, the server's closing remark last."""

GOODBYE_SECONDS = 1.0
# RFC 5530 section 3: with these the same log-in may succeed later.
PASSING = {"UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG"}


class Authenticate(Command):  # type: ignore[misc]
    """AUTHENTICATE with a token; where a server answers that with its error, it is let go on to say no.

    aioimaplib's own command would wait for ever then.
    """

    def __init__(self, imap: IMAP4ClientProtocol, ours: Proof, at_once: bool) -> None:
        """`at_once`: the server takes our message with the command (RFC 4959)."""
        first = [ours.message] if at_once else []
        super().__init__("AUTHENTICATE", imap.new_tag(), ours.mechanism, *first)
        self._imap = imap
        self._after_error = ours.after_error
        self._still_to_say = [] if at_once else [ours.message]
        self.error = ""
        """What the server said of our token."""

    def append_to_resp(self, line: bytes, result: str = "Pending") -> None:
        if not line.startswith(b"+"):
            super().append_to_resp(line, result)
            return
        if not self._still_to_say:
            self.error = _decoded(line[1:].strip())
        said = self._still_to_say.pop() if self._still_to_say else self._after_error
        self._imap.transport.write(f"{said}\r\n".encode("ascii"))


def _decoded(line: bytes) -> str:
    with suppress(ValueError):
        return b64decode(line).decode(errors="replace")[:200]
    return ""


class Connection:
    """Speaks through aioimaplib's protocol; after any ImapError but Refused it is of no more use."""

    def __init__(self, settings: ImapSettings, silence: float, on_news: Callable[[], None]) -> None:
        self.imap = IMAP4ClientProtocol(asyncio.get_running_loop())
        self._settings = settings
        self._watchdog = Watchdog(silence)
        self._listener = Listener(self.imap, self._watchdog, on_news)

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

    async def ask(self, name: str, *args: str, most: int = SHORT_ANSWER) -> Lines:
        """Run a command, such as NOOP or UID MOVE; Refused where the answer is not OK. `most`: bytes of it."""
        self._listener.allow(most)
        prefix, _, verb = name.rpartition(" ")
        tag = self.imap.new_tag()
        if verb == "FETCH":
            command = FetchCommand(tag, *args, prefix=prefix)
        else:
            command = Command(verb, tag, *args, prefix=prefix)
        return await self._run(name, self.imap.execute, command)

    async def select(self, folder: str) -> Lines:
        """Open a folder."""
        self._listener.allow(SHORT_ANSWER)
        return await self._run("SELECT", self.imap.select, folder)

    async def idle(self, alarm: asyncio.Event, seconds: float) -> None:
        """Let the server tell of new mail until the alarm is set or the time is over."""
        self._listener.allow(SHORT_ANSWER)
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
            await asyncio.get_running_loop().create_connection(lambda: self._listener, host, port, ssl=tls)
            await self.imap.wait("NONAUTH")

    async def _start_tls(self, tls: ssl.SSLContext) -> None:
        await self.ask("STARTTLS")
        if self.imap.incomplete_line:
            self._watchdog.over("someone went on in plain text after STARTTLS")
        async with self._watchdog.watching():
            self.imap.transport = await asyncio.get_running_loop().start_tls(
                self.imap.transport, self._listener, tls, server_hostname=self._settings.host
            )

    async def _log_in(self) -> None:
        if self._settings.oauth2:
            await self._show_token(self._settings.oauth2)
        else:
            await self._show_password()
        # What was announced before TLS and log-in is not to be trusted (RFC 3501 section 6.2.1), and
        # aioimaplib mixes it with what LOGIN's answer says.
        async with self._watchdog.watching():
            await self.imap.capability()

    async def _show_password(self) -> None:
        try:
            await self._run("LOGIN", self.imap.login, quoted(self._settings.user), self._settings.password)
        except CommandRefused as refusal:
            if refusal.code in PASSING:
                raise
            raise LoginRefused(str(refusal)) from refusal

    async def _show_token(self, oauth2: OAuthSettings) -> None:
        """One that is refused though it should be good is renewed before the next try, which comes soon."""
        # Not everybody's mailbox needs it.
        from pbem.transports.oauth2.client import access_token  # noqa: PLC0415

        token = await asyncio.to_thread(access_token, oauth2)
        async with self._watchdog.watching():
            await self.imap.capability()
        announced = self.imap.capabilities
        offered = [each.removeprefix("AUTH=") for each in announced if each.startswith("AUTH=")]
        ours = proof(offered, self._settings.user, token, self._settings.host, self._settings.port)
        command = Authenticate(self.imap, ours, at_once="SASL-IR" in announced)
        try:
            await self._run("AUTHENTICATE", self.imap.execute, command)
        except CommandRefused as refusal:
            await asyncio.to_thread(kept_tokens(oauth2).spoil, token)
            if refusal.code in PASSING:
                raise
            raise LoginRefused(f"{refusal} ({command.error})" if command.error else str(refusal)) from refusal
        self.imap.state = "AUTH"

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
        raise CommandRefused(command, lines[-1].decode(errors="replace"))
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
