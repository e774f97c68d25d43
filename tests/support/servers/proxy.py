"""A TCP proxy on loopback that can stall, cut and chop what passes through it."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Self

from tests.support.servers.tools import eventually


class Proxy:
    """Stands before a server; `async with` runs it."""

    port: int

    def __init__(self, target: int) -> None:
        self.connections = 0
        """How many clients have come so far."""
        self.piece = 64 * 1024
        """The server's bytes reach the client in pieces of this size."""
        self._target = target
        self._fuse = 0
        self._action: Callable[[], None] | None = None
        self._open: set[asyncio.StreamWriter] = set()
        self._flowing = asyncio.Event()
        self._flowing.set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.drop()
        await eventually(lambda: not self._open)
        await self._server.wait_closed()

    def stall(self) -> None:
        """Keep every connection open and let nothing through."""
        self._flowing.clear()

    def resume(self) -> None:
        """Let everything through again."""
        self._flowing.set()

    def after(self, sent: int, action: Callable[[], None]) -> None:
        """Stall or drop, once, when the server has sent so many more bytes."""
        self._fuse, self._action = sent, action

    def drop(self) -> None:
        """Reset every connection."""
        self.resume()
        for writer in self._open:
            writer.transport.abort()

    async def _serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        self.connections += 1
        self._open.add(to_client)
        with suppress(OSError):
            server, to_server = await asyncio.open_connection("127.0.0.1", self._target)
            self._open.add(to_server)
            await self._join(self._go_up(client, to_server), self._come_down(server, to_client))
            to_server.transport.abort()
            self._open.discard(to_server)
        to_client.transport.abort()
        self._open.discard(to_client)

    async def _join(self, *flows: Coroutine[None, None, None]) -> None:
        """Until one of the two has ended."""
        tasks = {asyncio.create_task(flow) for flow in flows}
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _go_up(self, client: asyncio.StreamReader, to_server: asyncio.StreamWriter) -> None:
        while data := await client.read(64 * 1024):
            await self._flowing.wait()
            to_server.write(data)
            await to_server.drain()

    async def _come_down(self, server: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        while data := await server.read(64 * 1024):
            for start in range(0, len(data), self.piece):
                await self._hand_over(data[start : start + self.piece], to_client)

    async def _hand_over(self, piece: bytes, to_client: asyncio.StreamWriter) -> None:
        self._burn(len(piece))
        await self._flowing.wait()
        to_client.write(piece)
        await to_client.drain()
        await asyncio.sleep(0)  # the client reads this piece before the next one comes

    def _burn(self, sent: int) -> None:
        self._fuse -= sent
        if self._action and self._fuse <= 0:
            self._action()
            self._action = None
