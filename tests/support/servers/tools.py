"""Small things that every real server in the tests needs."""

import asyncio
import os
import socket
from collections.abc import Callable
from itertools import count

import pytest

PATIENCE = 60
"""How many seconds to wait for what comes at once, unless the machine is busy."""

# Below the ports that the kernel hands out to whoever asks for any: nobody gets one of these between the moment it is
# found free and the moment its server listens. Each worker of pytest-xdist has a thousand of its own.
_FIRST_PORT = 20_000 + 1000 * (int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % 12)
_numbers = count(os.getpid())


def free_port() -> int:
    """A loopback port that nobody listens on; not given again for long."""
    return next(port for port in (_FIRST_PORT + number % 1000 for number in _numbers) if _is_free(port))


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


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


def let_pass(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """The running event loop takes it for so much later: what should happen meanwhile happens, without waiting."""
    loop = asyncio.get_running_loop()
    time = loop.time
    monkeypatch.setattr(loop, "time", lambda: time() + seconds)
