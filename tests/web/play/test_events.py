"""Open pages are told at once, but only so many."""

import pytest

from pbem.web.play import events
from pbem.web.play.events import LiveGames
from tests.support.web.asking import ask
from tests.support.web.seats import SeatPage


async def test_three_pages_of_a_key_are_told_at_once_and_only_so_many_in_all(
    anna_page: SeatPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = LiveGames(anna_page.room.app)
    streams = [live.stream("anna", 1, lambda: False) for _ in range(3)]
    for stream in streams:
        assert (await anext(stream)).startswith("data: ")
    assert not live.has_room("anna")
    assert live.has_room("bo")
    monkeypatch.setattr(events, "MOST_STREAMS", 3)
    assert not live.has_room("bo")
    for stream in streams:
        await stream.aclose()  # type: ignore[attr-defined]
    assert live.has_room("anna")


async def test_no_proxy_gathers_or_packs_what_is_told(anna_page: SeatPage) -> None:
    anna_page.room.site.state.closing = True
    answer = await ask(anna_page.room.site, f"{anna_page.path}/events")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["x-accel-buffering"] == "no"
    assert answer.headers["cache-control"] == "no-store, no-transform"
