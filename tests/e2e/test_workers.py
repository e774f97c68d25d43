"""Several `pbem serve` on one PostgreSQL: exactly once, whatever dies, and somebody always leads."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.support.e2e.final_checks import GAMES, KILLS, MAILS, PATIENCE, check_the_books, everything_is_done
from tests.support.e2e.serve_process import Server
from tests.support.e2e.whole_server import World
from tests.support.people import Crowd
from tests.support.servers.dovecot import MAILBOX, Dovecot
from tests.support.servers.postgres import Postgres
from tests.support.servers.tools import eventually

WORKERS = 4
RESTARTS = max(2, KILLS // 10)


@pytest.mark.parametrize("way_in", ["smtp", "imap"])
async def test_every_order_counts_once_though_workers_and_database_are_killed(
    tmp_path: Path, durable_postgres: Postgres, way_in: str, request: pytest.FixtureRequest
) -> None:
    dovecot = request.getfixturevalue("dovecot") if way_in == "imap" else None
    database = durable_postgres.url(durable_postgres.fresh())
    async with World(tmp_path, Crowd("Anna", "Bo", "Cy"), dovecot=dovecot, database=database, workers=WORKERS) as world:
        world.new_games(GAMES)
        world.start()
        await world.ready()
        killer = asyncio.create_task(kill_again_and_again(world, durable_postgres))
        await world.play(until=lambda: killer.done() and len(world.sent) >= MAILS, twice=0.1, seconds=PATIENCE)
        await killer
        await world.come_to_rest(until=lambda: everything_is_done(world))
        check_the_books(world)


async def kill_again_and_again(world: World, postgres: Postgres) -> None:
    """One of the workers, mostly while it works, now and then while it starts; and sometimes the database."""
    luck = Random(1)
    for number in range(KILLS):
        server = luck.choice(world.servers)
        if luck.random() < 0.8:
            await server.ready()
        await asyncio.sleep(luck.uniform(0, 1))
        server.kill()
        server.start()
        if number % (KILLS // RESTARTS) == 0:
            await asyncio.to_thread(postgres.restart)
    await world.ready()


async def test_another_worker_leads_when_the_leader_is_killed_or_stopped(
    tmp_path: Path, durable_postgres: Postgres, dovecot: Dovecot
) -> None:
    database = durable_postgres.url(durable_postgres.fresh())
    async with World(tmp_path, Crowd("Anna", "Bo"), dovecot=dovecot, database=database, workers=3) as world:
        world.new_game()
        world.start()
        await eventually(lambda: len(leaders(world)) == 1)
        for end in (Server.kill, Server.stop):
            end(leaders(world)[0])
            await eventually(lambda: len(leaders(world)) == 1)
            answered = len(world.sent)
            await world.play(until=lambda: len(world.sent) > answered + 2)  # noqa: B023
        await eventually(lambda: dovecot.count(MAILBOX) == 0)


async def test_all_workers_send(tmp_path: Path, durable_postgres: Postgres) -> None:
    database = durable_postgres.url(durable_postgres.fresh())
    async with World(tmp_path, Crowd("Anna", "Bo", "Cy"), database=database, workers=2) as world:
        world.start()
        await world.ready()
        world.new_games(2)
        await world.play(until=lambda: all('"mail sent"' in server.log() for server in world.servers))
        assert await world.stop() == 0


async def test_a_second_server_on_the_same_sqlite_file_is_refused_in_one_line(tmp_path: Path) -> None:
    async with World(tmp_path, Crowd("Anna", "Bo"), workers=2) as world:
        first, second = world.servers
        first.start()
        await first.ready()
        second.start()
        assert await asyncio.to_thread(second.wait) == 1
        assert "another `pbem serve` is running on this database" in second.log().splitlines()[-1]
        assert world.new_game() == 1
        await eventually(lambda: len(world.sink.mails) == 2)


def leaders(world: World) -> list[Server]:
    return [server for server in world.servers if server.leads()]
