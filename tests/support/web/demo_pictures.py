"""A picture of the demo for the docs: `python -m tests.support.web.demo_pictures FOLDER` plays a while, then draws."""

import sys
import tempfile
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize

from tests.support.servers.browser import open_browser
from tests.support.web.running_demo import Newcomer, RunningDemo

DESK: ViewportSize = {"width": 1200, "height": 800}
ROUNDS = 5


def main(folder: Path) -> None:
    languages = ("--human", "2", "--languages", "en,he")
    with (
        open_browser() as browser,
        tempfile.TemporaryDirectory() as state,
        RunningDemo(Path(state), *languages) as demo,
    ):
        play(browser, demo)
        page, anna = newcomer(browser, demo)
        open_turn(page, anna, "anna", "Your turn")
        draw(page, folder / "demo-1200-light.png")


def newcomer(browser: Browser, demo: RunningDemo) -> tuple[Page, Newcomer]:
    page = browser.new_page(viewport=DESK, color_scheme="light")
    return page, Newcomer(page, demo)


def play(browser: Browser, demo: RunningDemo) -> None:
    """A few rounds, so that there is something on the table."""
    page, player = newcomer(browser, demo)
    for _ in range(ROUNDS):
        for key, words in (("anna", "Your turn"), ("noa", "תורך")):
            open_turn(page, player, key, words, ".unread")
            player.tap(player.choice())
    open_turn(page, player, "anna", "Your turn", ".unread")
    page.close()


def open_turn(page: Page, player: Newcomer, key: str, words: str, state: str = "") -> None:
    player.go(f"/mailbox/{key}")
    page.locator(f".row{state}", has_text=words).first.click()
    player.frame()


def draw(page: Page, path: Path, whole: bool = False) -> None:
    page.wait_for_load_state()
    page.wait_for_timeout(500)
    shot = Image.open(BytesIO(page.screenshot(full_page=whole))).convert("RGB")
    shot.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
