"""The loader's games are real: the server plays them on, keeps their clocks, and starts others beside them."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from benchmarks.loader import Loader
from benchmarks.serving import write_config
from engine import parse_record
from pbem.actions.games.play import start_game
from pbem.actions.games.seats import new_game, parse_seats, seat_players
from pbem.actions.games.views import record
from pbem.actions.request import Server
from pbem.config import load_config
from pbem.model import Game, Kind
from pbem.ports import Delivery
from pbem.server.assemble import make_server, open_store
from pbem.server.clocks import process_due
from pbem.server.handling import process_waiting
from pbem.store.store import SqlStore
from tests.support.servers import postgres

GAMES = 12
NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)


class PublicPages:
    """A database that was just filled, and a clock that is moved by hand."""

    def __init__(self, folder: Path, url: str) -> None:
        config = load_config(write_config(folder, url))
        self.now = NOW
        self.store: SqlStore = open_store(config, lambda: self.now)
        self.server: Server = make_server(config)
        self.loader = Loader(self.server, GAMES, NOW)
        self.loader.fill(self.store)

    def game(self, number: int) -> Game:
        with self.store.work() as work:
            game = work.game(number)
        assert game
        return game

    def play(self, number: int) -> list[Kind]:
        """What goes out when the next order of a game comes in."""
        self.store.inbox.accept([Delivery(self.loader.letter(number), "player@people.example")])
        while process_waiting(self.store, self.server):
            pass
        return self.send()

    def send(self) -> list[Kind]:
        mails = self.store.outbox.claim(self.now, 100)
        self.store.outbox.sent([mail.id for mail in mails], self.now)
        return [mail.kind for mail in mails]


@pytest.fixture(params=["sqlite", "postgresql"])
def pages(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[PublicPages]:
    url = "sqlite:///pbem.db"
    if request.param == "postgresql":
        server = postgres.shared()
        url = server.url(server.fresh())
    made = PublicPages(tmp_path, url)
    with closing(made.store):
        yield made


def test_every_game_goes_on_with_its_next_order(pages: PublicPages) -> None:
    for number in range(1, GAMES + 1):
        before = pages.game(number)
        assert pages.play(number) == [Kind.TURN]
        assert pages.game(number).length == before.length + 1


def test_what_the_snapshot_shows_is_what_the_ledger_says(pages: PublicPages) -> None:
    with pages.store.work() as work:
        for number in range(1, GAMES + 1):
            game = work.game(number)
            assert game
            assert parse_record(record(work, game)).entries == tuple(line.entry for line in work.ledger(number))
            assert game.length == len(work.ledger(number))


def test_reminders_come_due_in_the_days_to_come(pages: PublicPages) -> None:
    assert process_due(pages.store, pages.server) == 0
    pages.now += timedelta(days=3)
    while process_due(pages.store, pages.server):
        pass
    assert pages.send() == [Kind.REMINDER] * GAMES


def test_a_game_can_be_taken_back_and_played_again(pages: PublicPages) -> None:
    before = pages.game(1)
    pages.play(1)
    pages.loader.rewind(pages.store, 1)
    assert pages.game(1) == before
    again = pages.loader.letter(1, number=2)
    pages.store.inbox.accept([Delivery(again, "player@people.example")])
    process_waiting(pages.store, pages.server)
    assert pages.send() == [Kind.TURN]


def test_new_games_get_numbers_of_their_own(pages: PublicPages) -> None:
    with pages.store.work() as work:
        holders = seat_players(work, parse_seats("Anna <anna@people.example>, bot:greedy"), "en", "UTC")
        game, _ = start_game(work, new_game(holders, "2019", b"s" * 32))
    assert game.id == GAMES + 1
