"""One turn by mail and by the page at once, at two workers on one database: one of them moves, both hear the truth.

PBEM_RACES says how often; docs/web.md has the figures of a long run.
"""

import asyncio
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from threading import Barrier
from urllib.parse import urlencode

import pytest

from engine import entry_text
from pbem.actions.games.play import start_game
from pbem.actions.games.seats import parse_seats, seat_players
from pbem.mail.tags import Claim, Purpose
from pbem.model import DueMail, NewGame, Terms
from pbem.ports import Delivery
from pbem.posting import send
from pbem.server.app import App
from pbem.server.handling import process_waiting
from pbem.store.store import SqlStore
from pbem.web.routes import public_site
from tests.support.people import read, text_of, typed
from tests.support.stores import Watch
from tests.support.web.asking import Answer, ask
from tests.support.web.seats import OWN, Seen
from tests.support.web.workers import worker

RACES = int(os.environ.get("PBEM_RACES", "5"))
SEATS = "Anna <anna@people.example>, Bo <bo@people.example>"
BY_PAGE, BY_MAIL = "take white blue red", "take green red black"


@pytest.fixture
def two_workers(tmp_path: Path, store: SqlStore, watch: Watch) -> Iterator[tuple[App, App]]:
    apps = worker(tmp_path, store, watch), worker(tmp_path, store, watch)
    yield apps
    for app in apps:
        app.store.close()


def begin(app: App, now: datetime) -> tuple[int, bytes]:
    """A game that Anna begins, and her answer to its first mail."""
    with app.store.work() as work:
        holders = seat_players(work, parse_seats(SEATS), "en", "UTC")
        start = NewGame("2019", now.isoformat().encode(), ("", ""), (0, 1), holders)
        game, notices = start_game(work, start, Terms())
        send(app.server, work, notices)
    mails = [mail.mime for mail in taken_out(app, now) if mail.recipient == "anna@people.example"]
    return game.id, typed(read(mails[0]), "Anna <anna@people.example>", BY_MAIL)


def taken_out(app: App, now: datetime) -> list[DueMail]:
    mails = app.store.outbox.claim(now, 100)
    app.store.outbox.sent([mail.id for mail in mails], now)
    return mails


def race(by_page: App, by_mail: App, now: datetime) -> str:
    game_id, mail = begin(by_mail, now)
    site, path = public_site(by_page), f"/play/{by_page.server.tags.make(Purpose.PLAY, Claim(1, game_id, 0))}"
    seen = Seen(asyncio.run(ask(site, path)))
    fields = urlencode({"turn": seen.hidden("turn"), "once": seen.hidden("once"), "order": BY_PAGE})
    by_mail.store.inbox.accept([Delivery(mail, "anna@people.example")])
    start = Barrier(2)

    async def press() -> Answer:
        start.wait()
        return await ask(site, path, "POST", fields, **OWN)

    def read_mail() -> None:
        start.wait()
        while process_waiting(by_mail.store, by_mail.server):
            pass

    with ThreadPoolExecutor(2) as both:
        pressed, handled = both.submit(asyncio.run, press()), both.submit(read_mail)
        answer = pressed.result()
        handled.result()
    return outcome(by_mail, game_id, answer, now)


def outcome(app: App, game_id: int, answer: Answer, now: datetime) -> str:
    """Who moved; whoever did not was told so."""
    with app.store.work() as work:
        (line,) = work.ledger(game_id)
    moved = entry_text(line.entry)
    refused = [mail for mail in taken_out(app, now) if read(mail.mime)["X-PBEM-Kind"] == "refused"]
    if moved == BY_PAGE:
        assert answer.headers["location"].endswith("done=played")
        assert len(refused) == 1
        assert "You have moved since" in text_of(read(refused[0].mime))
    else:
        assert moved == BY_MAIL
        assert answer.status == 422
        assert "You have moved since" in answer.text
        assert refused == []
    return moved


def test_one_turn_by_mail_and_by_page_at_once_is_one_move(two_workers: tuple[App, App], watch: Watch) -> None:
    # An hour lies between them: nobody is told more than ten times in one that something was refused.
    wins = [race(*two_workers, watch.forward(hours=1, minutes=1)) for _ in range(RACES)]
    assert len(wins) == RACES
    print(f"{RACES} races: {wins.count(BY_PAGE)} by page, {wins.count(BY_MAIL)} by mail")
