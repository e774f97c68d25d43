"""Exactly once, whatever dies: the server, the mailbox, the relay."""

import asyncio
from pathlib import Path
from random import Random

from sqlalchemy import select

from engine import replay
from pbem.clock import system_clock
from pbem.store.database import transaction
from pbem.store.store import SqlStore
from pbem.store.tables import metadata
from tests.e2e.people import Crowd
from tests.e2e.world import World
from tests.servers.dovecot import Dovecot
from tests.servers.sink import Fault, Stage

GAME, INBOX, LEDGER, OUTBOX = (metadata.tables[name] for name in ("game", "inbox", "ledger", "outbox"))
KILLS = 100
MAILS = 500


async def test_every_order_counts_once_though_the_server_is_killed_a_hundred_times(tmp_path: Path) -> None:
    async with World(tmp_path, Crowd("Anna", "Bo", "Cy")) as world:
        world.new_games(8)
        world.start()
        killer = asyncio.create_task(kill_again_and_again(world))
        await world.play(until=lambda: killer.done() and len(world.sent) >= MAILS, twice=0.1)
        await killer
        await world.play(until=lambda: everything_is_done(world))
        check_the_books(world)


async def kill_again_and_again(world: World) -> None:
    """Mostly while it works, now and then while it starts."""
    luck = Random(1)
    for _ in range(KILLS):
        if luck.random() < 0.8:
            await world.ready()
            await asyncio.sleep(luck.uniform(0, 2))
        else:
            await asyncio.sleep(luck.uniform(0, 1.5))
        world.kill()
        world.start()


async def test_every_order_counts_once_though_mailbox_and_relay_fail(tmp_path: Path, dovecot: Dovecot) -> None:
    async with World(tmp_path, Crowd("Anna", "Bo", "Cy"), dovecot=dovecot) as world:
        world.new_games(3)
        world.start()
        trouble = asyncio.create_task(make_trouble(world, dovecot))
        await world.play(until=trouble.done, twice=0.1)
        await trouble
        await world.play(until=lambda: everything_is_done(world) and len(world.sent) >= 60)
        check_the_books(world)


async def make_trouble(world: World, dovecot: Dovecot) -> None:
    """Kill the mailbox, and let the relay refuse, hang and drop at every stage."""
    stages: list[Stage] = ["connect", "mail", "rcpt", "data", "content", "end"]
    faults: list[str | Fault] = ["451 4.3.0 Not now", Fault.HANG, Fault.DROP]
    for stage in stages:
        for fault in faults:
            world.sink.faults[stage] = fault
            await asyncio.sleep(0.4)
            world.sink.faults.clear()
            await asyncio.sleep(0.3)
        await asyncio.to_thread(dovecot.restart)


def everything_is_done(world: World) -> bool:
    """No mail waits, in or out, and nobody has one to answer."""
    store = open_store(world)
    with transaction(store.engine, read_only=True) as connection:
        waiting = [
            row.id
            for table in (INBOX, OUTBOX)
            for row in connection.execute(select(table.c.id).where(table.c.status == "waiting"))
        ]
        stored = len(connection.execute(select(INBOX.c.id)).all())
    store.close()
    return not waiting and stored == len(world.sent) and world.all_read()


def check_the_books(world: World) -> None:
    store = open_store(world)
    with transaction(store.engine, read_only=True) as connection:
        inbox = connection.execute(select(INBOX.c.id, INBOX.c.status, INBOX.c.verdict)).all()
        acted = connection.execute(select(LEDGER.c.mail_id)).scalars().all()
        outbox = connection.execute(select(OUTBOX.c.message_id, OUTBOX.c.kind)).all()
        games = connection.execute(select(GAME.c.id)).scalars().all()
    # Every answer that was sent is one mail, and moved once: none lost, none twice, none refused.
    assert {(row.status, row.verdict) for row in inbox} == {("done", "order")}
    assert sorted(acted) == sorted(row.id for row in inbox)
    assert len(inbox) == len(world.sent)
    assert {row.kind for row in outbox} <= {"started", "turn", "moved", "ended"}
    # Every mail went out, and each under one Message-ID with one content.
    assert {f"<{row.message_id}>" for row in outbox} == set(world.crowd.deliveries)
    assert all(len(set(copies)) == 1 for copies in world.crowd.deliveries.values())
    # Every position is what its ledger says.
    with store.work() as work:
        for game in filter(None, map(work.game, games)):
            lines = work.ledger(game.id)
            assert [line.number for line in lines] == list(range(game.length))
            assert game.state == replay(game.start.setup, [line.entry for line in lines])
    store.close()


def open_store(world: World) -> SqlStore:
    return SqlStore(f"sqlite:///{world.folder / 'pbem.db'}", system_clock)
