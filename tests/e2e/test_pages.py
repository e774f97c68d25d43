"""The public pages in a real browser: on a phone and a desk, by day and by night, with keys and without script."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, expect

from benchmarks.pictures import SCHEMES, Scheme
from pbem.mail.operators_page import admin_path
from tests.support.web.page_pictures import paths
from tests.support.web.screens import DESK, PHONE, TOO_WIDE, press
from tests.support.web.showroom import Showroom, opened
from tests.support.web.visits import grave_faults, small_targets, visited


@pytest.fixture(scope="module")
def visited_showroom(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Showroom, str]]:
    with opened(tmp_path_factory.mktemp("room")) as open_room:
        yield open_room


def test_arrow_keys_go_through_the_moves(browser: Browser, visited_showroom: tuple[Showroom, str]) -> None:
    shown, site = visited_showroom
    game = f"{site}/games/{shown.running.id}"
    with visited(browser, DESK) as page:
        page.goto(game)
        press(page, "ArrowLeft")
        expect(page).to_have_url(f"{game}/11")
        press(page, "ArrowRight")
        expect(page).to_have_url(f"{game}/12")
        press(page, "ArrowRight")
        expect(page).to_have_url(f"{game}/12")
        page.goto(f"{game}/5?lang=he")
        press(page, "ArrowLeft")
        expect(page).to_have_url(f"{game}/6?lang=he")


def test_a_replay_needs_no_script(browser: Browser, visited_showroom: tuple[Showroom, str]) -> None:
    shown, site = visited_showroom
    with visited(browser, PHONE, script=False) as page:
        page.goto(site)
        page.get_by_role("link", name=f"Game #{shown.running.id}").click()
        page.get_by_role("link", name="First").click()
        expect(page.locator(".story")).to_contain_text("Nothing yet")
        page.get_by_role("link", name="Next").click()
        expect(page.locator(".story")).to_contain_text("reserved an unseen card of level 3")
        page.get_by_role("link", name="Chaim bought").last.click()
        expect(page.locator(".count")).to_have_text("Move 12 of 12")


def test_the_settings_are_changed_by_a_form(browser: Browser, visited_showroom: tuple[Showroom, str]) -> None:
    shown, site = visited_showroom
    with visited(browser, PHONE) as page:
        page.goto(f"{site}/settings/{shown.tag(2)}")
        page.get_by_label("from", exact=True).fill("22:00")
        page.get_by_label("to", exact=True).fill("08:00")
        page.get_by_label("One email for all games").check()
        page.get_by_label("Language").select_option("is")
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("html")).to_have_attribute("lang", "is")
        expect(page.locator("[name=quiet_from]")).to_have_value("22:00")
    assert shown.player(shown.people[1]).digest


def test_nothing_is_wider_than_a_phone(browser: Browser, visited_showroom: tuple[Showroom, str]) -> None:
    shown, site = visited_showroom
    with visited(browser, PHONE) as page:
        for path in paths(shown).values():
            page.goto(site + path)
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
            # A wide table scrolls in a box of its own, and a chart has its own measure.
            page.evaluate("document.querySelectorAll('.wide, .chart').forEach(each => each.replaceChildren())")
            assert page.evaluate(TOO_WIDE) == [], path


@pytest.mark.parametrize("scheme", SCHEMES)
def test_nobody_is_shut_out_of_any_page(
    browser: Browser, visited_showroom: tuple[Showroom, str], axe: str, scheme: Scheme
) -> None:
    shown, site = visited_showroom
    everywhere = {
        **paths(shown),
        "admin": admin_path(shown.server.tags, datetime.now(UTC)),
        "champions": "/champions",
        "a link that is worth nothing": f"/play/{'a' * 21}",
    }
    with visited(browser, PHONE if scheme == "light" else DESK, scheme=scheme) as page:
        for name, path in everywhere.items():
            page.goto(site + path)
            assert grave_faults(page, axe) == [], name
            assert small_targets(page) == [], name
