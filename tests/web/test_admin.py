"""The operator's page: behind a tag that ends after a week, it shows how things are and does what commands do."""

from datetime import UTC, datetime, timedelta
from urllib.parse import unquote_plus

import pytest

from pbem.mail.operators_page import admin_path
from pbem.mail.tags import Claim, Purpose
from tests.support.cli.runs import inside
from tests.support.stores import letter
from tests.support.web.asking import Answer, ask
from tests.support.web.showroom import RULES, Showroom


def path(room: Showroom, days_ago: int = 0) -> str:
    return admin_path(room.server.tags, datetime.now(UTC) - timedelta(days=days_ago))


async def do(room: Showroom, deed: str, number: object, **headers: str) -> Answer:
    sent = headers or {"sec_fetch_site": "same-origin"}
    return await ask(room.site, path(room), "POST", f"do={deed}&number={number}", **sent)


async def test_it_shows_health_games_players_and_mails(showroom: Showroom) -> None:
    game = showroom.play((), moves=1)
    answer = await ask(showroom.site, path(showroom))
    assert answer.status == 200
    assert answer.headers["cache-control"] == "no-store"
    for shown in ("Health", "No trouble stands", f'href="/games/{game.id}"', "Shunted mails", "Players"):
        assert shown in answer.text


@pytest.mark.parametrize("days", [8, 300, -1])
async def test_a_link_is_good_for_a_week(showroom: Showroom, days: int) -> None:
    assert (await ask(showroom.site, path(showroom, days))).status == 404


async def test_no_tag_of_a_player_opens_it(showroom: Showroom) -> None:
    for purpose in set(Purpose) - {Purpose.ADMIN}:
        tag = showroom.server.tags.make(purpose, Claim(1, 0, 0))
        assert (await ask(showroom.site, f"/admin/{tag}")).status == 404


async def test_a_shunted_mail_is_tried_again(showroom: Showroom) -> None:
    showroom.store.inbox.accept([letter("one")])
    with showroom.store.work() as work:
        (mail,) = work.waiting_mail(10)
        work.shunt_mail(mail.id, "ValueError: no")
    assert "ValueError: no" in (await ask(showroom.site, path(showroom))).text
    answer = await do(showroom, "retry-in", mail.id)
    assert (answer.status, "is tried again" in unquote_plus(answer.headers["location"])) == (303, True)
    with showroom.store.work() as work:
        assert [each.id for each in work.waiting_mail(10)] == [mail.id]


async def test_a_game_is_paused_and_goes_on(showroom: Showroom) -> None:
    game = showroom.play((), moves=1)
    await do(showroom, "pause", game.id)
    with showroom.store.work() as work:
        paused = work.game(game.id)
        assert paused
        assert paused.paused
    assert "Nothing was done" in unquote_plus((await do(showroom, "pause", game.id)).headers["location"])
    assert "goes on" in unquote_plus((await do(showroom, "resume", game.id)).headers["location"])


async def test_what_was_done_is_listed_however_it_was_done_and_names_nobody(showroom: Showroom) -> None:
    game = showroom.play((), moves=1)
    await do(showroom, "pause", game.id)
    showroom.direct(f"resume #{game.id}")
    run = inside(showroom.folder, "game", "extend", str(game.id), "24")
    assert run.code == 0, run.err
    with showroom.store.look() as visit:
        deeds = [(deed.by, deed.what) for deed in visit.deeds(10)]
    by_mail = deeds.pop(1)
    assert deeds == [("command", f"pbem game extend {game.id} 24"), ("page", f"Game {game.id} is paused.")]
    assert by_mail[0].startswith("mail of player ")
    assert by_mail[1] == f"resume #{game.id}"
    assert f"resume #{game.id}" in (await ask(showroom.site, path(showroom))).text


def test_every_command_that_changes_something_is_in_the_log(showroom: Showroom) -> None:
    showroom.store.inbox.accept([letter("one")])
    with showroom.store.work() as work:
        (mail,) = work.waiting_mail(10)
        work.shunt_mail(mail.id, "ValueError: no")
    done = (
        ("game", "new", "--seats", "Anna <anna@example.org>, bot:greedy"),
        ("announce", "--yes", "--everyone", "We are back."),
        ("player", "new-tag", "--all"),
        ("mail", "retry", str(mail.id)),
        ("league", "new", "Nordic", "--start", "2100-01-04"),
        ("league", "pause", "Nordic", "--yes", "--because", "summer"),
    )
    for command in done:
        run = inside(showroom.folder, *command)
        assert run.code == 0, run.err
    with showroom.store.look() as visit:
        noted = [deed.what for deed in visit.deeds(10)]
    mails = f"pbem mail retry {mail.id}"
    assert noted[::-1] == [
        "pbem game new",
        "pbem announce",
        "pbem player new-tag",
        mails,
        "pbem league new 4",
        "pbem league pause",
    ]


async def test_a_player_is_banned_and_let_back_in(showroom: Showroom) -> None:
    await do(showroom, "ban", 1)
    assert showroom.player(showroom.people[0]).banned
    await do(showroom, "unban", 1)
    assert not showroom.player(showroom.people[0]).banned


@pytest.mark.parametrize(
    ("deed", "number"), [("nonsense", 1), ("pause", "x"), ("pause", 999), ("ban", 99), ("retry-in", 7)]
)
async def test_what_can_not_be_done_is_said_and_changes_nothing(showroom: Showroom, deed: str, number: object) -> None:
    assert "Nothing was done" in unquote_plus((await do(showroom, deed, number)).headers["location"])


async def test_a_form_from_elsewhere_is_turned_away(showroom: Showroom) -> None:
    assert (await do(showroom, "ban", 1, sec_fetch_site="cross-site")).status == 403
    assert not showroom.player(showroom.people[0]).banned


async def test_open_cases_of_leagues_are_shown_until_they_are_answered(showroom: Showroom) -> None:
    showroom.under_way(RULES)
    showroom.write(showroom.people[0], "protest The clock was wrong.")
    assert "The clock was wrong." in (await ask(showroom.site, path(showroom))).text
    showroom.direct("ruling case 1 refused because it was right")
    assert "The clock was wrong." not in (await ask(showroom.site, path(showroom))).text
