"""The screens that pages are looked at on, and keys that are pressed there."""

from playwright.sync_api import Page, ViewportSize

from tests.support.paths import TESTS

PHONE: ViewportSize = {"width": 360, "height": 780}
DESK: ViewportSize = {"width": 1200, "height": 800}
TOO_WIDE = (TESTS / "support" / "render" / "too_wide.js").read_text("utf-8")


def press(page: Page, key: str) -> None:
    """Press a key once the page's script is there to hear it."""
    page.wait_for_load_state("load")
    page.keyboard.press(key)
