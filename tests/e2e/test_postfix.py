"""A server behind a real Postfix, which has the settings that docs/operate.md tells: mail comes and goes through it."""

import asyncio
import re
import smtplib
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Self

import pytest

from pbem.config import load_config
from tests.support.e2e.final_checks import check_the_books, everything_is_done, open_store
from tests.support.e2e.whole_server import World
from tests.support.paths import DOCS
from tests.support.people import Crowd, read
from tests.support.servers.postfix import Postfix
from tests.support.servers.tools import PATIENCE, eventually

GUIDE = (DOCS / "operate.md").read_text("utf-8")
ITS_OWN_DOMAIN = "With a domain for it alone"
ONE_OF_MANY = "As one address among others"


def documented(way: str) -> str:
    """The lines of main.cf that the guide tells for this way."""
    block = re.search(rf"^\*\*{way}\*\*.*?^```\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    assert block
    return block[1].replace("splendor@example.org", Town.address)


class Town(World):
    """The people write to Postfix, and what the server sends reaches them through Postfix."""

    address = "splendor@play.example.org"
    # Postfix forks for a connection, which takes its time on a busy machine; each try that ends early doubles the wait.
    relay_patience = PATIENCE

    def __init__(self, folder: Path, crowd: Crowd, settings: str) -> None:
        super().__init__(folder, crowd, lmtp=True)
        self.postfix = Postfix()
        self._settings = settings.replace("127.0.0.1:8024", f"127.0.0.1:{self.servers[0].port}")

    @property
    def relay_port(self) -> int:
        return self.postfix.port

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        way_out = f"relayhost = [127.0.0.1]:{self.sink.port}\n"
        await asyncio.to_thread(self.postfix.start, way_out + self._settings)
        return self

    async def __aexit__(self, *error: object) -> None:
        await super().__aexit__(*error)
        self.postfix.remove()

    async def open(self) -> None:
        """Start the server, and everyone sits down to a game."""
        self.start()
        await self.ready()
        await asyncio.to_thread(self.new_games, 1)

    def _hand_over(self, raw: bytes) -> None:
        self.postfix.deliver(raw, str(read(raw)["To"]))

    async def next_answer(self) -> bytes:
        """What the player on turn writes, once the turn's mail has come."""
        async with asyncio.timeout(PATIENCE):
            while not (answers := self.answers()):  # noqa: ASYNC110 - what is awaited happens in other processes
                await asyncio.sleep(0.01)
        return answers[0]

    def returned(self) -> list[bytes]:
        """What Postfix sent back to the one who wrote."""
        return [mail.content for mail in self.sink.mails if mail.recipients == ("someone@players.example",)]

    def all_arrived(self) -> bool:
        """Two mails at the start and one after each order: the last may have left the server, but not yet Postfix."""
        return len(self.crowd.deliveries) == 2 + len(self.sent)


async def test_a_game_goes_through_postfix_which_keeps_what_comes_while_we_are_away(tmp_path: Path) -> None:
    async with Town(tmp_path, Crowd("Anna", "Bo"), documented(ITS_OWN_DOMAIN)) as town:
        await town.open()
        for _ in range(3):
            await town.send(await town.next_answer())
        answer = await town.next_answer()
        assert await town.stop() == 0
        await town.send(answer)
        await eventually(lambda: "status=deferred" in town.postfix.log())
        town.start()
        await town.ready()
        await town.send(await town.next_answer())
        await town.come_to_rest(until=lambda: everything_is_done(town) and town.all_arrived())
        check_the_books(town)


async def test_every_recipient_of_a_mail_gets_an_answer_of_its_own(tmp_path: Path) -> None:
    """One is nobody's, and its sender is told so; of two others the database is locked, and they are tried again."""
    unlisted = documented(ITS_OWN_DOMAIN).replace("relay_recipient_maps", "#")
    async with Town(tmp_path, Crowd("Anna", "Bo"), unlisted) as town:
        await town.open()
        answer = await town.next_answer()
        recipients = ("nobody@play.example.org", str(read(answer)["To"]), town.address)
        with closing(sqlite3.connect(tmp_path / "pbem.db", timeout=PATIENCE, isolation_level=None)) as database:
            database.execute("BEGIN IMMEDIATE")
            await asyncio.to_thread(town.postfix.deliver, answer, *recipients)
            await eventually(lambda: town.postfix.log().count("said: 451 4.3.0 Cannot store mail") >= 2)
        await town.next_answer()
        await eventually(lambda: bool(town.returned()))
        (returned,) = town.returned()
        assert re.findall(rb"^Final-Recipient: rfc822; (.*)\r$", returned, re.MULTILINE) == [recipients[0].encode()]
        with open_store(town) as store, store.work() as work:
            assert [line.seat for line in work.ledger(1)] == [0]


async def test_a_bounce_from_postfix_stops_the_clock_and_the_admins_are_told(tmp_path: Path) -> None:
    settings = f"mydestination = play.example.org\n{documented(ONE_OF_MANY)}"
    async with Town(tmp_path, Crowd("Anna", "Bo"), settings) as town:
        town.sink.refusals = dict.fromkeys(town.crowd.people, "550 5.1.1 User unknown")
        await town.open()
        await eventually(lambda: [mail.recipients for mail in town.sink.mails] == [("td@example.org",)])
        assert {read(mail.content)["X-PBEM-Kind"] for mail in town.sink.mails} == {"bounce-notice"}
        with open_store(town) as store, store.work() as work:
            game, anna = work.game(1), work.player_at("player0@people.example")
            assert game
            assert game.clock.since is None
            assert anna
            assert anna.unreachable


async def test_what_is_too_large_for_us_is_refused_at_the_door(tmp_path: Path) -> None:
    """Not bounced afterwards: Postfix's limit is the lower one, with room for the lines that it adds."""
    async with Town(tmp_path, Crowd("Anna", "Bo"), documented(ITS_OWN_DOMAIN)) as town:
        limit = load_config(tmp_path / "config.toml").server.max_mail_mb * 1_000_000
        with pytest.raises(smtplib.SMTPSenderRefused):
            town.postfix.deliver(b"x" * (limit - 10_000), town.address)
