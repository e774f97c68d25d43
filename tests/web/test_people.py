"""The public pages, where something is changed: settings, people who leave, long lists, trouble."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from pbem.errors import StoreUnavailable
from pbem.mail.tags import Purpose
from pbem.model import Incident, Player, Role, Trouble
from pbem.notices import NAMING
from pbem.web.pages import preferred
from tests.support.people import text_of
from tests.support.web.asking import Answer, ask
from tests.support.web.showroom import RULES, Showroom


def anna(room: Showroom) -> Player:
    return room.player(room.people[0])


async def save(room: Showroom, fields: str, tag: str = "", **headers: str) -> Answer:
    sent = headers or {"sec_fetch_site": "same-origin"}
    return await ask(room.site, f"/settings/{tag or room.tag(1)}", "POST", fields, **sent)


async def test_the_settings_page_shows_them_and_changes_nothing(showroom: Showroom) -> None:
    before = anna(showroom)
    answer = await ask(showroom.site, f"/settings/{showroom.tag(1)}")
    assert '<input type="checkbox" name="analysis" checked>' in answer.text
    assert before.address not in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert anna(showroom) == before


async def test_a_form_changes_the_settings(showroom: Showroom) -> None:
    answer = await save(showroom, "language=da&timezone=K%C3%B8benhavn&quiet_from=22:00&quiet_to=08:00&digest=on")
    assert answer.status == 200
    assert '<html lang="da"' in answer.text
    player = anna(showroom)
    assert (player.language, player.timezone, player.quiet) == ("da", "Europe/Copenhagen", "22:00-08:00")
    assert player.digest
    assert not player.analysis


async def test_a_vacation_stays_on_its_days_when_the_form_changes_the_time_zone(showroom: Showroom) -> None:
    december = datetime(2026, 12, 1, tzinfo=UTC)
    showroom.set(showroom.people[0], timezone="Atlantic/Reykjavik")
    with showroom.store.work() as work:
        work.add_vacation(1, december, december + timedelta(days=7))
    await save(showroom, "language=en&timezone=Europe/Warsaw")
    with showroom.store.work() as work:
        (away,) = work.vacations(1)
    assert away.first == december - timedelta(hours=1)
    assert away.end == away.first + timedelta(days=7)


async def test_time_that_has_passed_is_counted_before_the_form_changes_the_quiet_hours(showroom: Showroom) -> None:
    game = showroom.play((), moves=3)
    with showroom.store.work() as work:
        work.save_clock(replace(game, clock=replace(game.clock, since=showroom.now)))
    showroom.wait(hours=3)
    await save(showroom, "language=en&timezone=UTC&quiet_from=00:00&quiet_to=23:00")
    with showroom.store.work() as work:
        counted = work.game(game.id)
    assert counted
    assert (counted.clock.used, counted.clock.since) == (timedelta(hours=3), showroom.now)


async def test_a_form_that_can_t_be_read_changes_nothing_and_says_why(showroom: Showroom) -> None:
    before = anna(showroom)
    for fields in ("language=da&timezone=UTC&quiet_from=late", "language=da&timezone=Atlantis"):
        answer = await save(showroom, fields)
        assert answer.status == 422
        assert 'role="alert"' in answer.text
    assert anna(showroom) == before


async def test_a_form_from_another_site_or_with_a_void_tag_changes_nothing(showroom: Showroom) -> None:
    before = anna(showroom)
    fields = "language=da&timezone=UTC"
    assert (await save(showroom, fields, sec_fetch_site="cross-site")).status == 403
    assert (await save(showroom, fields, origin="https://evil.example")).status == 403
    old = showroom.tag(1)
    showroom.set(showroom.people[0], generation=1)
    assert (await save(showroom, fields, tag=old)).status == 404
    assert (await save(showroom, fields, tag="aaaaaaaaaaaaaaaaaaaaaaa")).status == 404
    assert anna(showroom) == replace(before, generation=1)


async def test_no_form_is_read_without_a_good_tag(showroom: Showroom) -> None:
    too_much = "language=da&timezone=" + "x" * 20_000
    assert (await save(showroom, too_much)).status == 413
    assert (await save(showroom, too_much, tag="aaaaaaaaaaaaaaaaaaaaaaa")).status == 404


async def test_somebody_forgotten_has_no_page_and_no_link(showroom: Showroom) -> None:
    game = showroom.play((), moves=6)
    forgotten = anna(showroom)
    with showroom.store.work() as work:
        work.forget_player(forgotten, "Player 1", NAMING)
    assert (await ask(showroom.site, "/players/1")).status == 404
    page = await ask(showroom.site, f"/games/{game.id}")
    assert "Player 1" in page.text
    assert "Anna" not in page.text
    assert 'href="/players/1"' not in page.text


async def test_a_table_for_invited_guests_has_no_page(showroom: Showroom) -> None:
    showroom.write(showroom.people[0], "new bjorn@elsewhere.example")
    with showroom.store.work() as work:
        (table,) = work.open_tables()
    assert not table.public
    assert (await ask(showroom.site, f"/games/{table.id}")).status == 404
    assert f"#{table.id}" not in (await ask(showroom.site, "/")).text


async def test_a_long_list_comes_in_pages(showroom: Showroom) -> None:
    for _ in range(23):
        showroom.play((), moves=1)
    first, second = (await ask(showroom.site, "/")).text, (await ask(showroom.site, "/?page=2")).text
    listed = [set(re.findall(r'<h3><a href="/games/(\d+)"', text)) for text in (first, second)]
    assert list(map(len, listed)) == [20, 3]
    assert not listed[0] & listed[1]
    assert 'rel="next" href="/?page=2"' in first
    assert (await ask(showroom.site, "/?page=3")).status == 404


async def test_the_longest_game_of_four_stays_small(showroom: Showroom) -> None:
    game = showroom.play((), moves=500, seats=4)
    for code in ("en", "he"):
        page = await ask(showroom.site, f"/games/{game.id}?lang={code}")
        assert len(page.text.encode()) < 100_000


async def test_names_are_never_markup(showroom: Showroom) -> None:
    showroom.set(showroom.people[0], name="<script>alert(1)</script>")
    game = showroom.play((), moves=6)
    for path in (f"/games/{game.id}", "/", "/players/1", f"/settings/{showroom.tag(1)}"):
        assert "<script>alert" not in (await ask(showroom.site, path)).text


async def test_healthz_says_ok_or_what_is_late(showroom: Showroom) -> None:
    assert (await ask(showroom.site, "/healthz")).text == "ok\n"
    game = showroom.play((), moves=2)
    with showroom.store.work() as work:
        work.save_clock(replace(game, due_at=showroom.now))
    assert (await ask(showroom.site, "/healthz")).status == 200
    showroom.wait(minutes=30)
    late = await ask(showroom.site, "/healthz")
    assert late.status == 503
    assert late.text.startswith("no tick")


async def test_healthz_says_what_keeps_the_server_from_its_work(showroom: Showroom) -> None:
    with showroom.store.work() as work:
        work.save_incident(Incident(Trouble.SHUNT, showroom.now, raised=True))
        work.save_incident(Incident(Trouble.MAIL_OUT, showroom.now))
    assert (await ask(showroom.site, "/healthz")).status == 200
    with showroom.store.work() as work:
        work.save_incident(Incident(Trouble.MAILBOX, showroom.now, raised=True))
        work.save_incident(Incident(Trouble.MAIL_OUT, showroom.now, raised=True))
    sick = await ask(showroom.site, "/healthz")
    assert sick.status == 503
    moment = f"{showroom.now:%Y-%m-%d %H:%M} UTC"
    assert sick.text.splitlines() == [f"the mailbox can't be read since {moment}", f"mail is not sent since {moment}"]


async def test_healthz_says_whether_a_worker_leads(showroom: Showroom) -> None:
    showroom.store.workers.beat("two", showroom.now, leads=False)
    assert (await ask(showroom.site, "/healthz")).text == "no worker leads\n"
    showroom.store.workers.beat("one", showroom.now, leads=True)
    assert (await ask(showroom.site, "/healthz")).status == 200


async def test_metrics_tell_of_memory_pulses_and_alerts(showroom: Showroom) -> None:
    showroom.store.pulses.beat("imap", showroom.now)
    showroom.store.workers.beat("one", showroom.now, leads=True)
    with showroom.store.work() as work:
        work.save_incident(Incident(Trouble.DISK, showroom.now, raised=True))
    text = (await ask(showroom.site, "/metrics", client="127.0.0.1")).text
    assert 'pbem_pulse_age_seconds{name="imap"} 0.0' in text
    assert 'pbem_alert{trouble="disk"} 1.0' in text
    assert 'pbem_alert{trouble="shunt"} 0.0' in text
    assert "pbem_workers 1.0" in text
    memory = re.search(r"^pbem_memory_bytes (\S+)$", text, re.MULTILINE)
    assert memory
    assert 10e6 < float(memory[1]) < 2e9


async def test_a_database_that_is_gone_is_said_and_not_a_crash(
    showroom: Showroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> None:
        raise StoreUnavailable("disk I/O error")

    monkeypatch.setattr(showroom.app.store, "look", gone)
    assert (await ask(showroom.site, "/healthz")).text == "the database can't be used\n"
    page = await ask(showroom.site, "/")
    assert page.status == 503
    assert page.headers["retry-after"]
    assert "disk" not in page.text


async def test_whether_all_is_well_is_told_by_any_name(showroom: Showroom) -> None:
    assert (await ask(showroom.site, "/healthz", host="container-17")).status in (200, 503)
    assert (await ask(showroom.site, "/", host="container-17")).status == 400


async def test_metrics_are_told_on_this_machine_only(showroom: Showroom) -> None:
    showroom.play((), moves=2)
    here = await ask(showroom.site, "/metrics", client="127.0.0.1")
    assert 'pbem_games{status="running"} 1.0' in here.text
    assert (await ask(showroom.site, "/metrics", client="192.0.2.7")).status == 404
    assert (await ask(showroom.site, "/metrics", client="127.0.0.1", x_forwarded_for="192.0.2.7")).status == 404


async def test_a_page_waits_for_nobody_who_writes(showroom: Showroom) -> None:
    game = showroom.play((), moves=2)
    with showroom.store.work() as work:
        work.save_clock(replace(game, due_at=showroom.now + timedelta(hours=1)))
        assert (await ask(showroom.site, f"/games/{game.id}")).status == 200


@pytest.mark.parametrize(
    ("header", "code"),
    [("da-DK,da;q=0.9", "da"), ("fr, he;q=0.5, pl;q=0.7", "pl"), ("de", ""), ("", ""), ("is;q=x, en;q=0.1", "en")],
)
def test_the_language_that_is_liked_best_is_chosen(header: str, code: str) -> None:
    assert preferred(header) == code


async def test_a_director_sees_on_a_page_what_the_report_says(showroom: Showroom) -> None:
    showroom.under_way(RULES)
    with showroom.store.work() as work:
        work.save_league(replace(work.league(1), directors={1: Role()}))
    answer = await ask(showroom.site, f"/direct/{showroom.tag(1, Purpose.DIRECT)}")
    assert "Games over: " in answer.text
    assert answer.headers["cache-control"] == "no-store"
    assert (await ask(showroom.site, f"/direct/{showroom.tag(2, Purpose.DIRECT)}")).status == 404
    showroom.let_pass(weeks=1)
    assert any("/direct/" in text_of(mail) for mail in showroom.people[0].mails)
    assert not any("/direct/" in text_of(mail) for mail in showroom.people[1].mails)
