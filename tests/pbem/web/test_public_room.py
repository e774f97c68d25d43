"""The public pages, where something is changed: settings, people who leave, long lists, trouble."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from pbem.errors import StoreUnavailable
from pbem.model import Player, Spell, Trouble
from pbem.web.pages import preferred
from tests.pbem.web.asking import Answer, ask
from tests.pbem.web.showroom import Showroom


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Showroom]:
    room = Showroom(tmp_path)
    yield room
    room.close()


def anna(room: Showroom) -> Player:
    return room.player(room.people[0])


async def save(room: Showroom, fields: str, tag: str = "", **headers: str) -> Answer:
    sent = headers or {"sec_fetch_site": "same-origin"}
    return await ask(room.site, f"/settings/{tag or room.tag(1)}", "POST", fields, **sent)


async def test_the_settings_page_shows_them_and_changes_nothing(room: Showroom) -> None:
    before = anna(room)
    answer = await ask(room.site, f"/settings/{room.tag(1)}")
    assert '<input type="checkbox" name="receipts" checked>' in answer.text
    assert before.address not in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert anna(room) == before


async def test_a_form_changes_the_settings(room: Showroom) -> None:
    answer = await save(room, "language=da&timezone=K%C3%B8benhavn&quiet=22-8&digest=on")
    assert answer.status == 200
    assert '<html lang="da"' in answer.text
    player = anna(room)
    assert (player.language, player.timezone, player.quiet) == ("da", "Europe/Copenhagen", "22:00-08:00")
    assert player.digest
    assert not player.receipts


async def test_a_vacation_stays_on_its_days_when_the_form_changes_the_time_zone(room: Showroom) -> None:
    december = datetime(2026, 12, 1, tzinfo=UTC)
    room.set(room.people[0], timezone="Atlantic/Reykjavik")
    with room.store.work() as work:
        work.add_vacation(1, december, december + timedelta(days=7))
    await save(room, "language=en&timezone=Europe/Warsaw")
    with room.store.work() as work:
        (away,) = work.vacations(1)
    assert away.first == december - timedelta(hours=1)
    assert away.end == away.first + timedelta(days=7)


async def test_time_that_has_passed_is_counted_before_the_form_changes_the_quiet_hours(room: Showroom) -> None:
    game = room.play((), moves=3)
    with room.store.work() as work:
        work.save_clock(replace(game, clock=replace(game.clock, since=room.now)))
    room.wait(hours=3)
    await save(room, "language=en&timezone=UTC&quiet=0-23")
    with room.store.work() as work:
        counted = work.game(game.id)
    assert counted
    assert (counted.clock.used, counted.clock.since) == (timedelta(hours=3), room.now)


async def test_a_form_that_can_t_be_read_changes_nothing_and_says_why(room: Showroom) -> None:
    before = anna(room)
    for fields in ("language=da&timezone=UTC&quiet=late", "language=da&timezone=Atlantis"):
        answer = await save(room, fields)
        assert answer.status == 422
        assert 'role="alert"' in answer.text
    assert anna(room) == before


async def test_a_form_from_another_site_or_with_a_void_tag_changes_nothing(room: Showroom) -> None:
    before = anna(room)
    fields = "language=da&timezone=UTC"
    assert (await save(room, fields, sec_fetch_site="cross-site")).status == 403
    assert (await save(room, fields, origin="https://evil.example")).status == 403
    old = room.tag(1)
    room.set(room.people[0], generation=1)
    assert (await save(room, fields, tag=old)).status == 404
    assert (await save(room, fields, tag="aaaaaaaaaaaaaaaaaaaaaaa")).status == 404
    assert anna(room) == replace(before, generation=1)


async def test_somebody_forgotten_has_no_page_and_no_link(room: Showroom) -> None:
    game = room.play((), moves=6)
    forgotten = anna(room)
    with room.store.work() as work:
        work.forget_player(forgotten, "Player 1")
    assert (await ask(room.site, "/players/1")).status == 404
    page = await ask(room.site, f"/games/{game.id}")
    assert "Player 1" in page.text
    assert "Anna" not in page.text
    assert 'href="/players/1"' not in page.text


async def test_a_table_for_invited_guests_has_no_page(room: Showroom) -> None:
    room.write(room.people[0], "new bjorn@elsewhere.example")
    with room.store.work() as work:
        (table,) = work.gatherings()
    assert not table.public
    assert (await ask(room.site, f"/games/{table.id}")).status == 404
    assert f"#{table.id}" not in (await ask(room.site, "/")).text


async def test_a_long_list_comes_in_pages(room: Showroom) -> None:
    for _ in range(23):
        room.play((), moves=1)
    first, second = (await ask(room.site, "/")).text, (await ask(room.site, "/?page=2")).text
    listed = [set(re.findall(r'<h3><a href="/games/(\d+)"', text)) for text in (first, second)]
    assert list(map(len, listed)) == [20, 3]
    assert not listed[0] & listed[1]
    assert 'rel="next" href="/?page=2"' in first
    assert (await ask(room.site, "/?page=3")).status == 404


async def test_the_longest_game_of_four_stays_small(room: Showroom) -> None:
    game = room.play((), moves=500, seats=4)
    for code in ("en", "he"):
        page = await ask(room.site, f"/games/{game.id}?lang={code}")
        assert len(page.text.encode()) < 100_000


async def test_names_are_never_markup(room: Showroom) -> None:
    room.set(room.people[0], name="<script>alert(1)</script>")
    game = room.play((), moves=6)
    for path in (f"/games/{game.id}", "/", "/players/1", f"/settings/{room.tag(1)}"):
        assert "<script>alert" not in (await ask(room.site, path)).text


async def test_healthz_says_ok_or_what_is_late(room: Showroom) -> None:
    assert (await ask(room.site, "/healthz")).text == "ok\n"
    game = room.play((), moves=2)
    with room.store.work() as work:
        work.save_clock(replace(game, due_at=room.now))
    assert (await ask(room.site, "/healthz")).status == 200
    room.wait(minutes=30)
    late = await ask(room.site, "/healthz")
    assert late.status == 503
    assert late.text.startswith("no tick")


async def test_healthz_says_what_keeps_the_server_from_its_work(room: Showroom) -> None:
    with room.store.work() as work:
        work.save_spell(Spell(Trouble.SHUNT, room.now, raised=True))
        work.save_spell(Spell(Trouble.MAIL_OUT, room.now))
    assert (await ask(room.site, "/healthz")).status == 200
    with room.store.work() as work:
        work.save_spell(Spell(Trouble.MAILBOX, room.now, raised=True))
        work.save_spell(Spell(Trouble.MAIL_OUT, room.now, raised=True))
    sick = await ask(room.site, "/healthz")
    assert sick.status == 503
    moment = f"{room.now:%Y-%m-%d %H:%M} UTC"
    assert sick.text.splitlines() == [f"the mailbox can't be read since {moment}", f"mail is not sent since {moment}"]


async def test_healthz_says_whether_a_worker_leads(room: Showroom) -> None:
    room.store.workers.beat("two", room.now, leads=False)
    assert (await ask(room.site, "/healthz")).text == "no worker leads\n"
    room.store.workers.beat("one", room.now, leads=True)
    assert (await ask(room.site, "/healthz")).status == 200


async def test_metrics_tell_of_memory_pulses_and_alerts(room: Showroom) -> None:
    room.store.pulses.beat("imap", room.now)
    room.store.workers.beat("one", room.now, leads=True)
    with room.store.work() as work:
        work.save_spell(Spell(Trouble.DISK, room.now, raised=True))
    text = (await ask(room.site, "/metrics", client="127.0.0.1")).text
    assert 'pbem_pulse_age_seconds{name="imap"} 0.0' in text
    assert 'pbem_alert{trouble="disk"} 1.0' in text
    assert 'pbem_alert{trouble="shunt"} 0.0' in text
    assert "pbem_workers 1.0" in text
    memory = re.search(r"^pbem_memory_bytes (\S+)$", text, re.MULTILINE)
    assert memory
    assert 10e6 < float(memory[1]) < 2e9


async def test_a_database_that_is_gone_is_said_and_not_a_crash(room: Showroom, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise StoreUnavailable("disk I/O error")

    monkeypatch.setattr(room.app.store.gallery, "visit", gone)
    assert (await ask(room.site, "/healthz")).text == "the database can't be used\n"
    page = await ask(room.site, "/")
    assert page.status == 503
    assert page.headers["retry-after"]
    assert "disk" not in page.text


async def test_metrics_are_told_on_this_machine_only(room: Showroom) -> None:
    room.play((), moves=2)
    here = await ask(room.site, "/metrics", client="127.0.0.1")
    assert 'pbem_games{status="running"} 1.0' in here.text
    assert "pbem_mails_handled_total 0.0" in here.text
    assert (await ask(room.site, "/metrics", client="192.0.2.7")).status == 404
    assert (await ask(room.site, "/metrics", client="127.0.0.1", x_forwarded_for="192.0.2.7")).status == 404


async def test_a_page_waits_for_nobody_who_writes(room: Showroom) -> None:
    game = room.play((), moves=2)
    with room.store.work() as work:
        work.save_clock(replace(game, due_at=room.now + timedelta(hours=1)))
        assert (await ask(room.site, f"/games/{game.id}")).status == 200


@pytest.mark.parametrize(
    ("header", "code"),
    [("da-DK,da;q=0.9", "da"), ("fr, he;q=0.5, pl;q=0.7", "pl"), ("de", ""), ("", ""), ("is;q=x, en;q=0.1", "en")],
)
def test_the_language_that_is_liked_best_is_chosen(header: str, code: str) -> None:
    assert preferred(header) == code
