"""A server and people with mailboxes in one Dovecot: what anybody sends arrives where it is addressed to."""

import asyncio
import smtplib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from pathlib import Path

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.support.cli.runs import inside
from tests.support.e2e.serve_process import Server
from tests.support.people import read
from tests.support.servers.dovecot import Dovecot
from tests.support.servers.tools import free_port

DOMAIN = "people.example"
ADDRESS = f"splendor@{DOMAIN}"


class MailTown:
    """Whom the server writes to has a mailbox; `relay` is where they and the server hand in what they send."""

    def __init__(self, folder: Path, dovecot: Dovecot, language: str = "en") -> None:
        self.folder, self.dovecot, self.relay = folder, dovecot, free_port()
        self.server = Server(folder / "config.toml")
        self.server.config.write_text(
            f'[server]\naddress = "{ADDRESS}"\ndatabase = "sqlite:///{folder / "pbem.db"}"\nlanguage = "{language}"\n'
            f'[smtp_in]\nlisten = "127.0.0.1:{self.server.port}"\n'
            f'[smtp]\nhost = "127.0.0.1"\nport = {self.relay}\ntls = "none"\n',
            encoding="utf-8",
        )

    async def handle_DATA(self, _smtp: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        for recipient in envelope.rcpt_tos:
            await asyncio.to_thread(self._deliver, recipient, envelope.content)
        return "250 2.0.0 Taken"

    def _deliver(self, recipient: str, content: bytes) -> None:
        user = recipient.partition("@")[0].partition("+")[0]
        if user != ADDRESS.partition("@")[0]:
            self.dovecot.deliver(user, content)
            return
        with smtplib.SMTP("127.0.0.1", self.server.port) as way_in:
            way_in.sendmail("someone@people.example", [recipient], content)

    def sits_down(self, name: str, *bots: str) -> int:
        """Somebody of this name, in small letters their mailbox's, and bots begin a game."""
        user = name.lower()
        self.dovecot.set_password(user)
        seats = ", ".join([f"{name} <{user}@{DOMAIN}>", *(f"bot:{bot}" for bot in bots)])
        game: int = inside(self.folder, "game", "new", "--seats", seats, "--json").json["game"]
        return game

    def mails(self, user: str) -> list[EmailMessage]:
        """All that has come to somebody, in the order in which it came."""
        return [read(mail) for mail in self.dovecot.mails(user)]


@contextmanager
def mail_town(folder: Path, dovecot: Dovecot, language: str = "en") -> Iterator[MailTown]:
    """Open while the block runs."""
    town = MailTown(folder, dovecot, language)
    controller = Controller(town, hostname="127.0.0.1", port=town.relay)
    controller.start()
    town.server.start()
    try:
        wait_until(lambda: '"ready"' in town.server.log())
        yield town
    finally:
        town.server.stop()
        controller.stop()


def wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    """As long as it takes; fail where it never holds."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.05)
