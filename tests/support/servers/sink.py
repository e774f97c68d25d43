"""A real SMTP server for tests: it keeps what it takes, and refuses, hangs or hangs up where told to."""

import asyncio
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Literal, Self

from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session, TLSSetupException

from pbem.transports.wire import cut

Stage = Literal["connect", "mail", "rcpt", "data", "content", "end"]
"""Where a fault strikes: `data` is before 354, `content` amid the mail, `end` after its final dot."""


class Fault(Enum):
    HANG = auto()
    DROP = auto()


@dataclass(frozen=True, slots=True)
class Mail:
    sender: str
    recipients: tuple[str, ...]
    content: bytes
    options: tuple[str, ...]


class Sink:
    """`async with Sink() as sink:`, or `start` and `stop`; a second start listens on the same port."""

    def __init__(
        self,
        *,
        tls: ssl.SSLContext | None = None,
        implicit_tls: bool = False,
        users: Mapping[str, str] | None = None,
        smtputf8: bool = True,
    ) -> None:
        self.mails: list[Mail] = []
        self.faults: dict[Stage, str | Fault] = {}
        """An answer such as "451 4.7.1 Later", HANG or DROP, for everyone."""
        self.refusals: dict[str, str] = {}
        """The answer that a recipient gets."""
        self.connections = 0
        self.port = 0
        self._listening_tls = tls if implicit_tls else None
        self._starttls = None if implicit_tls else tls
        self._users = users
        self._smtputf8 = smtputf8
        self._open: set[asyncio.BaseTransport] = set()
        self._quiet = asyncio.Event()
        self._quiet.set()

    async def start(self) -> None:
        self._server = await asyncio.get_running_loop().create_server(
            self._connection, "127.0.0.1", self.port, ssl=self._listening_tls
        )
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        self._server.close()
        self.hang_up()
        await self._quiet.wait()
        await self._server.wait_closed()

    @property
    def open_connections(self) -> int:
        return len(self._open)

    def hang_up(self) -> None:
        """Cut every connection, as a crashing server does."""
        for transport in self._open:
            _cut(transport)

    def opened(self, transport: asyncio.BaseTransport) -> None:
        self._open.add(transport)
        self._quiet.clear()

    def closed(self, transport: asyncio.BaseTransport | None) -> None:
        self._open -= {transport}
        if not self._open:
            self._quiet.set()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.stop()

    def _connection(self) -> asyncio.Protocol:
        self.connections += 1
        fault = self.faults.get("connect")
        if fault is not None:
            return _Unwelcoming(self, fault)
        answers = _Answers(self, self._users)
        return _Session(
            self,
            answers,
            enable_SMTPUTF8=self._smtputf8,
            hostname="sink.test",
            tls_context=self._starttls,
            auth_require_tls=False,
            authenticator=answers.log_in,
            loop=asyncio.get_running_loop(),
        )


class _Unwelcoming(asyncio.Protocol):
    def __init__(self, sink: Sink, fault: str | Fault) -> None:
        self._sink = sink
        self._fault = fault

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport
        self._sink.opened(transport)
        match self._fault:
            case Fault.DROP:
                cut(transport)
            case str(answer):
                transport.write(answer.encode() + b"\r\n")
                transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        self._sink.closed(self._transport)


class _Answers:
    """aiosmtpd finds the handle_… hooks by their names."""

    def __init__(self, sink: Sink, users: Mapping[str, str] | None) -> None:
        self._sink = sink
        self._users = users

    def log_in(
        self, _smtp: SMTP, _session: Session, _envelope: Envelope, _mechanism: str, given: LoginPassword
    ) -> AuthResult:
        known = (self._users or {}).get(given.login.decode())
        return AuthResult(success=known == given.password.decode(), handled=False)

    async def handle_MAIL(  # noqa: N802
        self, smtp: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self._users is not None and not session.authenticated:
            return "530 5.7.0 Authentication required"
        if answer := await self.fault(smtp, "mail"):
            return answer
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 OK"

    async def handle_RCPT(  # noqa: N802
        self, smtp: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if answer := self._sink.refusals.get(address) or await self.fault(smtp, "rcpt"):
            return answer
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, smtp: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        if isinstance(answer := self._sink.faults.get("end"), str):
            return answer
        self._sink.mails.append(_mail(envelope))
        await self.fault(smtp, "end")
        return "250 2.0.0 Taken"

    async def fault(self, smtp: SMTP, stage: Stage) -> str | None:
        """The answer to give; after HANG and DROP the end of the connection cancels us."""
        fault = self._sink.faults.get(stage)
        if not isinstance(fault, Fault):
            return fault
        if fault is Fault.DROP:
            _cut(smtp.transport)
        never: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        return await never


class _Session(SMTP):
    def __init__(self, sink: Sink, answers: _Answers, **options: Any) -> None:
        super().__init__(answers, **options)
        self._sink = sink
        self._answers = answers

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._sink.opened(transport)

    def connection_lost(self, error: Exception | None) -> None:
        self._sink.closed(self.transport)
        self._sink.closed(self._original_transport)
        super().connection_lost(error)

    async def smtp_STARTTLS(self, arg: str) -> None:  # noqa: N802
        await super().smtp_STARTTLS(arg)
        if self.session is None or self.session.ssl is None:
            raise TLSSetupException("closed amid the handshake")  # which asyncio tells nobody

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        if answer := await self._answers.fault(self, "data"):
            await self.push(answer)
            return
        if "content" in self._sink.faults:
            await self.push("354 Go on")
            await self._reader.read(1)
            await self._answers.fault(self, "content")
            # What is left of the mail must not pass for a whole one, even if the fault is gone by now.
            _cut(self.transport)
            return
        await super().smtp_DATA(arg)


def _cut(transport: asyncio.BaseTransport | None) -> None:
    assert isinstance(transport, asyncio.WriteTransport)
    cut(transport)


def _mail(envelope: Envelope) -> Mail:
    assert isinstance(envelope.content, bytes)
    sender = "" if envelope.mail_from in (None, "<>") else str(envelope.mail_from)
    return Mail(sender, tuple(envelope.rcpt_tos), envelope.content, tuple(envelope.mail_options))
