"""Open pages are told at once, but only so many."""

from collections.abc import AsyncGenerator
from typing import cast

import pytest

from pbem.web.play import events
from pbem.web.play.events import LiveGames
from pbem.web.play.link import open_link
from tests.support.web.asking import ask
from tests.support.web.seats import SeatPage


def listening(live: LiveGames, page: SeatPage) -> AsyncGenerator[str]:
    app = page.room.app
    with app.store.look() as visit:
        link = open_link(app.server, visit, page.tag)
    assert link
    return cast("AsyncGenerator[str]", live.stream(link, lambda: False))


async def test_three_pages_of_a_key_are_told_at_once_and_only_so_many_in_all(
    anna_page: SeatPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = LiveGames(anna_page.room.app)
    streams = [listening(live, anna_page) for _ in range(3)]
    for stream in streams:
        assert (await anext(stream)).startswith("data: ")
    assert not live.has_room(anna_page.tag)
    assert live.has_room("bo")
    monkeypatch.setattr(events, "MOST_STREAMS", 3)
    assert not live.has_room("bo")
    for stream in streams:
        await stream.aclose()
    assert live.has_room(anna_page.tag)


async def test_after_new_tag_an_open_page_is_told_nothing_more(anna_page: SeatPage) -> None:
    room = anna_page.room
    stream = listening(LiveGames(room.app), anna_page)
    await anext(stream)
    room.set(room.people[0], generation=1)
    room.reply(room.people[0], "take white blue red")
    assert room.game().length == 1
    assert [told async for told in stream] == []


async def test_who_sits_open_at_a_void_link_in_a_quiet_game_is_hung_up_on(
    anna_page: SeatPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = anna_page.room
    stream = listening(LiveGames(room.app), anna_page)
    await anext(stream)
    room.set(room.people[0], generation=1)
    monkeypatch.setattr(events, "_SIGN_OF_LIFE", 0.0)
    assert [told async for told in stream] == []


async def test_nobody_learns_from_their_page_that_others_talk_with_each_other(
    anna_page: SeatPage, bo_page: SeatPage
) -> None:
    room = anna_page.room
    _, bo, cy = room.people
    room.reply(bo, "take white blue red", to="started")
    before = [(await page.look()).tree.get_element_by_id("head").get("data-version") for page in (anna_page, bo_page)]
    room.reply(cy, "tell Bo: shall we both take red?", to="started")
    after = [(await page.look()).tree.get_element_by_id("head").get("data-version") for page in (anna_page, bo_page)]
    assert after[0] == before[0]
    assert after[1] != before[1]


async def test_who_only_asks_whether_something_would_be_told_takes_no_place(anna_page: SeatPage) -> None:
    assert (await ask(anna_page.room.site, f"{anna_page.path}/events", "HEAD")).status == 204


async def test_no_proxy_gathers_or_packs_what_is_told(anna_page: SeatPage) -> None:
    anna_page.room.site.state.closing = True
    answer = await ask(anna_page.room.site, f"{anna_page.path}/events")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["x-accel-buffering"] == "no"
    assert answer.headers["cache-control"] == "no-store, no-transform"
