"""How much memory a real `pbem serve` holds as mails go through it: some are turns, the rest cost little each."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic

from tqdm import tqdm

from benchmarks.figures import Figure
from benchmarks.fleet import Depot, crew, filled
from benchmarks.serving import ADDRESS, usage
from benchmarks.traffic import Traffic
from benchmarks.wire import Client

BOUND = 200
"""Megabytes."""
_TURNS_OF = 20
"""One mail in so many is a turn; the others are automatic answers, list mail, and list mail that came before."""
_CONNECTIONS = 6
_OTHERS = (
    "From: Anna <anna@people.example>\r\nTo: {to}\r\nSubject: Out of server\r\nAuto-Submitted: auto-replied\r\n"
    "Message-ID: <away.{number}@people.example>\r\n\r\nI am back on Monday.\r\n",
    "From: Club <club@lists.example>\r\nTo: {to}\r\nSubject: News\r\nList-Id: <club.lists.example>\r\n"
    "Message-ID: <news.{number}@lists.example>\r\n\r\nNothing new.\r\n",
    "From: Club <club@lists.example>\r\nTo: {to}\r\nSubject: News\r\nList-Id: <club.lists.example>\r\n"
    "Message-ID: <news.again@lists.example>\r\n\r\nNothing new.\r\n",
)


@dataclass(frozen=True, slots=True)
class Sample:
    mails: int
    """Taken in so far."""
    turns: int
    megabytes: float


@dataclass(frozen=True, slots=True)
class Result:
    samples: tuple[Sample, ...]
    seconds: float
    unanswered: int

    @property
    def growth(self) -> float:
        """Megabytes between a tenth of the way, when all is loaded, and the end."""
        early = next(each for each in self.samples if each.mails >= self.samples[-1].mails / 10)
        return self.samples[-1].megabytes - early.megabytes


def run(mails: int = 100_000, minutes: float = 8, samples: int = 20) -> Result:
    """As many mails as told, or as many as go through in that time."""
    with filled(mails // _TURNS_OF + 1, "sqlite") as depot:
        return asyncio.run(_run(depot, mails, minutes * 60, max(1, mails // samples)))


def lines(result: Result) -> list[str]:
    return [
        f"{'mails in':>9} {'turns':>7} {'memory':>9}",
        *(f"{each.mails:9,} {each.turns:7,} {each.megabytes:6.1f} MB" for each in result.samples),
        f"{result.growth:+.1f} MB after the first tenth; {result.seconds:.0f} s; {result.unanswered} turns unanswered",
    ]


def figures(result: Result) -> list[Figure]:
    last = result.samples[-1]
    return [
        Figure(f"memory of pbem serve after {last.mails:,} mails", last.megabytes, "MB", last.megabytes / BOUND),
        Figure("memory: growth after the first tenth", result.growth, "MB"),
    ]


async def _run(depot: Depot, mails: int, seconds: float, every: int) -> Result:
    traffic, start, samples = Traffic(), monotonic(), list[Sample]()
    async with crew(depot, 1, traffic) as servers:
        for first in tqdm(range(0, mails, every), unit="sample", disable=None, leave=False):
            numbers = range(first, min(first + every, mails))
            turns = [number for number in numbers if number % _TURNS_OF == 0]
            others = _cheap(number for number in numbers if number % _TURNS_OF)
            await asyncio.gather(
                traffic.drive(servers.ports, [_turn(depot, number) for number in turns], None),
                *(_send_all(servers.ports[0], others) for _ in range(_CONNECTIONS)),
            )
            samples.append(Sample(numbers[-1] + 1, len(traffic.taken), usage(servers.pids[0]).megabytes))
            if monotonic() - start > seconds:
                break
    return Result(tuple(samples), monotonic() - start, len(traffic.taken) - len(traffic.answered))


def _turn(depot: Depot, number: int) -> tuple[int, bytes]:
    game = number // _TURNS_OF + 1
    return game, depot.loader.letter(game)


def _cheap(numbers: Iterator[int]) -> Iterator[bytes]:
    for number in numbers:
        yield _OTHERS[number % len(_OTHERS)].format(to=ADDRESS, number=number).encode()


async def _send_all(port: int, mails: Iterator[bytes]) -> None:
    async with Client(port, ADDRESS) as client:
        for mail in mails:
            await client.send(mail)
