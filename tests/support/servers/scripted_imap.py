"""An IMAP server that says what the test wrote down: for what a well-behaved one never says."""

import asyncio
import re
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from typing import Self

from tests.support.servers.tools import eventually

MANNERS: Mapping[str, str] = {
    "CAPABILITY": "* CAPABILITY IMAP4rev1 IDLE MOVE STARTTLS\r\n{tag} OK\r\n",
    "LIST": '* LIST (\\Noinferiors) "/" Folder\r\n{tag} OK\r\n',
    "SELECT": "* 1 EXISTS\r\n* OK [UIDVALIDITY 7] valid\r\n{tag} OK [READ-WRITE]\r\n",
    "IDLE": "+ idling\r\n",
    "": "{tag} OK\r\n",
}


class ScriptedImap:
    """Answers a command with the first script whose pattern fits its beginning; `async with` runs it."""

    port: int

    def __init__(self, scripts: Mapping[str, str], greeting: str = "* OK hello\r\n") -> None:
        """`{tag}` in a script is the command's tag; what has no script is answered with good manners.

        After `…` the server goes on until it is hung up on, and after `!` it hangs up itself.
        """
        self.poured = 0
        """How many bytes went out after `…`, at most, on one connection."""
        self.heard: list[str] = []
        """The commands so far, without their tags."""
        self._greeting = greeting
        self.scripts = {**scripts, **{name: text for name, text in MANNERS.items() if name not in scripts}}
        self._clients: set[asyncio.StreamWriter] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for client in self._clients:
            client.transport.abort()
        await eventually(lambda: not self._clients)
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._clients.add(writer)
        with suppress(ConnectionError):
            writer.write(self._greeting.encode())
            tag = ""
            while line := (await reader.readline()).decode().strip():
                # DONE has no tag: it ends the IDLE before it (RFC 2177).
                tag, command = (tag, line) if line == "DONE" else line.split(" ", 1)
                self.heard.append(command)
                answer = self._answer(command).replace("{tag}", tag)
                writer.write(answer.rstrip("…!").encode())
                if answer.endswith("!"):
                    await writer.drain()
                    break
                if answer.endswith("…"):
                    await self._pour(writer)
        writer.transport.abort()
        self._clients.discard(writer)

    async def _pour(self, writer: asyncio.StreamWriter) -> None:
        for blocks in count(1):
            writer.write(b"x" * 2**16)
            await writer.drain()
            self.poured = max(self.poured, blocks * 2**16)

    def _answer(self, command: str) -> str:
        return next(text for pattern, text in self.scripts.items() if re.match(pattern, command))
