"""Visits in a real browser: pages that must not complain, targets that a finger can hit."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, ViewportSize

from benchmarks.pictures import Scheme
from tests.support.servers.tools import PATIENCE

_SMALL_TARGETS = """() => [...document.querySelectorAll(
    'button, a.button, a.card, a.deck, label, summary, select, input')]
  .filter(each => each.checkVisibility() && !each.closest('.unseen') && !each.classList.contains('unseen')
    && each.type !== 'checkbox' && !(each.matches('label') && each.querySelector('input:not([type=checkbox]), select')))
  .filter(each => each.getBoundingClientRect().height < 43.5)
  .map(each => each.outerHTML.slice(0, 120))"""


@contextmanager
def visited(
    browser: Browser, size: ViewportSize, script: bool = True, scheme: Scheme = "light", expected: str = "404"
) -> Iterator[Page]:
    """A page that must not complain, but for the answers that are expected: what is not there."""
    complaints: list[str] = []
    context = browser.new_context(viewport=size, java_script_enabled=script, color_scheme=scheme)
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert [each for each in complaints if expected not in each] == []


def small_targets(page: Page) -> list[str]:
    """What a finger would miss: lower than 44 px."""
    found: list[str] = page.evaluate(_SMALL_TARGETS)
    return found


def grave_faults(page: Page, axe: str) -> list[tuple[str, str]]:
    """What axe-core calls serious or critical."""
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    grave = [each for each in found["violations"] if each["impact"] in ("serious", "critical")]
    return [(each["id"], each["nodes"][0]["html"]) for each in grave]
