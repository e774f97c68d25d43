"""Small things that every real server in the tests needs."""

import asyncio
import os
import socket
from collections.abc import Callable

import pytest

PATIENCE = 60
"""How many seconds to wait for what comes at once, unless the machine is busy."""


def free_port() -> int:
    """A loopback port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def require_service(name: str, found: bool) -> None:
    """Skip the test, or fail it under PBEM_REQUIRE_SERVICES=1, where a real server is not installed."""
    if found:
        return
    missing = f"{name} is not installed"
    if os.environ.get("PBEM_REQUIRE_SERVICES") == "1":
        pytest.fail(missing)
    pytest.skip(missing)


async def eventually(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait until the condition holds; fail where it never does."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - what is awaited happens in another process
            await asyncio.sleep(0.01)
