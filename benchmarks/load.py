"""Mails at a steady rate into real servers: whether all are answered, how soon, and up to which rate that holds."""

import asyncio
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchmarks.figures import Figure
from benchmarks.fleet import Depot, Shares, crew, filled
from benchmarks.traffic import Traffic, percentile

BOUND = 2.0
"""Seconds: a rate is held as long as 99 of 100 answers, and the last one, come within this."""
RATES = (10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 70, 80)
_WARM_UP = 20


@dataclass(frozen=True, slots=True)
class Held:
    """What came of one rate; latencies are from 250 to the turn mail in the sink, in seconds."""

    rate: float
    sent: int
    seconds: float
    """Until all were answered."""
    unanswered: int
    extra: int
    """Mails that came twice."""
    put_off: int
    """How often a mail was not taken in and had to be sent again."""
    lost: int | None
    """Orders that are not in a ledger and mails that were not finished; None: not looked for."""
    p50: float
    p99: float
    longest: float
    shares: Shares

    @property
    def late(self) -> float:
        """Seconds from the last mail's time to the last answer: who is slow to take mail is late as well."""
        return self.seconds - self.sent / self.rate

    @property
    def holds(self) -> bool:
        return not self.unanswered and not self.put_off and self.p99 <= BOUND and self.late <= BOUND


@dataclass(frozen=True, slots=True)
class Result:
    database: str
    workers: int
    steps: tuple[Held, ...]

    @property
    def highest(self) -> Held | None:
        return max((each for each in self.steps if each.holds), key=lambda each: each.rate, default=None)


def run(rate: float = 50, seconds: float = 600, workers: int = 2, database: str = "postgresql") -> Result:
    """One rate, for as long as told; then the ledgers are counted."""
    number = round(rate * seconds)
    with filled(number + _WARM_UP * workers, database) as depot:
        held = asyncio.run(_steps(depot, [(rate, number)], workers))
        lost = depot.lost(number + _WARM_UP * workers)
    return Result(database, workers, tuple(replace(each, lost=lost) for each in held))


def climb(rates: Sequence[float] = RATES, seconds: float = 20, workers: int = 1, database: str = "sqlite") -> Result:
    """One rate after the other until one is not held."""
    steps = [(rate, round(rate * seconds)) for rate in rates]
    with filled(sum(number for _, number in steps) + _WARM_UP * workers, database) as depot:
        return Result(database, workers, tuple(asyncio.run(_steps(depot, steps, workers))))


def lines(result: Result) -> list[str]:
    """A line for each rate; shares are of all processor time that there was."""
    return [
        f"{result.workers} workers on {result.database}; latency from 250 to the answer",
        "mails/s    sent  put off  unanswered  twice  lost     p50     p99  longest    late | workers database  driver",
        *map(_line, result.steps),
        f"highest rate held: {result.highest.rate:.0f} mails/s" if result.highest else "no rate was held",
    ]


def figures(result: Result) -> list[Figure]:
    name = f"load, {result.database}, {result.workers} workers"
    if len(result.steps) > 1:
        return [Figure(f"{name}: highest rate held", result.highest.rate if result.highest else 0, "mails/s")]
    (held,) = result.steps
    return [
        Figure(f"{name}: {held.rate:.0f} mails/s, unanswered or lost", held.unanswered + (held.lost or 0), "mails"),
        Figure(f"{name}: {held.rate:.0f} mails/s, p50", held.p50, "s"),
        Figure(f"{name}: {held.rate:.0f} mails/s, p99", held.p99, "s"),
    ]


async def _steps(depot: Depot, steps: Sequence[tuple[float, int]], workers: int) -> list[Held]:
    traffic, held = Traffic(), list[Held]()
    async with crew(depot, workers, traffic) as servers:
        first = 1 + _WARM_UP * workers
        await traffic.drive(servers.ports, depot.letters(1, first - 1), None)
        for rate, number in steps:
            letters = depot.letters(first, number)
            before = servers.shares()
            seconds = await traffic.drive(servers.ports, letters, rate)
            held.append(_held(traffic, rate, [game for game, _ in letters], seconds, servers.shares().less(before)))
            if not held[-1].holds:
                break
            first += number
    return held


def _line(held: Held) -> str:
    lost = "" if held.lost is None else held.lost
    there_was = held.seconds * (os.cpu_count() or 1)
    return (
        f"{held.rate:7.0f} {held.sent:7} {held.put_off:8} {held.unanswered:11} {held.extra:6} {lost:>5} "
        f"{held.p50:6.2f}s {held.p99:6.2f}s {held.longest:7.2f}s {held.late:6.2f}s | "
        + "  ".join(f"{share / there_was:7.0%}" for share in held.shares)
    )


def _held(traffic: Traffic, rate: float, games: Sequence[int], seconds: float, shares: Shares) -> Held:
    latencies = traffic.latencies(games) or [0.0]
    return Held(
        rate=rate,
        sent=len(games),
        seconds=seconds,
        unanswered=sum(game not in traffic.answered for game in games),
        extra=traffic.extra,
        put_off=traffic.put_off,
        lost=None,
        p50=percentile(latencies, 0.5),
        p99=percentile(latencies, 0.99),
        longest=max(latencies),
        shares=shares,
    )
