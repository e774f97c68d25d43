"""What release 0.1.0 left behind is taken over: nothing is lost, and whoever was to write goes on where it stopped."""

import asyncio
import json
import lzma
import re
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from engine import winners
from pbem.actions.directing import adjudicate
from pbem.actions.leagues.decide import carry_out
from pbem.actions.leagues.directing import BY_WORD
from pbem.model.time import system_clock
from pbem.posting import send
from pbem.server.app import App
from pbem.server.clocks import process_due
from pbem.server.loops import Daemon
from tests.support.cli.runs import inside
from tests.support.e2e.whole_server import World
from tests.support.paths import TESTS
from tests.support.people import Crowd, read, taps, text_of, typed
from tests.support.servers import postgres
from tests.support.servers.tools import PATIENCE, eventually

KEPT = TESTS / "support" / "release_0_1"
SHOWN: dict[str, Any] = json.loads((KEPT / "shown.json").read_text("utf-8"))
WAITING = ("waiting-moved-6-bent", "waiting-turn-6-gudrun")
STOPPED = datetime(2026, 10, 16, 9, 59, tzinfo=UTC)
"""When the server of that time was; what it asked people may be answered for a week."""
QUEUED = "take white green red"
"""Guðrún's order in game 7, which waits for Bent's."""


class Heir(World):
    """A server of this version on the other one's database, with its secret and its address."""

    def __init__(self, folder: Path, database: str) -> None:
        super().__init__(folder, Crowd(), database=database)

    def bring_up_to_date(self) -> None:
        """As the server does when it starts; who only looks at a database does not."""
        App(self.servers[0].config, soon).store.close()

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        """In this process, and two days after the other one was stopped."""
        daemon = Daemon(App(self.servers[0].config, soon))
        running = asyncio.create_task(daemon.run())
        try:
            async with asyncio.timeout(PATIENCE):
                yield
        finally:
            daemon.stop()
            await running

    async def answer(self, name: str, body: str = "") -> None:
        """Whoever got this mail answers it: with these words, or with the first gems that it offers."""
        received = kept_mail(name)
        offered = next((tap.body for tap in taps(received) if tap.body.startswith("take ")), "")
        await self.send(typed(received, str(received["To"]), body or offered))

    async def say_yes(self, *names: str) -> None:
        """Whoever is asked whether a mail was theirs says that it was."""
        await eventually(lambda: self.arrived(*((name, "confirm", 0) for name in names)))
        asked = [read(mail.content) for mail in self.sink.mails if b"X-PBEM-Kind: confirm" in mail.content]
        for mail in asked:
            await self.send(typed(mail, str(mail["To"]), {"he": "כן", "pl": "tak"}.get(_language(mail), "yes")))

    def look(self, *command: str) -> Any:
        return inside(self.folder, *command, "--json").json

    def ledger(self, game: int) -> list[str]:
        """What was ordered since the other server was stopped."""
        before, now = SHOWN[f"game show {game}"]["ledger"], self.look("game", "show", str(game))["ledger"]
        assert now[: len(before)] == before
        return list(now[len(before) :])

    def arrived(self, *told: tuple[str, str, int]) -> bool:
        """Whether these got a mail of this kind about this game."""
        mails = [(mail.recipients[0].partition("@")[0], read(mail.content)) for mail in self.sink.mails]
        return set(told) <= {(to, str(mail["X-PBEM-Kind"]), int(mail["X-PBEM-Game"] or 0)) for to, mail in mails}

    def what_waited_went_out(self) -> bool:
        """Whether it did, once and byte for byte; SMTP ends the last line if nobody else did."""
        sent = [mail.content.rstrip() for mail in self.sink.mails]
        return all(sent.count((KEPT / "mails" / f"{name}.eml").read_bytes().rstrip()) == 1 for name in WAITING)


def _language(mail: EmailMessage) -> str:
    found = re.search(r'<html[^>]* lang="(\w+)"', text_of(mail, "html"))
    return found[1] if found else "en"


def soon() -> datetime:
    """The time goes on as everywhere, but from two days after the end of the other server."""
    return STOPPED + timedelta(days=2) + (system_clock() - _BEGUN)


_BEGUN = system_clock()


def kept_mail(name: str) -> Any:
    return read((KEPT / "mails" / f"{name}.eml").read_bytes())


def left_in(kind: str, folder: Path) -> str:
    """The URL of a database as it was left."""
    if kind == "sqlite":
        (folder / "pbem.db").write_bytes(lzma.decompress((KEPT / "pbem.db.xz").read_bytes()))
        return ""
    server = postgres.shared()
    url = server.url(server.fresh())
    psql = [str(shutil.which("psql", path=postgres.PROGRAMS)), "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"]
    dump = lzma.decompress((KEPT / "pbem.sql.xz").read_bytes())
    subprocess.run([*psql, url.replace("+psycopg", "")], input=dump, stdout=subprocess.DEVNULL, check=True)
    return url


@pytest.fixture(params=["sqlite", "postgresql"])
async def heir(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Heir]:
    shutil.copy(KEPT / "secret", tmp_path)
    async with Heir(tmp_path, left_in(request.param, tmp_path)) as heir:
        yield heir


async def test_games_players_and_leagues_are_what_they_were(heir: Heir) -> None:
    heir.bring_up_to_date()
    for command, shown in SHOWN.items():
        assert agrees(heir.look(*command.split()), shown), command
    recomputed = heir.look("league", "standings", "Nordic", "--season", "1", "--recompute")
    assert recomputed["problems"] == []


async def test_the_table_of_a_season_that_was_over_is_the_same_byte_for_byte(heir: Heir) -> None:
    heir.bring_up_to_date()
    before = SHOWN["league standings Nordic --season 1"]["tables"]
    now = heir.look("league", "standings", "Nordic", "--season", "1")["tables"]
    columns = list(before[0]["table"][0])
    shown = [{**each, "table": [{column: row[column] for column in columns} for row in each["table"]]} for each in now]
    assert json.dumps(shown, ensure_ascii=False).encode() == json.dumps(before, ensure_ascii=False).encode()


async def test_the_season_that_was_under_way_is_played_to_its_end_and_the_next_is_announced(heir: Heir) -> None:
    now = STOPPED + timedelta(days=1)
    app = App(heir.servers[0].config, lambda: now)
    with closing(app.store):
        for _ in range(12):
            _end_what_is_played(app)
            now += timedelta(hours=13)
            while process_due(app.store, app.server):
                pass
        with app.store.work() as work:
            carry_out(work, app.server, None, BY_WORD["sign-off"], "Nordic")
            seasons = work.seasons(1)
            assert [each.phase for each in seasons] == ["signed off", "signed off", "entries"]
            assert all(each.result for each in work.fixtures(seasons[1].id))
            assert sorted(each.place or 0 for each in work.members(seasons[1].id)) == [1, 2, 3, 4, 5]
    checked = heir.look("league", "check", "Nordic")
    assert checked["problems"] == []


def _end_what_is_played(app: App) -> None:
    """As a director does, for whoever leads."""
    with app.store.work() as work:
        playing = [each.game_id for each in work.fixtures(work.seasons(1)[1].id) if each.game_id and not each.result]
        for game in filter(None, map(work.game, playing)):
            send(app.server, work, adjudicate(work, game, winners(game.state)[:1]))


async def test_settings_are_what_they_were(heir: Heir) -> None:
    heir.bring_up_to_date()
    asked = {name: heir.look("player", "show", f"{name}@people.example") for name in ("bent", "gudrun", "noam")}
    assert asked["gudrun"]["player"]["stand_in"] == "greedy"
    assert asked["noam"]["player"]["digest"]
    assert len(asked["bent"]["vacations"]) == 1
    assert heir.look("player", "show", "ewa@people.example")["player"]["receipts"] == "needed"
    assert heir.look("player", "show", "cleo@people.example")["player"]["receipts"] == "never"


async def test_mails_are_there_and_open_with_the_secret(heir: Heir) -> None:
    heir.bring_up_to_date()
    status = heir.look("status")
    assert agrees(status["games"], {"running": 5, "paused": 0, "gathering": 1, "over": 5})
    assert agrees(status["mail_in"], {"waiting": 0, "shunted": 0})
    assert status["mail_out"]["waiting"] == len(WAITING)
    assert [(each["league"], each["number"], each["phase"]) for each in status["seasons"]] == [("Nordic", 2, "running")]
    assert [each["kind"] for each in heir.look("mail", "list", "--box", "out", "--status", "waiting")] == [
        "turn",
        "moved",
    ]
    held = heir.look("mail", "list")[1]
    assert "#8 take" in heir.look("mail", "show", str(held["id"]))["raw"]


async def test_everyone_plays_on_where_it_stopped(heir: Heir) -> None:
    async with heir.serving():
        await eventually(heir.what_waited_went_out)
        await heir.answer("waiting-turn-6-gudrun")
        await heir.answer("turn-7-bent")
        await heir.answer("confirm-noam", "כן")
        await heir.answer("refused-9-cleo", "1")
        await heir.answer("turn-10-ewa-no-plus")
        await heir.answer("invite-11-cleo", "accept")
        await heir.say_yes("noam", "ewa", "cleo")
        # Noam, who wants a digest, hears of game 6 with the next one.
        turns = (("anna", 7), ("ewa", 8), ("anna", 9), ("anna", 10), ("bent", 11))
        await eventually(lambda: heir.arrived(*((name, "turn", game) for name, game in turns)))
        await eventually(lambda: heir.arrived(("gudrun", "moved", 7)))
    assert heir.what_waited_went_out()
    assert len(heir.ledger(6)) == 1
    assert heir.ledger(7)[1:] == [QUEUED]
    assert [order.split()[0] for order in heir.ledger(8)] == ["take"]
    assert heir.ledger(9) == ["take blue green red"]
    assert len(heir.ledger(10)) == 1
    assert heir.look("game", "show", "11")["status"] == "running"
    assert heir.look("status")["mail_in"]["shunted"] == 0


async def test_an_answer_to_a_turn_of_the_past_moves_nothing(heir: Heir) -> None:
    async with heir.serving():
        await heir.answer("turn-7-anna-answered")
        await heir.answer("turn-10-anna-no-plus-answered")
        await eventually(lambda: heir.arrived(("anna", "refused", 7), ("anna", "confirm", 0)))
    assert heir.ledger(7) == heir.ledger(10) == []


async def test_however_long_nobody_served_it_no_turn_was_lost(heir: Heir) -> None:
    """The season's dates have passed and questions are no longer open, but tags hold and no clock ran."""
    heir.start()
    await eventually(heir.what_waited_went_out)
    await heir.answer("turn-7-bent")
    await heir.answer("turn-8-noam")
    await heir.answer("turn-10-ewa-no-plus")
    await heir.say_yes("ewa")
    await eventually(lambda: heir.arrived(("anna", "turn", 7), ("ewa", "turn", 8), ("anna", "turn", 10)))
    assert await heir.stop() == 0
    assert heir.ledger(7)[1:] == [QUEUED]
    assert [len(heir.ledger(game)) for game in (8, 9, 10)] == [1, 0, 1]
    assert heir.look("status")["mail_in"]["shunted"] == 0


NO_LOT = {"lot": "", "decided by": ""}
"""Who has not played yet is placed by nothing; 0.1.0 said that it was by lot."""


def agrees(now: Any, before: Any) -> bool:
    """Whether all that was told before is told in the same way; more may be told now."""
    if isinstance(before, dict):
        told = {**before, **NO_LOT} if before.get("games") == 0 else before
        return all(key in now and agrees(now[key], value) for key, value in told.items())
    if isinstance(before, list):
        return len(now) == len(before) and all(map(agrees, now, before))
    return bool(now == before)
