"""SMTP with as little effort as it can be spoken: the machine is to be busy with the server, not with measuring it."""

import asyncio
import re
from collections.abc import Callable
from typing import Self

_END = b"\r\n.\r\n"
_FACTS = re.compile(rb"^X-PBEM-(?:Kind: (?P<kind>[a-z-]+)|Game: (?P<game>\d+))\r$", re.MULTILINE)
_HEAD = 4000
_LATER = 1.0
"""Seconds until a mail that was not taken is sent again."""


class Sink:
    """Takes every mail, and tells its kind and game."""

    def __init__(self, on_mail: Callable[[str, int], None]) -> None:
        self.on_mail = on_mail
        self.port = 0

    async def __aenter__(self) -> Self:
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _Taker(self.on_mail), "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._server.close()


class _Taker(asyncio.Protocol):
    """One connection; its client waits for every answer, so what came is one command or the rest of a mail."""

    def __init__(self, on_mail: Callable[[str, int], None]) -> None:
        self._on_mail = on_mail
        self._mail: bytearray | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._transport = transport
        transport.write(b"220 sink\r\n")

    def data_received(self, data: bytes) -> None:
        if self._mail is None:
            self._transport.write(self._answer(data[:4].upper()))
            return
        self._mail += data
        if self._mail.endswith(_END):
            head, self._mail = bytes(self._mail[:_HEAD]), None
            self._transport.write(b"250 2.0.0 taken\r\n")
            self._on_mail(*_facts(head))

    def _answer(self, verb: bytes) -> bytes:
        match verb:
            case b"DATA":
                self._mail = bytearray()
                return b"354 go on\r\n"
            case b"QUIT":
                return b"221 2.0.0 bye\r\n"
            case _:
                return b"250 2.0.0 OK\r\n"


def _facts(head: bytes) -> tuple[str, int]:
    found = {name: value for each in _FACTS.finditer(head) for name, value in each.groupdict().items() if value}
    return found.get("kind", b"").decode(), int(found.get("game", 0))


class Client:
    """A kept connection to the server, as an MTA has it: one mail after the other."""

    def __init__(self, port: int, recipient: str) -> None:
        self._port = port
        self._commands = (b"MAIL FROM:<player@people.example>\r\n", f"RCPT TO:<{recipient}>\r\n".encode(), b"DATA\r\n")

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        await self._answer(b"220")
        await self._say(b"HELO people.example\r\n", b"250")
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._writer.close()

    async def send(self, mail: bytes) -> int:
        """Return when the server has it: how often it asked for it to be sent again later."""
        put_off = 0
        while not await self._hand_over(mail):
            put_off += 1
            await asyncio.sleep(_LATER)
        return put_off

    async def _hand_over(self, mail: bytes) -> bool:
        for command, code in zip(self._commands, (b"250", b"250", b"354"), strict=True):
            await self._say(command, code)
        return (await self._say(mail + b".\r\n", b"250", b"451")).startswith(b"250")

    async def _say(self, what: bytes, *codes: bytes) -> bytes:
        self._writer.write(what)
        return await self._answer(*codes)

    async def _answer(self, *codes: bytes) -> bytes:
        answer = await self._reader.readuntil(b"\r\n")
        if not answer.startswith(codes):
            raise ConnectionError(f"the server answered {answer!r}")
        return answer


async def listening(port: int, seconds: float = 60) -> None:
    """Wait until somebody takes connections there."""
    async with asyncio.timeout(seconds):
        while True:
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", port)
            except OSError:
                await asyncio.sleep(0.05)
            else:
                writer.close()
                return
