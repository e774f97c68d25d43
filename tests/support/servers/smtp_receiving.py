"""The SMTP and LMTP server with an inbox that can fail, and clients that can be rude."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from pbem.ports import Cursor, Delivery, Filing
from pbem.transports.settings import ReceiverSettings
from pbem.transports.smtp_in import Allowance, SmtpReceiver
from tests.support.servers.tools import PATIENCE

US = "splendor@example.org"
STRANGER = "127.0.0.2"
"""The address of a client that stands for one on another machine."""
MAIL = b"From: anna@example.net\r\nSubject: my move\r\n\r\ntake red blue green\r\n"


class FakeInbox:
    """Keeps what it accepts, or fails as `trouble` says; `gate` makes it slow."""

    def __init__(self) -> None:
        self.stored: list[Delivery] = []
        self.trouble: Exception | None = None
        self.entered = threading.Event()
        self.gate = threading.Event()
        self.gate.set()

    def accept(self, deliveries: Sequence[Delivery]) -> None:
        self.entered.set()
        self.gate.wait(PATIENCE)
        if self.trouble is not None:
            raise self.trouble
        self.stored.extend(deliveries)

    def cursor(self, folder: str) -> Cursor | None:
        return None

    def unfiled(self, folder: str, uidvalidity: int, limit: int) -> list[Filing]:
        return []

    def mark_filed(self, folder: str, uidvalidity: int, uids: Sequence[int]) -> None:
        pass


class Client:
    """Speaks SMTP line by line, so that tests can be rude."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def hear(self) -> str:
        """The next reply, all its lines; empty when the server hung up."""
        lines = []
        while line := await self._line():
            lines.append(line.decode().rstrip("\r\n"))
            if line[3:4] != b"-":
                break
        return "\n".join(lines)

    async def _line(self) -> bytes:
        try:
            return await asyncio.wait_for(self._reader.readline(), PATIENCE)
        except ConnectionError:
            return b""

    async def say(self, command: str | bytes) -> str:
        await self.send((command if isinstance(command, bytes) else command.encode()) + b"\r\n")
        return await self.hear()

    async def open_data(self, *recipients: str) -> None:
        assert (await self.say("MAIL FROM:<anna@example.net>")).startswith("250")
        for recipient in recipients or (US,):
            assert (await self.say(f"RCPT TO:<{recipient}>")).startswith("250")
        assert (await self.say("DATA")).startswith("354")

    async def deliver(self, mail: bytes = MAIL, *recipients: str) -> str:
        await self.open_data(*recipients)
        return await self.say(mail + b".")

    async def leave(self) -> None:
        self._writer.close()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()

    def vanish(self) -> None:
        self._writer.transport.abort()


@dataclass
class Post:
    """A receiver with its inbox, and a way to talk to it."""

    receiver: SmtpReceiver
    inbox: FakeInbox
    announced: list[None]
    clients: list[Client] = field(default_factory=list)

    async def connect(self, here: str = "127.0.0.1") -> Client:
        client = Client(*await asyncio.open_connection("127.0.0.1", self.receiver.port, local_addr=(here, 0)))
        self.clients.append(client)
        return client

    async def client(self, hello: str = "EHLO mta.example.net") -> Client:
        client = await self.connect()
        assert (await client.hear()).startswith("220")
        assert (await client.say(hello)).startswith("250")
        return client

    async def lmtp(self) -> Client:
        return await self.client("LHLO mta.example.net")

    async def close(self) -> None:
        for client in self.clients:
            await client.leave()
        await self.receiver.stop()


AMPLE = Allowance(max_bytes=10_000_000)


def is_ours(address: str) -> bool:
    local, _, domain = address.partition("@")
    return local.partition("+")[0] == "splendor" and domain == "example.org"


@asynccontextmanager
async def post_office(
    accepts: Callable[[str], bool] = is_ours, allowance: Allowance = AMPLE, **settings: Any
) -> AsyncIterator[Post]:
    inbox, announced = FakeInbox(), list[None]()
    settings = {"listen": "127.0.0.1:0", **settings}
    receiver = SmtpReceiver(
        ReceiverSettings(**settings), allowance, inbox, accepts, lambda: announced.append(None), STRANGER.__ne__
    )
    await receiver.start()
    post = Post(receiver, inbox, announced)
    try:
        yield post
    finally:
        inbox.gate.set()
        await post.close()
