"""What somebody with fresh eyes tries who has got hold of the address of a seat's page, or would like to."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from urllib.parse import urlencode, urljoin, urlsplit

import pytest
from lxml import html

from engine import CARDS
from pbem.mail.operators_page import admin_path
from pbem.mail.tags import Claim, Purpose
from tests.support.web.asking import ask
from tests.support.web.seats import OWN, SeatPage
from tests.support.web.showroom import Showroom

REQUESTS = 1000


def everything(room: Showroom) -> list[str]:
    """The whole database, row by row."""
    with closing(sqlite3.connect(room.folder / "pbem.db")) as database:
        return list(database.iterdump())


# Another seat


@pytest.mark.parametrize("field", ["seat", "player", "game", "name", "tag", "from"])
async def test_no_field_of_a_form_moves_for_another_seat(anna_page: SeatPage, bo_page: SeatPage, field: str) -> None:
    seen = await bo_page.look()
    for value in ("0", "1", "Anna", anna_page.tag):
        await bo_page.send(seen, order="take white blue red", **{field: value})
    game = anna_page.room.game()
    assert game.length == 0
    assert game.holders[0].queued is None


@pytest.mark.parametrize(
    "words", ["#1 take white blue red", "Anna: take white blue red", "take white blue red\n.\nresign"]
)
async def test_an_order_field_holds_an_order_of_this_seat_and_nothing_else(bo_page: SeatPage, words: str) -> None:
    await bo_page.send(await bo_page.look(), order=words)
    game = bo_page.room.game()
    assert game.length == 0
    assert not any(seat.resigned for seat in game.state.seats)


@pytest.mark.parametrize(
    "deed", ["stop", "forget me", "new tag", "name Eve", "address eve@elsewhere.example", "ban Anna"]
)
async def test_a_form_can_t_reach_a_command_that_is_no_part_of_the_game(anna_page: SeatPage, deed: str) -> None:
    before = anna_page.room.player(anna_page.room.people[0])
    seen = await anna_page.look()
    for name in ("do", "order"):
        await anna_page.send(seen, **{name: deed, "sure": "yes"})
    assert anna_page.room.player(anna_page.room.people[0]) == before
    assert anna_page.room.game().length == 0


async def test_words_for_the_table_are_never_commands(anna_page: SeatPage) -> None:
    await anna_page.send(await anna_page.look(), do="say", words="hello\nresign\nstop\ntake white blue red")
    game, anna = anna_page.room.game(), anna_page.room.player(anna_page.room.people[0])
    assert game.length == 0
    assert not game.state.seats[0].resigned
    assert not anna.stopped


async def test_who_left_the_seat_or_was_never_at_the_table_has_no_page(anna_page: SeatPage) -> None:
    tags = anna_page.room.tags
    for claim in (Claim(4, 1, 0), Claim(1, 2, 0), Claim(1, 0, 0), Claim(0, 1, 0), Claim(1, 1, 1)):
        assert (await ask(anna_page.room.site, f"/play/{tags.make(Purpose.PLAY, claim)}")).status == 404, claim


# A hidden card


async def test_no_choice_in_an_address_shows_a_card_that_the_seat_may_not_know(full_showroom: Showroom) -> None:
    game = full_showroom.running
    hidden = {held.card.id for seat in game.state.seats[1:] for held in seat.reserved if held.hidden and held.card} | {
        card.id for deck in game.state.decks for card in deck
    }
    page = SeatPage(full_showroom, game.holders[0].player_id or 0, game.id)
    for query in ("deck=1", "deck=2", "deck=3"):
        found = (await page.look(query)).answer.text
        assert set(re.findall(r"\b[123][wugrk]\d\b", found)) & hidden == set(), query
    for card in sorted(hidden)[:20]:
        # The card that was asked for is not said back, whatever its id.
        seen = await page.look(f"card={card}")
        assert "Card" not in seen.bar
        assert CARDS[card].id not in "".join(seen.orders.values())


# From the page to elsewhere


async def test_no_page_of_a_seat_links_to_settings_or_holds_a_key_of_another_game(full_showroom: Showroom) -> None:
    page = SeatPage(full_showroom, 1, full_showroom.running.id)
    for seen in (await page.look(), await page.back(3)):
        links = [str(each) for each in seen.tree.xpath("//@href | //@action | //@src")]
        assert not any("/settings/" in each or "/unsubscribe/" in each for each in links)
        assert {each.split("/")[2] for each in links if each.startswith("/play/")} == {page.tag.split("?")[0]}
        assert page.tag not in seen.title


@pytest.mark.parametrize(
    "headers",
    [
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
        {"sec_fetch_site": "none"},
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {},
    ],
)
async def test_a_form_on_another_site_does_nothing(anna_page: SeatPage, headers: dict[str, str]) -> None:
    seen = await anna_page.look()
    fields = urlencode({"turn": seen.hidden("turn"), "once": seen.hidden("once"), "order": "take white blue red"})
    assert (await ask(anna_page.room.site, anna_page.path, "POST", fields, **headers)).status == 403
    assert anna_page.room.game().length == 0


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
async def test_no_other_method_does_anything(anna_page: SeatPage, method: str) -> None:
    before = everything(anna_page.room)
    answer = await ask(anna_page.room.site, anna_page.path, method, "order=take white blue red", **OWN)
    assert answer.status == 405
    assert everything(anna_page.room) == before


# A link that should be dead


async def test_new_tag_voids_the_link_at_once_even_on_an_open_page(anna_page: SeatPage) -> None:
    room, anna = anna_page.room, anna_page.room.people[0]
    seen = await anna_page.look()
    room.reply(anna, "new tag")
    room.write(anna, "new tag")
    assert room.player(anna).generation > 0
    answer = await anna_page.send(seen, order="take white blue red")
    assert answer.status == 404
    assert (await ask(room.site, f"{anna_page.path}/events")).status == 404
    assert (await ask(room.site, f"{anna_page.path}/moves/0")).status == 404
    assert room.game().length == 0


async def test_whatever_is_said_of_a_link_is_kept_nowhere(anna_page: SeatPage) -> None:
    for path in (
        anna_page.path,
        anna_page.path[:-1],
        f"{anna_page.path}/moves/0",
        f"{anna_page.path}/moves/99",
        "/play/x/y",
    ):
        headers = (await ask(anna_page.room.site, path)).headers
        assert headers["cache-control"] == "no-store", path
        assert headers["referrer-policy"] == "strict-origin", path


@pytest.mark.parametrize("host", ["splendor.example.org", "localhost", "127.0.0.1:8080"])
async def test_no_answer_sends_a_browser_with_its_tag_to_where_no_tls_is(anna_page: SeatPage, host: str) -> None:
    tags, operators = anna_page.room.tags, admin_path(anna_page.room.tags, datetime.now(UTC))
    paths = [anna_page.path, operators, f"/settings/{tags.make(Purpose.SETTINGS, Claim(1, 0, 0))}", "/leagues"]
    for path in paths:
        answer = await ask(anna_page.room.site, f"{path}/", host=host)
        assert (answer.headers["location"], answer.headers["cache-control"]) == (path, "no-store")
    done = await ask(anna_page.room.site, operators, "POST", "do=pause&number=99", host=host, **OWN)
    assert done.headers["location"].startswith(f"{operators}?done=")


# Scanners, previews and crawlers


def found_in(page: str, address: str) -> Iterator[str]:
    tree: html.HtmlElement = html.fromstring(page)
    for _, _, link, _ in tree.iterlinks():
        yield urljoin(address, link)
    for button in (*tree.iter("button"), *tree.iter("input")):
        # What a form would send, as a careless crawler asks for it.
        yield f"{urlsplit(address).path}?{urlencode({str(button.get('name')): button.get('value', '')})}"


def in_mails(room: Showroom) -> list[str]:
    mails = [mail for person in room.people for mail in person.mails]
    texts = [part.get_content() for mail in mails for part in mail.walk() if part.get_content_maintype() == "text"]
    return re.findall(r"https://splendor\.example\.org(/[\w./?=&-]*)", " ".join(texts))


async def test_a_thousand_looks_change_not_a_byte(anna_page: SeatPage, monkeypatch: pytest.MonkeyPatch) -> None:
    room = anna_page.room
    room.reply(room.people[0], "take white blue red")
    monkeypatch.setattr("pbem.web.play.limits.Pace.allows", lambda *_: True)
    waiting, seen = ["/", *in_mails(room)], set[str]()
    before, asked = everything(room), 0
    while asked < REQUESTS and waiting:
        path = waiting.pop(0)
        if path in seen or path.endswith("/events"):
            continue
        seen.add(path)
        for method in ("GET", "HEAD"):
            answer = await ask(room.site, path, method)
            asked += 1
        if answer.status == 200 and "text/html" in (answer.headers.get("content-type") or ""):
            page = (await ask(room.site, path)).text
            asked += 1
            waiting += [
                each
                for link in found_in(page, f"https://splendor.example.org{path}")
                if (each := link.removeprefix("https://splendor.example.org")).startswith("/")
            ]
    assert asked >= REQUESTS
    assert everything(room) == before
