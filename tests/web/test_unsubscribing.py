"""One click and no more mail (RFC 8058): by the header's own address, in a real server and without one."""

import asyncio
import re
from dataclasses import replace
from email import message_from_bytes, policy
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from benchmarks.wire import listening
from pbem.actions.games.play import start_game
from pbem.actions.games.seats import new_game, parse_seats, seat_players
from pbem.actions.request import reader
from pbem.mail.tags import Claim, Purpose
from pbem.notices import HelpNotice, Reader, RefusedNotice
from pbem.posting import send
from pbem.server.app import App
from pbem.server.loops import Daemon
from pbem.web.routes import public_site
from tests.support.people import text_of
from tests.support.servers.tools import PATIENCE, free_port
from tests.support.web.asking import ask

CONFIG = """
[server]
address = "splendor@example.org"

[smtp_in]
listen = "127.0.0.1:0"

[web]
listen = "127.0.0.1:{port}"
public_url = "https://splendor.example.org/"
"""


@pytest.fixture
def app(tmp_path: Path) -> App:
    path = tmp_path / "config.toml"
    path.write_text(CONFIG.format(port=8080), encoding="utf-8")
    app = App(path)
    with app.store.work() as work:
        seats = parse_seats("Anna <anna@people.example> da, Jón <jon@people.example> is")
        holders = seat_players(work, seats, "en", "UTC")
        _, notices = start_game(work, new_game(holders, "2019", b"s" * 32))
        send(app.server, work, notices)
    return app


def anna_stopped(app: App) -> bool:
    with app.store.work() as work:
        player = work.player_at("anna@people.example")
    assert player
    return player.stopped


def annas_seat_is_given_away(app: App) -> bool:
    with app.store.work() as work:
        game = work.game(1)
    assert game
    return game.holders[0].bot is not None


def mail_to_anna(app: App) -> bytes:
    """Her turn mail."""
    mails = app.store.outbox.claim(app._clock(), 10)
    return next(mail.mime for mail in mails if mail.recipient == "anna@people.example" and mail.kind == "turn")


def header(app: App) -> str:
    """The List-Unsubscribe field of Anna's turn mail."""
    mime = mail_to_anna(app)
    found = re.search(rb"^List-Unsubscribe: (.+?)\r\n(?! )", mime, re.MULTILINE | re.DOTALL)
    assert found
    assert b"List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n" in mime
    return found[1].decode()


def path_of(app: App) -> str:
    found = re.search(r"<https://splendor\.example\.org(/[^>]+)>", header(app))
    assert found
    return found[1]


async def test_the_header_names_a_page_and_the_mail(app: App) -> None:
    field = header(app)
    assert "<https://splendor.example.org/unsubscribe/" in field
    assert "<mailto:splendor+" in field


async def test_the_foot_of_a_mail_about_no_game_leads_to_one_s_settings_and_games(app: App) -> None:
    with app.store.work() as work:
        anna = work.player(1)
        assert anna
        (mail,) = send(app.server, work, [HelpNotice(to=reader(anna))])
    lines = text_of(message_from_bytes(mail.mime, policy=policy.default)).splitlines()
    for heading, page, shows in (
        ("Dine indstillinger:", "settings", 'value="da" selected'),
        ("Dine spil:", "games", "Din tur"),
    ):
        address = lines[lines.index(heading) + 1]
        assert address.startswith(f"https://splendor.example.org/{page}/")
        path = address.removeprefix("https://splendor.example.org")
        answer = await ask(public_site(app), path, host="splendor.example.org")
        assert (answer.status, shows in answer.text) == (200, True)


async def test_who_hands_on_a_mail_of_a_game_gives_away_one_seat_and_no_more(app: App) -> None:
    text = message_from_bytes(mail_to_anna(app), policy=policy.default).get_body(("html",))
    assert text
    assert re.search(r'<a [^>]*href="https://splendor.example.org/play/\w+"[^>]*>Spil på siden</a>', text.get_content())
    assert not any(
        f"splendor.example.org/{page}/" in text.get_content() for page in ("settings", "games", "unsubscribe")
    )


async def test_strangers_and_readers_without_pages_get_no_link(app: App) -> None:
    server = app.server
    stranger = RefusedNotice(to=Reader("eva@people.example", "en"), code="no_game", facts={"games": []})
    plain = replace(server, ours=replace(server.ours, web=""))
    with app.store.work() as work:
        anna = work.player(1)
        assert anna
        known = replace(stranger, to=reader(anna))
        mails = [*send(server, work, [stranger]), *send(plain, work, [known])]
    assert [b"/settings/" in mail.mime for mail in mails] == [False, False]


async def test_one_click_stops_all_mail(app: App) -> None:
    answer = await ask(
        public_site(app), path_of(app), "POST", "List-Unsubscribe=One-Click", host="splendor.example.org"
    )
    assert answer.status == 200
    assert "<title>Farvel" in answer.text
    assert anna_stopped(app)


async def test_to_leave_the_games_as_well_is_asked(app: App) -> None:
    path = path_of(app)
    farewell = await ask(public_site(app), path, "POST", "List-Unsubscribe=One-Click", host="splendor.example.org")
    assert 'value="leave"' in farewell.text
    asked = await ask(public_site(app), path, "POST", "do=leave", host="splendor.example.org")
    assert "<title>Forlade dine spil?" in asked.text
    assert not annas_seat_is_given_away(app)
    await ask(public_site(app), path, "POST", "do=left", host="splendor.example.org")
    assert annas_seat_is_given_away(app)


async def test_a_second_click_changes_nothing(app: App) -> None:
    path = path_of(app)
    for _ in range(2):
        await ask(public_site(app), path, "POST", host="splendor.example.org")
    assert anna_stopped(app)
    assert not annas_seat_is_given_away(app)


async def test_a_look_asks_first(app: App) -> None:
    answer = await ask(public_site(app), path_of(app), host="splendor.example.org")
    assert '<form method="post"' in answer.text
    assert "<title>Ingen flere mails?</title>" in answer.text
    assert not anna_stopped(app)


async def test_a_forged_or_void_tag_stops_nobody(app: App) -> None:
    old = app.server.tags.make(Purpose.UNSUBSCRIBE, Claim(1, 0, 0))
    with app.store.work() as work:
        player = work.player(1)
        assert player
        work.save_player(replace(player, generation=1))
    for tag in ("aaaaaaaaaaaaaaaaaaaaaaaaaaa", old):
        answer = await ask(public_site(app), f"/unsubscribe/{tag}", "POST", host="splendor.example.org")
        assert answer.status == 404
    assert not anna_stopped(app)


async def test_another_host_name_is_turned_away(app: App) -> None:
    assert (await ask(public_site(app), path_of(app), "POST", host="evil.example")).status == 400


async def test_a_running_server_answers(app: App, tmp_path: Path) -> None:
    port = free_port()
    (tmp_path / "config.toml").write_text(CONFIG.format(port=port), encoding="utf-8")
    running = App(tmp_path / "config.toml")
    path = path_of(running)
    daemon = Daemon(running)
    serving = asyncio.create_task(daemon.run())
    request = Request(f"http://127.0.0.1:{port}{path}", b"List-Unsubscribe=One-Click")

    def click() -> int:
        with urlopen(request, timeout=PATIENCE) as response:
            return int(response.status)

    await listening(port)
    assert await asyncio.to_thread(click) == 200
    assert anna_stopped(running)
    daemon.stop()
    await serving


async def test_who_wants_less_mail_keeps_the_seats(app: App) -> None:
    path = path_of(app)
    shown = await ask(public_site(app), path, host="splendor.example.org")
    assert 'value="less"' in shown.text
    answer = await ask(public_site(app), path, "POST", "do=less", host="splendor.example.org")
    assert answer.status == 200
    with app.store.work() as work:
        anna = work.player_at("anna@people.example")
    assert anna
    assert (anna.stopped, anna.digest, anna.receipts) == (False, True, "never")
    assert not annas_seat_is_given_away(app)
