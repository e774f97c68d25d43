"""`pbem demo` in a process of its own, and a newcomer who sits before it with a browser."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self
from urllib.parse import parse_qs, unquote, urlsplit

from playwright.sync_api import Frame, Page

from tests.support.paths import ROOT
from tests.support.servers.tools import PATIENCE


class RunningDemo:
    """`with RunningDemo(folder, "--human", "2") as demo:`; it starts again in the same folder."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.errors = folder / "errors.txt"
        self._command = [sys.executable, "-m", "pbem", "demo", "--json", "--port", "0", *options]

    def __enter__(self) -> Self:
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        with self.errors.open("wb") as errors:
            self._process = subprocess.Popen(
                self._command, cwd=self.folder, stdout=subprocess.PIPE, stderr=errors, env=environment
            )
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line, self.errors.read_text("utf-8")
        self.address = json.loads(line)["address"]
        self._wait_for_mail()
        return self

    def _wait_for_mail(self) -> None:
        """The mailbox is shown before its first mail is there."""
        patience = time.monotonic() + PATIENCE
        while not next(self.folder.rglob("*.eml"), None):
            assert time.monotonic() < patience, self.errors.read_text("utf-8")
            time.sleep(0.05)

    def __exit__(self, *_: object) -> None:
        self.stop(signal.SIGKILL)

    def stop(self, how: signal.Signals) -> int:
        """Ask it to end; returns its exit code."""
        if self._process.poll() is None:
            self._process.send_signal(how)
        code = self._process.wait(timeout=PATIENCE)
        assert self._process.stdout
        self._process.stdout.close()
        return code


class Newcomer:
    """Reads mails and answers them, in one mailbox on one page."""

    def __init__(self, page: Page, demo: RunningDemo) -> None:
        self.page = page
        self.demo = demo

    def go(self, path: str = "/") -> None:
        self.page.goto(self.demo.address + path)

    @property
    def kind(self) -> str:
        """Of the mail that is open."""
        return self.page.locator(".pane.main .mail").get_attribute("data-kind") or ""

    def frame(self) -> Frame:
        """The mail that is open, as the browser shows it."""
        handle = self.page.locator(".pane.main iframe").element_handle()
        frame = handle.content_frame()
        assert frame
        frame.wait_for_load_state()
        return frame

    def links(self) -> dict[str, str]:
        """What can be tapped: the words that the tap writes, and where it leads."""
        found = self.frame().locator("a[target=_parent]")
        hrefs = found.evaluate_all("links => links.map(link => link.getAttribute('href'))")
        return {written(href): href for href in hrefs}

    def choice(self) -> str:
        """An order that gets one somewhere: the dearest card, else gems; in another language, what stands first."""
        orders = list(self.links())
        for verb in ("buy 3", "buy 2", "buy 1", "buy", "take", "reserve", "pass"):
            if chosen := [order for order in orders if order.startswith(verb)]:
                return chosen[0]
        return orders[0]

    def tap(self, order: str) -> None:
        """Tap a link, and send the mail that opens."""
        self.frame().locator(f'a[href="{self.links()[order]}"]').first.click()
        assert self.page.locator(".compose textarea").input_value() == order
        self.send()

    def type(self, words: str, client: str) -> None:
        """Reply by hand, with the mail quoted below."""
        self.page.wait_for_load_state("load")
        self.page.keyboard.press("r")
        self.page.locator(".compose select[name=client]").select_option(client)
        self.page.locator(".compose textarea").fill(words)
        self.send()

    def send(self) -> None:
        self.page.get_by_role("button", name="Send").click()

    def wait_for_answer(self) -> None:
        """Until the answer has opened by itself."""
        self.page.locator(".pane.main .mail").wait_for()


def written(href: str) -> str:
    """What a link to the form of a new mail puts into it."""
    link = parse_qs(urlsplit(href).query)["link"][0]
    return unquote(urlsplit(link).query.partition("body=")[2])
