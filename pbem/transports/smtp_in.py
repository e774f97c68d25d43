"""Mail in, handed over by an MTA: an SMTP or LMTP server that says 250 only after the mail is stored."""

import asyncio
import logging
import socket
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, TypeAlias

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session, TLSSetupException, syntax

from pbem.errors import ConfigError, PbemError, StoreUnavailable
from pbem.logs import without_addresses
from pbem.ports import Delivery, Inbox
from pbem.transports.settings import ReceiverSettings
from pbem.transports.wire import cut

_Welcome: TypeAlias = Callable[[asyncio.BaseTransport, ssl.SSLContext | None], asyncio.Protocol]

_log = structlog.get_logger()
# aiosmtpd writes every command, and so every address, at info level.
logging.getLogger("mail.log").setLevel(logging.WARNING)

DRAIN_SECONDS = 3.0
MAX_RECIPIENTS = 100  # RFC 5321 section 4.5.3.1.8: no server may allow fewer
NULL_SENDER = "<>"  # as aiosmtpd writes it

STORED = "250 2.0.0 Stored"
NOT_STORED = "451 4.3.0 Cannot store mail at the moment, try again later"
TROUBLE = "451 4.3.0 Something went wrong here, try again later"


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much a client may ask of us."""

    max_bytes: int
    """In one mail."""
    max_connections: int = 50
    kept_for_local: int = 10
    """Of these, for clients on this machine: strangers never keep our own MTA out."""
    idle_seconds: float = 60
    """RFC 5321 section 4.5.3.2.7 asks for five minutes; but places are few, and our own MTA is never idle."""
    data_seconds: float = 300
    """For a whole mail."""
    before_mail_seconds: float = 120
    """From the greeting, or the mail before, to where a mail begins: whoever says this and that brings none."""


def is_this_machine(address: str) -> bool:
    return ip_address(address).is_loopback


class SmtpReceiver:
    """Listens in the running event loop and puts every mail for us into the inbox."""

    port: int

    def __init__(
        self,
        settings: ReceiverSettings,
        allowance: Allowance,
        inbox: Inbox | Awaitable[Inbox],
        accepts: Callable[[str], bool],
        on_stored: Callable[[], None],
        is_local: Callable[[str], bool] = is_this_machine,
    ) -> None:
        """`inbox` may be one that is still to come."""
        self._settings = settings
        self._allowance = allowance
        self._is_local = is_local
        self._policy = _Policy(inbox, accepts, on_stored)
        self._sessions: set[_Session] = set()

    async def start(self) -> None:
        host, port = host_and_port(self._settings.listen)
        tls = server_context(self._settings)
        try:
            self._server = await asyncio.get_running_loop().create_server(lambda: _Door(self._welcome, tls), host, port)
        except OSError as error:
            raise PbemError(f"smtp_in: cannot listen on {self._settings.listen}: {error}") from error
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        """Take no new connections, let transfers in progress finish shortly, then hang up."""
        self._server.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                for session in tuple(self._sessions):
                    await session.idle.wait()
        for session in tuple(self._sessions):
            session.dismiss()
        await self._server.wait_closed()

    def _welcome(self, client: asyncio.BaseTransport, tls: ssl.SSLContext | None) -> asyncio.Protocol:
        peer = client.get_extra_info("peername")  # None: it has left already.
        kept = 0 if peer and self._is_local(peer[0]) else self._allowance.kept_for_local
        if len(self._sessions) >= self._allowance.max_connections - kept:
            return _TurnedAway()
        kind = _LmtpSession if self._settings.lmtp else _Session
        return kind(
            self._sessions,
            self._policy,
            self._allowance,
            data_size_limit=self._allowance.max_bytes,
            enable_SMTPUTF8=True,
            hostname=socket.gethostname(),
            ident="pbem",
            tls_context=tls,
            timeout=self._allowance.idle_seconds,
            auth_exclude_mechanism=("LOGIN", "PLAIN"),
            loop=asyncio.get_running_loop(),
        )


class _Policy:
    """What we answer to a client; aiosmtpd finds the methods by their names."""

    def __init__(
        self, inbox: Inbox | Awaitable[Inbox], accepts: Callable[[str], bool], on_stored: Callable[[], None]
    ) -> None:
        self._inbox = inbox
        self._accepts = accepts
        self._on_stored = on_stored
        self._storing: set[asyncio.Task[str]] = set()

    async def handle_EHLO(  # noqa: N802
        self, _smtp: SMTP, session: Session, _envelope: Envelope, hostname: str, replies: list[str]
    ) -> list[str]:
        session.host_name = hostname
        greeting, *extensions = (reply for reply in replies if not reply.startswith("250-AUTH"))
        return [greeting, "250-PIPELINING", *extensions]

    async def handle_MAIL(  # noqa: N802
        self, _smtp: SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if not address.isprintable():
            return "553 5.1.7 Malformed sender address"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(  # noqa: N802
        self, _smtp: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if len(envelope.rcpt_tos) >= MAX_RECIPIENTS:
            return "452 4.5.3 Too many recipients"
        if not address.isprintable() or not self._accepts(address):
            return "550 5.7.1 No such mailbox here, and no relaying"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_VRFY(self, *_: object) -> str:  # noqa: N802
        return "502 5.5.1 VRFY is switched off"

    async def handle_DATA(self, _smtp: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        storing = asyncio.create_task(self._store(_delivery(envelope)))
        self._storing.add(storing)
        storing.add_done_callback(self._storing.discard)
        # A client that hangs up now cancels us; what is being stored must still be announced.
        return await asyncio.shield(storing)

    async def handle_exception(self, error: Exception) -> str:
        if isinstance(error, TLSSetupException):
            _log.info("a client's TLS handshake failed", reason=without_addresses(str(error.__cause__ or error)))
        else:
            _log.error("a client's command failed", exc_info=error)
        return TROUBLE

    async def _store(self, delivery: Delivery) -> str:
        try:
            inbox = await self._inbox if isinstance(self._inbox, Awaitable) else self._inbox
            await asyncio.to_thread(inbox.accept, (delivery,))
        except StoreUnavailable as error:
            _log.warning("a mail was not taken in", reason=without_addresses(str(error)))
            return NOT_STORED
        except Exception:
            _log.exception("a mail was not taken in")
            return TROUBLE
        self._on_stored()
        return STORED


class _Session(SMTP):
    """One client's connection."""

    # RFC 5321 section 4.5.3.1.6 allows 1000 octets; a player's careless client is no reason for a bounce.
    line_length_limit = 2**16

    def __init__(self, sessions: "set[_Session]", policy: _Policy, allowance: Allowance, **options: Any) -> None:
        super().__init__(policy, **options)
        self._sessions = sessions
        self._allowance = allowance
        self._patience: asyncio.TimerHandle | None = None
        self._wire: asyncio.BaseTransport | None = None
        self.idle = asyncio.Event()
        self.idle.set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._wire = self._wire or transport  # a second call brings the TLS layer upon it
        self._sessions.add(self)
        super().connection_made(transport)
        if self._patience is None:
            self._await_mail()

    def connection_lost(self, error: Exception | None) -> None:
        super().connection_lost(error)
        if self._patience is not None:
            self._patience.cancel()
        self._sessions.discard(self)

    def dismiss(self, reason: bytes = b"421 4.3.2 Shutting down\r\n") -> None:
        """RFC 5321 section 3.8: a server that shuts down says 421."""
        assert isinstance(self._wire, asyncio.WriteTransport)
        if isinstance(self.transport, asyncio.WriteTransport) and not self.transport.is_closing():
            self.transport.write(reason)
        cut(self._wire)

    def _await_mail(self) -> None:
        waits, no_mail = self._allowance.before_mail_seconds, b"421 4.4.2 No mail came\r\n"
        self._patience = asyncio.get_running_loop().call_later(waits, self.dismiss, no_mail)

    @syntax("STARTTLS", when="tls_context")
    async def smtp_STARTTLS(self, arg: str) -> None:  # noqa: N802
        assert self.session is not None
        if self.session.ssl is not None:
            await self.push("503 5.5.1 TLS is active already")
            return
        await super().smtp_STARTTLS(arg)
        if self._tls_protocol is not None and self.session.ssl is None:
            raise TLSSetupException("closed amid the handshake")  # which asyncio tells nobody

    @syntax("DATA")
    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        self.idle.clear()
        self._reset_timeout(self._allowance.data_seconds)
        if self._patience is not None:
            self._patience.cancel()
        try:
            await super().smtp_DATA(arg)
        finally:
            self._reset_timeout()
            self._await_mail()
            self.idle.set()


class _LmtpSession(LMTP, _Session):
    """One LMTP client's connection."""

    _replies = 1

    async def push(self, status: Any) -> None:
        """RFC 2033 section 4.2: what follows the final dot is said once for each accepted recipient."""
        for _ in range(self._replies):
            await super().push(status)
        assert self.envelope is not None
        self._replies = len(self.envelope.rcpt_tos) if status.startswith("354") else 1


class _Door(asyncio.Protocol):
    """A client who has come in and has no place yet: many may come at once, and each is counted before the next."""

    def __init__(self, welcome: _Welcome, tls: ssl.SSLContext | None) -> None:
        self._welcome = welcome
        self._tls = tls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        host = self._welcome(transport, self._tls)
        transport.set_protocol(host)
        host.connection_made(transport)


class _TurnedAway(asyncio.Protocol):
    """A client too many."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(b"421 4.7.0 Too many connections, try again later\r\n")
        transport.close()


def _delivery(envelope: Envelope) -> Delivery:
    assert isinstance(envelope.content, bytes)
    sender = "" if envelope.mail_from == NULL_SENDER else envelope.mail_from
    return Delivery(envelope.content, sender, tuple(envelope.rcpt_tos))


def host_and_port(listen: str) -> tuple[str, int]:
    """As [smtp_in] writes an address."""
    host, _, port = listen.rpartition(":")
    if not host or not port.isdecimal():
        raise ConfigError(f"smtp_in.listen: {listen!r} is not host:port")
    return host.strip("[]"), int(port)


def server_context(settings: ReceiverSettings) -> ssl.SSLContext | None:
    """For STARTTLS, where there is a certificate."""
    if settings.tls_cert is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(settings.tls_cert, settings.tls_key)
    except OSError as error:
        raise ConfigError(f"smtp_in.tls_cert: {settings.tls_cert}: {error}") from error
    return context
