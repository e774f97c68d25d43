"""Serving a site inside a process that has its own loop and listens for signals itself."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import uvicorn
from starlette.types import ASGIApp

from pbem.errors import PbemError

_TRIES = 50
_GOODBYE_SECONDS = 2


def listen(port: int, host: str = "127.0.0.1") -> socket.socket:
    """A socket on this port, or on the next one that is free; port 0 takes any."""
    for candidate in count(port):
        opened = socket.socket()
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            opened.bind((host, candidate))
            opened.listen()
        except OSError as error:
            opened.close()
            if candidate >= min(port + _TRIES, 65535):
                raise PbemError(f"no port from {port} to {candidate} can be had on {host}: {error.strerror}") from error
        else:
            return opened
    raise AssertionError


class WebServer(uvicorn.Server):
    """Serves until `stop`."""

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
