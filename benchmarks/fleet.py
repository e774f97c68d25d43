"""Several `pbem serve` on one database full of games, a sink behind them, and what each part of the machine does."""

import asyncio
import json
import os
import tempfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import func, select

from benchmarks.loader import Loader
from benchmarks.services import need_postgres
from benchmarks.serving import serving, usage, write_config
from benchmarks.traffic import Traffic
from benchmarks.wire import Sink, listening
from pbem.config import load_config
from pbem.server.assemble import make_server, open_store
from pbem.store.database import transaction
from pbem.store.tables import metadata
from tests.support.servers.postgres import Postgres
from tests.support.servers.tools import free_port

_TELLING = ("pbem/", "engine/", "psycopg/connection.py", "sqlalchemy/engine/base.py Connection.execute", "aiosmtp")
"""Of the functions in a profile: ours, and where ours wait for others."""
_INBOX, _OUTBOX, _LEDGER = (metadata.tables[name] for name in ("inbox", "outbox", "ledger"))


@dataclass(frozen=True, slots=True)
class Depot:
    """A folder with a database in it, or that of a PostgreSQL whose process has the number `server`."""

    folder: Path
    url: str
    loader: Loader
    server: int | None = None

    def letters(self, first: int, number: int) -> list[tuple[int, bytes]]:
        """The next orders of so many games, each game's only one."""
        return [(game, self.loader.letter(game)) for game in range(first, first + number)]

    def lost(self, orders: int) -> int:
        """How many of so many orders are not in a ledger; mails that still wait or were shunted count as well."""
        config = load_config(self.folder / "config.toml")
        written = select(func.count()).where(_LEDGER.c.mail_id.is_not(None))
        stuck = [select(func.count()).where(table.c.status != "done") for table in (_INBOX, _OUTBOX)]
        with closing(open_store(config)) as store, transaction(store.engine, read_only=True) as connection:
            lines, *unfinished = (int(connection.execute(query).scalar_one()) for query in (written, *stuck))
        return max(0, orders - lines) + sum(unfinished)


@contextmanager
def filled(games: int, database: str) -> Iterator[Depot]:
    """A database with so many running games; PostgreSQL keeps its word to the disk as it does in earnest."""
    with tempfile.TemporaryDirectory() as name:
        if database == "sqlite":
            yield _fill(Path(name), "sqlite:///pbem.db", games, None)
            return
        need_postgres()
        server = Postgres(durable=True)
        try:
            server.start()
            pid = int((server.home / "data" / "postmaster.pid").read_text().split()[0])
            yield _fill(Path(name), server.local_url(server.fresh()), games, pid)
        finally:
            server.remove()


def _fill(folder: Path, url: str, games: int, server: int | None) -> Depot:
    config = load_config(write_config(folder, url))
    with closing(open_store(config)) as store:
        loader = Loader(make_server(config), games, datetime.now(UTC))
        loader.fill(store)
    return Depot(folder, url, loader, server)


class Shares(NamedTuple):
    """Seconds of processor time."""

    workers: float
    database: float
    driver: float
    """Who sends the mails and takes the answers."""

    def less(self, other: "Shares") -> "Shares":
        return Shares(*(mine - theirs for mine, theirs in zip(self, other, strict=True)))


class Crew:
    """The running servers: where they listen, and what they used since they were ready."""

    def __init__(self, ports: Sequence[int], pids: Sequence[int], server: int | None) -> None:
        self.ports = ports
        self.pids = pids
        self._server = server
        self._before = self._used()

    def shares(self) -> Shares:
        return self._used().less(self._before)

    def _used(self) -> Shares:
        own = os.times()
        database = usage(self._server).seconds if self._server else 0.0
        return Shares(sum(usage(pid).seconds for pid in self.pids), database, own.user + own.system)


@asynccontextmanager
async def crew(depot: Depot, workers: int, traffic: Traffic, profile: bool = False) -> AsyncIterator[Crew]:
    """So many servers; the last one writes a profile if asked to."""
    async with AsyncExitStack() as stack:
        sink = await stack.enter_async_context(Sink(traffic.receive))
        ports, pids = [free_port() for _ in range(workers)], []
        for port in ports:
            config = write_config(depot.folder, depot.url, port, sink.port, f"worker{port}.toml")
            sampled = profile and port == ports[-1]
            module = ("benchmarks.sampler", "profile.json") if sampled else ("pbem",)
            pids.append(await stack.enter_async_context(serving(config, module)))
        await asyncio.gather(*(listening(port) for port in ports))
        yield Crew(ports, pids, depot.server)


def hot_spots(folder: Path, number: int) -> list[tuple[str, float]]:
    """The functions that were most often seen at work, and in which share of the samples."""
    seen = json.loads((folder / "profile.json").read_text())
    total = seen.pop("at work")
    ours = [(name, count / total) for name, count in seen.items() if name.startswith(_TELLING)]
    return ours[:number]
