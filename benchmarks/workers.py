"""How much more two workers do than one on PostgreSQL, and who uses the processor meanwhile."""

import asyncio
import os
from dataclasses import dataclass

from benchmarks.figures import Figure
from benchmarks.fleet import Depot, Shares, crew, filled, hot_spots
from benchmarks.traffic import Traffic

_SHOWN = 60
_WARM_UP = 20
"""Turns before it counts: every worker has loaded its templates by then."""


@dataclass(frozen=True, slots=True)
class Throughput:
    workers: int
    turns: int
    seconds: float
    shares: Shares
    unanswered: int

    @property
    def rate(self) -> float:
        return self.turns / self.seconds

    @property
    def idle(self) -> float:
        """Seconds of processor time that nobody of ours used."""
        return max(0.0, self.seconds * (os.cpu_count() or 1) - sum(self.shares))


@dataclass(frozen=True, slots=True)
class Result:
    database: str
    runs: tuple[Throughput, ...]
    hot_spots: list[tuple[str, float]]


def run(
    turns: int = 1000, counts: tuple[int, ...] = (1, 2), database: str = "postgresql", profile: bool = False
) -> Result:
    """The same number of turns with each number of workers, each in games that nobody has touched."""
    with filled((turns + _WARM_UP * max(counts)) * len(counts), database) as depot:
        return asyncio.run(_run(depot, turns, counts, database, profile))


async def _run(depot: Depot, turns: int, counts: tuple[int, ...], database: str, profile: bool) -> Result:
    runs, first = [], 1
    for workers in counts:
        runs.append(await _throughput(depot, first, turns, workers, profile and workers == counts[-1]))
        first += turns + _WARM_UP * workers
    return Result(database, tuple(runs), hot_spots(depot.folder, _SHOWN) if profile else [])


async def _throughput(depot: Depot, first: int, turns: int, workers: int, profile: bool) -> Throughput:
    warm_up = _WARM_UP * workers
    letters, traffic = depot.letters(first, turns + warm_up), Traffic()
    async with crew(depot, workers, traffic, profile) as servers:
        await traffic.drive(servers.ports, letters[:warm_up], None)
        before = servers.shares()
        seconds = await traffic.drive(servers.ports, letters[warm_up:], None)
        shares = servers.shares().less(before)
    return Throughput(workers, turns, seconds, shares, len(letters) - len(traffic.answered))


def lines(result: Result) -> list[str]:
    """The result as a table; shares are of all processor time that there was."""
    first = result.runs[0].rate
    return [
        f"{result.database}: workers  turns/s  ratio | processor: workers  database  driver  idle | unanswered",
        *(
            f"{'':12}{each.workers:7} {each.rate:8.1f} {each.rate / first:6.2f} | {'':10}"
            f"{_share(each, each.shares.workers):8.0%} {_share(each, each.shares.database):9.0%}"
            f"{_share(each, each.shares.driver):8.0%} {_share(each, each.idle):5.0%} | {each.unanswered}"
            for each in result.runs
        ),
        *(f"  {share:6.1%}  {name}" for name, share in result.hot_spots),
    ]


def figures(result: Result) -> list[Figure]:
    first = result.runs[0].rate
    return [
        Figure(f"workers, {result.database}: {each.workers}", each.rate, "turns/s", each.rate / first)
        for each in result.runs
    ]


def _share(run: Throughput, seconds: float) -> float:
    return seconds / (run.seconds * (os.cpu_count() or 1))
