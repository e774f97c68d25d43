"""Mails in a real browser: they fit a phone, and their text can be read by day and by night."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from benchmarks.pictures import Scheme
from pbem.i18n.codes import LANGUAGES
from pbem.notices import LeagueNews, LeagueNotice, Reader, StandingsNotice, TurnNotice
from pbem.render import render
from tests.support.paths import TESTS
from tests.support.render.league_scenes import LEAGUE, large_division, news_of
from tests.support.render.scenes import LINKS, every_kind, game_views, with_names

SCRIPTS = TESTS / "support" / "render"
PHONE: ViewportSize = {"width": 360, "height": 780}
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
SMALL = "links => links.filter(link => link.getBoundingClientRect().height < 44).map(link => link.innerText)"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, color_scheme="light")
    yield context.new_page()
    context.close()


def mails(code: str) -> Iterator[tuple[str, str]]:
    """Every kind, and turns with long lists of links."""
    for kind, notice in every_kind(code).items():
        yield kind, render(notice, LINKS).html
    to = Reader("anna@example.org", code)
    crowded = [game_view for game_view in game_views(2, 4, "2021", "random") if game_view.length in (25, 60)]
    for game_view in crowded:
        yield f"turn {game_view.length}", render(TurnNotice(to=to, game_view=game_view), LINKS).html


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_mail_fits_a_phone_and_can_be_read_and_tapped(page: Page, code: str) -> None:
    too_wide, too_faint = ((SCRIPTS / name).read_text("utf-8") for name in ("too_wide.js", "too_faint.js"))
    for kind, source in mails(code):
        page.set_content(source)
        assert page.eval_on_selector_all("a", SMALL) == [], kind
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate(too_wide) == [], (kind, scheme)
            assert page.evaluate(too_faint) == [], (kind, scheme)


def test_not_even_names_without_end_make_a_mail_too_wide(page: Page) -> None:
    too_wide = (SCRIPTS / "too_wide.js").read_text("utf-8")
    for kind, notice in every_kind("is").items():
        page.set_content(render(with_names(notice, ("Aðalsteinn" * 9, "W" * 40, "x" * 100)), LINKS).html)
        assert page.evaluate(too_wide) == [], kind


@pytest.mark.parametrize("code", ["is", "he"])
def test_a_division_of_sixteen_fits_a_phone_whatever_its_members_are_called(page: Page, code: str) -> None:
    too_wide = (SCRIPTS / "too_wide.js").read_text("utf-8")
    division = large_division(f"{place}{'W' * 40}" for place in range(16))
    to = Reader("anna@example.org", code)
    for notice in (
        StandingsNotice(to=to, league=LEAGUE, tables=(division,)),
        StandingsNotice(to=to, league=LEAGUE, tables=(replace(division, crosstable=(("1=1-1",) * 16,) * 16),)),
        LeagueNotice(to=to, leagues=(replace(LEAGUE, name="W" * 60),), fixtures=division.running[:3]),
        replace(news_of(to, LeagueNews.STARTED), fixtures=division.running[:3]),
    ):
        page.set_content(render(notice, LINKS).html)
        assert page.evaluate(too_wide) == []


def test_a_hebrew_mail_runs_from_right_to_left(page: Page) -> None:
    page.set_content(render(every_kind("he")["turn"], LINKS).html)
    first, last = (page.locator(f"a[aria-label*=' {place}:']").first.bounding_box() for place in ("31", "34"))
    assert first
    assert last
    assert first["x"] > last["x"]
