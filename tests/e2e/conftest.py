"""Real servers and a real browser for the tests in this folder."""

import fcntl
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.world import MAILBOX
from tests.servers.browser import open_browser
from tests.servers.dovecot import Dovecot
from tests.servers.tools import PATIENCE, require_service

AXE = "axe-core@4.14.0"
expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture
def dovecot() -> Iterator[Dovecot]:
    server = Dovecot()
    server.set_password(MAILBOX)
    server.start()
    yield server
    server.remove()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with open_browser() as chromium:
        yield chromium


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The source of axe-core, fetched by npm once for all workers."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    source = folder / "node_modules" / "axe-core" / "axe.min.js"
    command = ["npm", "install", "--prefix", str(folder), "--silent", "--ignore-scripts", "--no-audit", AXE]
    with (folder / "axe.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if shutil.which("npm") and not source.exists():
            with suppress(subprocess.TimeoutExpired):
                subprocess.run(command, check=False, timeout=120)
    require_service("axe-core (by npm)", source.exists())
    return source.read_text("utf-8")
