"""The page of a seat in a real browser: phone and desk, day and night, with script, with keys alone and without."""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from benchmarks.pictures import Scheme
from engine import Buy, Order, Reserve, legal_orders, order_text, view
from engine.bots import BOTS
from pbem.mail.tags import Purpose
from tests.support.web.screens import DESK
from tests.support.web.seats import SeatPage
from tests.support.web.showroom import Showroom, opened
from tests.support.web.tapping import tap_order
from tests.support.web.visits import grave_faults, small_targets, visited

PHONE: ViewportSize = {"width": 375, "height": 780}
# So many moves are made before the browser opens; PBEM_WHOLE_GAMES=1 has all of them made there.
BEGUN = 1 if os.environ.get("PBEM_WHOLE_GAMES") else 66
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Showroom, str]]:
    """For Anna, Bo and Cy, at a pace that no person has."""
    monkeypatch.setattr("pbem.web.play.limits.Pace.allows", lambda *_: True)
    with opened(tmp_path, "Anna", "Bo", "Cy") as open_room:
        yield open_room


@pytest.fixture
def table(tables: tuple[Showroom, str]) -> tuple[Showroom, str]:
    """A game that has just begun."""
    tables[0].new_game()
    return tables


def next_order(room: Showroom, luck: Random) -> tuple[int, Order]:
    state = room.game().state
    assert state.turn is not None
    return state.turn, BOTS["greedy"](view(state, state.turn), luck)


def open_seat(page: Page, room: Showroom, site: str, player: int) -> None:
    page.goto(site + SeatPage(room, player).path)


def test_a_game_of_three_by_the_page_alone_in_every_look(browser: Browser, tables: tuple[Showroom, str]) -> None:
    room, site = tables
    room.play((), moves=BEGUN)
    luck = Random(5)
    with (
        visited(browser, PHONE, scheme="dark") as anna,
        visited(browser, DESK) as bo,
        visited(browser, PHONE, script=False) as cy,
    ):
        pages = (anna, bo, cy)
        for player, page in enumerate(pages, 1):
            open_seat(page, room, site, player)
        while not room.game().state.over:
            seat, order = next_order(room, luck)
            if seat == 2:
                open_seat(cy, room, site, 3)
            expect(pages[seat]).to_have_title("Your turn · #1")
            tap_order(pages[seat], order)
        for page in (anna, bo):
            expect(page.locator("h1")).to_have_text("The game is over")


def test_a_game_half_by_mail_and_half_by_page_with_script_and_without(
    browser: Browser, tables: tuple[Showroom, str]
) -> None:
    room, site = tables
    room.play((), moves=BEGUN)
    luck = Random(3)
    with visited(browser, PHONE) as anna, visited(browser, DESK, script=False, scheme="dark") as bo:
        open_seat(anna, room, site, 1)
        while not room.game().state.over:
            seat, order = next_order(room, luck)
            if seat == 0:
                # Bo moved by a form and Cy by mail: her page knows by itself.
                expect(anna).to_have_title("Your turn · #1")
                tap_order(anna, order)
            elif seat == 1:
                open_seat(bo, room, site, 2)
                tap_order(bo, order)
            else:
                room.write(room.people[2], f"#1 {order_text(order)}")
        expect(anna.locator("h1")).to_have_text("The game is over")
        expect(anna.get_by_role("button", name="Rematch")).to_be_visible()


def test_a_whole_take_with_the_keys_alone(browser: Browser, table: tuple[Showroom, str]) -> None:
    room, site = table
    with visited(browser, DESK) as page:
        open_seat(page, room, site, 1)
        for gem in ("white", "blue", "red"):
            reach(page, f"#take-{gem}")
            page.keyboard.press("Space")
            expect(page.locator(f"#take-{gem}")).to_be_checked()
        expect(page.get_by_role("button", name="Take white, blue and red")).to_be_enabled()
        expect(page.locator("#go")).not_to_have_attribute("aria-busy", "true")
        reach(page, "button.go")
        page.keyboard.press("Enter")
        expect(page.locator(".done")).to_contain_text("Your move was played.")
    assert room.game().length == 1


@pytest.mark.parametrize("kind", [Buy, Reserve])
def test_a_card_is_bought_and_reserved_with_the_keys_alone(
    browser: Browser, tables: tuple[Showroom, str], kind: type[Buy] | type[Reserve]
) -> None:
    room, site = tables
    state = room.play((), moves=BEGUN).state
    assert state.turn is not None
    order = next(each for each in legal_orders(view(state, state.turn)) if isinstance(each, kind))
    with visited(browser, DESK) as page:
        open_seat(page, room, site, state.turn + 1)
        reach(page, f"a.card[href^='?card={order.card}#']")
        page.keyboard.press("Enter")
        reach(page, f"button[name=order][value='{order_text(order)}']")
        page.keyboard.press("Enter")
        expect(page.locator(".done")).to_contain_text("Your move was played.")


def reach(page: Page, target: str) -> None:
    """Tab from where the focus is, round the page at most twice."""
    for _ in range(150):
        if page.locator(f"{target}:focus").count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(target)


def test_what_others_do_appears_without_reloading(browser: Browser, table: tuple[Showroom, str]) -> None:
    room, site = table
    with visited(browser, PHONE) as page:
        open_seat(page, room, site, 2)
        expect(page).to_have_title("It is Anna's turn. · #1")
        room.reply(room.people[0], "say mind the <blue> one")
        expect(page.locator("#talk")).to_contain_text("mind the <blue> one")
        room.reply(room.people[0], "take white blue red")
        expect(page).to_have_title("Your turn · #1")
        expect(page.locator("#since")).to_contain_text("Anna took white, blue and red.")


def test_a_page_that_no_proxy_lets_hear_anything_asks_by_itself(browser: Browser, table: tuple[Showroom, str]) -> None:
    room, site = table
    with visited(browser, PHONE) as page:
        page.route("**/events", lambda _held_back: None)
        page.clock.install()
        open_seat(page, room, site, 2)
        room.reply(room.people[0], "take white blue red")
        page.clock.fast_forward(6_000)
        page.clock.fast_forward(31_000)
        expect(page).to_have_title("Your turn · #1")


def test_who_taps_too_often_keeps_the_page_and_what_was_typed(
    browser: Browser, table: tuple[Showroom, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    room, site = table
    with visited(browser, PHONE, expected="429") as page:
        page.clock.install()
        open_seat(page, room, site, 1)
        page.get_by_label("Say something to the table").fill("half a sentence")
        with monkeypatch.context() as busy:
            busy.setattr("pbem.web.play.limits.Pace.allows", lambda *_: False)
            page.locator("label", has=page.locator("#take-white")).click()
            expect(page.locator("#told")).to_contain_text("Please wait a moment")
        page.clock.fast_forward(60_000)
        expect(page.get_by_role("button", name="2 more gems")).to_be_visible()
        expect(page.locator("#told")).not_to_contain_text("Please wait a moment")
        expect(page.get_by_label("Say something to the table")).to_have_value("half a sentence")


def test_a_ladder_of_orders_is_built_and_taken_down(browser: Browser, table: tuple[Showroom, str]) -> None:
    room, site = table
    with visited(browser, PHONE) as page:
        open_seat(page, room, site, 2)
        for gems in (("white", "blue", "green"), ("blue", "red", "black")):
            for gem in gems:
                page.locator("label", has=page.locator(f"#take-{gem}")).click()
            page.locator("button.go:enabled").click()
            expect(page.locator(".done")).to_have_text("This waits for your turn now.")
        page.get_by_role("button", name="Move up: take blue red black").click()
        expect(page.locator(".ladder li").first).to_contain_text("take blue red black")
        page.get_by_role("button", name="Remove: take blue red black").click()
        expect(page.locator(".ladder li")).to_have_count(1)
    assert room.game().holders[1].queued == "take white blue green"


@pytest.fixture(scope="module")
def full_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Showroom, str]]:
    with opened(tmp_path_factory.mktemp("room")) as open_room:
        yield open_room


def seat_pages(room: Showroom) -> dict[str, str]:
    """Every look that the page of a seat has."""
    game = room.running
    turn = game.state.turn
    assert turn is not None
    mine, other = SeatPage(room, turn + 1, game.id), SeatPage(room, (turn + 1) % 3 + 1, game.id)
    card = next(card for card in game.state.table[0] if card)
    return {
        "my turn": mine.path,
        "gems": f"{mine.path}?take=blue&take=green",
        "card": f"{mine.path}?card={card.id}",
        "waiting": f"{other.path}?take=blue&take=green&take=red",
        "over": SeatPage(room, 1, room.over.id).path,
        "back": f"{mine.path}/moves/8",
        "my games": f"/games/{room.tag(1, Purpose.GAMES)}",
        "settings": f"/settings/{room.tag(1)}",
        "front": "/",
    }


# Each size with each scheme and each direction: four runs see every pair that eight would.
@pytest.mark.parametrize(
    ("size", "scheme", "code"),
    [(PHONE, "light", "en"), (PHONE, "dark", "he"), (DESK, "light", "he"), (DESK, "dark", "en")],
)
def test_nobody_is_shut_out(
    browser: Browser, full_house: tuple[Showroom, str], axe: str, size: ViewportSize, scheme: Scheme, code: str
) -> None:
    room, site = full_house
    for person in room.people:
        room.set(person, language=code)
    with visited(browser, size, scheme=scheme) as page:
        for name, path in seat_pages(room).items():
            page.goto(f"{site}{path}" if name != "front" else f"{site}/?lang={code}")
            assert page.locator("html").get_attribute("dir") == ("rtl" if code == "he" else "ltr")
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], name
            assert small_targets(page) == [], name
            assert grave_faults(page, axe) == [], name
