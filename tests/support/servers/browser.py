"""A real browser."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, expect, sync_playwright

from benchmarks.pictures import ARGUMENTS, CHROMIUM
from tests.support.servers.tools import PATIENCE, require_service

expect.set_options(timeout=PATIENCE * 1000)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """While it is open, no test of this process can have an event loop of its own."""
    require_service("chromium", CHROMIUM is not None)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()
