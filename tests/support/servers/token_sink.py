"""An SMTP server on loopback that takes a log-in by token alone, with lines no longer than SMTP allows."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

from tests.support.servers.authorization import AuthorizationServer
from tests.support.servers.tools import free_port


@dataclass(slots=True)
class TokenSink:
    """Mails that came, by whoever showed a good token."""

    issuer: AuthorizationServer
    mechanisms: tuple[str, ...]
    port: int
    mails: list[bytes] = field(default_factory=list)
    said_after_error: list[bytes] = field(default_factory=list)

    async def auth_XOAUTH2(self, server: SMTP, args: list[str]) -> AuthResult:  # noqa: N802
        return await self._auth(server, args)

    async def auth_OAUTHBEARER(self, server: SMTP, args: list[str]) -> AuthResult:  # noqa: N802
        return await self._auth(server, args)

    async def _auth(self, server: SMTP, args: list[str]) -> AuthResult:
        assert len(args) == 1, "the token stands in a line of its own"
        message = await server.challenge_auth(b"")
        assert isinstance(message, bytes)
        token = message.decode().partition("auth=Bearer ")[2].rstrip("\\1")
        if token.rstrip("\x01") in self.issuer.good:
            return AuthResult(success=True, auth_data=token)
        said = await server.challenge_auth(b'{"status":"invalid"}')
        self.said_after_error.append(said if isinstance(said, bytes) else b"")
        return AuthResult(success=False, handled=False)

    async def handle_MAIL(  # noqa: N802
        self, _server: SMTP, session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if not session.authenticated:
            return "530 5.7.0 Authentication required"
        envelope.mail_from = address
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        self.mails.append(envelope.content)
        return "250 OK"


@contextmanager
def token_sink(issuer: AuthorizationServer, *mechanisms: str) -> Iterator[TokenSink]:
    sink = TokenSink(issuer, mechanisms, free_port())
    excluded = [each for each in ("XOAUTH2", "OAUTHBEARER", "LOGIN", "PLAIN") if each not in mechanisms]
    controller = Controller(
        sink,
        hostname="127.0.0.1",
        port=sink.port,
        auth_require_tls=False,
        auth_exclude_mechanism=excluded,
    )
    controller.start()
    try:
        yield sink
    finally:
        controller.stop()
