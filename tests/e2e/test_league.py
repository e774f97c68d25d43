"""One season of a league over a real Dovecot, with a clock that the test moves: mail in by IMAP, mail out by SMTP."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

from pbem.model import Season
from pbem.server.app import App
from pbem.server.clocks import process_due
from pbem.server.handling import process_waiting
from tests.support.e2e.whole_server import ADDRESS, World
from tests.support.people import Crowd, Person, Tap, compose, typed
from tests.support.servers.dovecot import MAILBOX, Dovecot

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
SEVEN = ("Anna", "Björn", "Chaim", "Dagny", "Ewa", "Finn", "Gísli")
DIRECTOR = "td@example.org"
FOUND = (
    "league new Nordic 4 start 2026-11-26 weeks 2 overtime-days 0 protest-hours 24 free-hours 336 bank-hours 1440 "
    "check-in-days 3 break-days 7"
)
MOVES = 28


class Season7(World):
    """The server runs in this process, so that its clock can be moved."""

    def __init__(self, folder: Path, dovecot: Dovecot) -> None:
        crowd = Crowd(*SEVEN)
        crowd.people[DIRECTOR] = Person("Director", DIRECTOR, crowd.people["player0@people.example"].luck)
        super().__init__(folder, crowd, dovecot=dovecot)
        self.now = NOW
        self.asked = 0
        self.moves = 0

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        self.app = App(self.folder / "config.toml", lambda: self.now)
        await self.app.start(lambda: None)
        yield
        await self.app.stop_receiving()
        await self.app.close()

    @property
    def players(self) -> list[Person]:
        return [each for each in self.crowd.people.values() if each.address != DIRECTOR]

    @property
    def director(self) -> Person:
        return self.crowd.people[DIRECTOR]

    def seasons(self) -> list[Season]:
        with self.app.store.work() as work:
            return work.seasons(1) if work.leagues() else []

    async def write(self, person: Person, body: str) -> None:
        """A mail of somebody whom nobody knows yet; it is confirmed by the answer to our question."""
        await self.deliver(compose(person.sender, Tap(ADDRESS, "Hello", body)))

    async def deliver(self, raw: bytes) -> None:
        await self.send(raw)
        self.asked += 1

    async def settle(self) -> None:
        """Handle all mail that was sent, answer what wants an answer, until nothing happens any more."""
        async with asyncio.timeout(120):
            while self._is_under_way() | await self._work():
                for answer in self._answers():
                    await self.deliver(answer)
                await asyncio.sleep(0.01)

    async def _work(self) -> bool:
        store, server = self.app.store, self.app.server
        handled = await asyncio.to_thread(process_waiting, store, server)
        if handled:
            self.app.file_handled_mail()
        sent = await self.app.sender.send_due()
        looked = await asyncio.to_thread(process_due, store, server)
        return bool(handled or sent or looked)

    def _is_under_way(self) -> bool:
        """Whether a mail that was delivered has not come in yet."""
        return len(self.app.store.books.mails("in", None, 10_000)) < self.asked

    def _answers(self) -> list[bytes]:
        arrived, self._read = self.sink.mails[self._read :], len(self.sink.mails)
        received = [self.crowd.receive(mail.recipients[0], mail.content) for mail in arrived]
        return [answer for person, mail in filter(None, received) if (answer := self._answer(person, mail))]

    def _answer(self, person: Person, mail: EmailMessage) -> bytes | None:
        if mail["X-PBEM-Kind"] in ("confirm", "welcome"):
            return typed(mail, person.sender, "yes")
        if mail["X-PBEM-Kind"] == "turn" and self.moves < MOVES:
            self.moves += 1
            return person.answer(mail)
        return None

    async def pass_to(self, moment: datetime) -> None:
        self.now = moment
        await self.settle()


async def test_a_season_of_seven_runs_itself_over_a_mailbox(tmp_path: Path, dovecot: Dovecot) -> None:
    async with Season7(tmp_path, dovecot) as world, world.serving():
        await world.write(world.director, "games")
        await world.settle()
        await world.deliver(typed(world.director.last("lobby"), DIRECTOR, FOUND))
        await world.settle()
        for person in world.players:
            await world.write(person, "enter Nordic")
        await world.settle()
        (season,) = world.seasons()
        await world.pass_to(season.start - timedelta(days=2))
        for person in world.players:
            await world.deliver(typed(person.last("league"), person.sender, "yes"))
        await world.settle()
        await world.pass_to(season.start + timedelta(minutes=1))
        assert world.moves == MOVES
        # One mail tells everyone of their four games; of the one that they begin they hear with their first turn.
        assert not any("started" in person.kinds() for person in world.players)
        await world.pass_to(season.start + timedelta(weeks=1))
        assert all("standings" in person.kinds() for person in world.players)
        await world.pass_to(season.start + timedelta(weeks=2))
        assert all(person.kinds().count("ended") == 4 for person in world.players)
        assert world.seasons()[-1].phase == "provisional"
        await world.pass_to(season.start + timedelta(weeks=2, days=2))
        await world.deliver(typed(world.director.last("league"), DIRECTOR, "league sign-off Nordic"))
        await world.settle()
        assert [each.phase for each in world.seasons()] == ["signed off", "entries"]
        assert world.pbem("league", "standings", "Nordic", "--recompute")["problems"] == []
        world.pbem("league", "export", "Nordic", "out", "--season", "1")
        assert world.pbem("league", "check", "out")["problems"] == []
        assert dovecot.count(MAILBOX, "Shunt") == 0
