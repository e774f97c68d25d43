"""Exactly once, whatever dies: the server, the mailbox, the relay."""

import asyncio
from pathlib import Path
from random import Random

from tests.support.e2e.final_checks import GAMES, KILLS, MAILS, PATIENCE, check_the_books, everything_is_done
from tests.support.e2e.whole_server import World
from tests.support.people import Crowd
from tests.support.servers.dovecot import Dovecot
from tests.support.servers.sink import Fault, Stage


async def test_every_order_counts_once_though_the_server_is_killed_again_and_again(tmp_path: Path) -> None:
    async with World(tmp_path, Crowd("Anna", "Bo", "Cy")) as world:
        world.new_games(GAMES)
        world.start()
        killer = asyncio.create_task(kill_again_and_again(world))
        await world.play(until=lambda: killer.done() and len(world.sent) >= MAILS, twice=0.1, seconds=PATIENCE)
        await killer
        await world.come_to_rest(until=lambda: everything_is_done(world))
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
        await world.play(until=lambda: len(world.sent) >= 40)
        await world.come_to_rest(until=lambda: everything_is_done(world))
        check_the_books(world)


async def make_trouble(world: World, dovecot: Dovecot) -> None:
    """Kill the mailbox, and let the relay refuse, hang and drop at every stage."""
    stages: list[Stage] = ["connect", "mail", "rcpt", "data", "content", "end"]
    faults: list[str | Fault] = ["451 4.3.0 Not now", Fault.HANG, Fault.DROP]
    for stage in stages:
        for fault in faults:
            world.sink.faults[stage] = fault
            await asyncio.sleep(0.3)
            world.sink.faults.clear()
            await asyncio.sleep(0.2)
        await asyncio.to_thread(dovecot.restart)
