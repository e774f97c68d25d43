"""Serving a site inside a process that has its own loop and listens for signals itself."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Self

import uvicorn
from starlette.types import ASGIApp

from pbem.errors import PbemError

_TRIES = 50
_GOODBYE_SECONDS = 2


def listen(port: int, host: str = "127.0.0.1") -> socket.socket:
    """A socket on this port, or on the next one that is free; port 0 takes any."""
    for candidate in count(port):
        try:
            return bind(host, candidate)
        except PbemError:
            if candidate >= min(port + _TRIES, 65535):
                raise
    raise AssertionError


def bind(host: str, port: int) -> socket.socket:
    """A socket on just this port."""
    opened = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((host, port))
        opened.listen()
    except OSError as error:
        opened.close()
        raise PbemError(f"port {port} can't be had on {host}: {error.strerror}") from error
    return opened


class WebServer(uvicorn.Server):
    """Serves until `stop`."""

    task: asyncio.Task[None] | None = None

    def __init__(self, site: ASGIApp) -> None:
        super().__init__(
            uvicorn.Config(
                site,
                log_config=None,
                access_log=False,
                lifespan="off",
                server_header=False,
                proxy_headers=False,
                ws="none",
                timeout_graceful_shutdown=_GOODBYE_SECONDS,
            )
        )

    @classmethod
    def open(cls, site: ASGIApp, address: str) -> Self:
        """Serve the site at `host:port` beside whatever else the loop does."""
        host, _, port = address.rpartition(":")
        server = cls(site)
        server.task = asyncio.create_task(server.serve([bind(host.strip("[]"), int(port))]))
        return server

    async def close(self) -> None:
        """Stop, and wait for it."""
        self.stop()
        if self.task:
            await self.task

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave them to whoever runs us."""
        yield

    async def ready(self) -> None:
        """Wait until requests are answered."""
        while not self.started:  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.01)

    def stop(self) -> None:
        self.should_exit = True
