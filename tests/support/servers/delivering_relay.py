"""A relay that delivers: what it takes over SMTP it hands to a Dovecot by LMTP. It runs in a thread of its own."""

import smtplib
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.policy import SMTP as SMTP_POLICY
from typing import Literal

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from tests.support.servers.dovecot import PASSWORD, Dovecot
from tests.support.servers.tools import free_port

Plus = Literal["works", "disowned", "refused", "lost", "stripped"]
"""What becomes of a mail from and to name+tag: a server may refuse either, lose it, or drop the tag."""


class PostOffice:
    """Takes mail from whoever logs in as this user, for the mailbox of the same name."""

    def __init__(self, dovecot: Dovecot, user: str, plus: Plus) -> None:
        self.port = free_port()
        self.user = user
        self.plus = plus
        self.open = True
        """Whether what is taken arrives."""
        self.folder = ""
        """Where it arrives, if not in the inbox."""
        self.rewrites: dict[str, str] = {}
        """Headers that become others on the way; without a value they are gone."""
        self.taken = 0
        self._dovecot = dovecot

    def log_in(
        self, _smtp: SMTP, _session: Session, _envelope: Envelope, _how: str, given: LoginPassword
    ) -> AuthResult:
        known = (given.login.decode(), given.password.decode()) == (self.user, PASSWORD)
        return AuthResult(success=known, handled=False)

    async def handle_MAIL(  # noqa: N802
        self, _smtp: SMTP, session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if not session.authenticated:
            return "530 5.7.0 Authentication required"
        if "+" in address and self.plus == "disowned":
            return "553 5.7.1 Sender address rejected: not owned by user"
        envelope.mail_from = address
        return "250 2.1.0 OK"

    async def handle_RCPT(  # noqa: N802
        self, _smtp: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if "+" in address and self.plus == "refused":
            return "550 5.1.1 No such user"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 OK"

    async def handle_DATA(self, _smtp: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        self.taken += 1
        (recipient,) = envelope.rcpt_tos
        local = recipient.partition("@")[0]
        if self.open and not ("+" in local and self.plus == "lost"):
            self._deliver(local, envelope.content)
        return "250 2.0.0 Taken"

    def _deliver(self, local: str, content: bytes) -> None:
        content = self._rewritten(content)
        if self.plus == "stripped":
            name = local.partition("+")[0]
            local, content = name, content.replace(local.encode(), name.encode())
        if self.folder:
            self._dovecot.append(self.user, content, folder=self.folder)
            return
        with smtplib.LMTP(str(self._dovecot.home / "run" / "lmtp")) as lmtp:
            lmtp.sendmail("someone@example.org", [local], content)

    def _rewritten(self, content: bytes) -> bytes:
        mail = message_from_bytes(content)
        for name, value in self.rewrites.items():
            del mail[name]
            if value:
                mail[name] = value
        return mail.as_bytes(policy=SMTP_POLICY) if self.rewrites else content


@contextmanager
def post_office(dovecot: Dovecot, user: str, plus: Plus = "works") -> Iterator[PostOffice]:
    """Open until the block ends."""
    office = PostOffice(dovecot, user, plus)
    controller = Controller(
        office,
        hostname="127.0.0.1",
        port=office.port,
        authenticator=office.log_in,
        auth_require_tls=False,
    )
    controller.start()
    try:
        yield office
    finally:
        controller.stop()
