"""A real browser."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from benchmarks.pictures import ARGUMENTS, CHROMIUM
from tests.servers.tools import require_service


@contextmanager
def open_browser() -> Iterator[Browser]:
    """While it is open, no test of this process can have an event loop of its own."""
    require_service("chromium", CHROMIUM is not None)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()
