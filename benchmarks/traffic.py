"""Turns on their way through real servers: mails go in at a rate or as fast as they are taken, answers are counted."""

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from math import ceil
from typing import Any

from tqdm import tqdm

from benchmarks.serving import ADDRESS
from benchmarks.wire import Client

ANSWER = "turn"
"""Each order is answered by the next player's turn mail."""
_CONNECTIONS = 4
_PATIENCE = 60.0
"""Seconds without an answer, and no more of them are awaited."""


@dataclass(slots=True)
class Traffic:
    """When each game's mail was taken in (250), and when its answer was there."""

    taken: dict[int, float] = field(default_factory=dict)
    answered: dict[int, float] = field(default_factory=dict)
    extra: int = 0
    """Mails that nobody waits for."""
    put_off: int = 0
    """How often the server asked for a mail to be sent again later."""
    _awaited: set[int] = field(default_factory=set)
    _done: asyncio.Event = field(default_factory=asyncio.Event)
    _last: float = 0
    _bar: Any = None

    def receive(self, kind: str, game: int) -> None:
        """What the sink is to call."""
        now = self._last = asyncio.get_running_loop().time()
        if kind != ANSWER or game not in self._awaited:
            self.extra += 1
            return
        self.answered[game] = now
        self._awaited.discard(game)
        if not self._awaited:
            self._done.set()
        if self._bar is not None:
            self._bar.update()

    async def drive(self, ports: Sequence[int], letters: Sequence[tuple[int, bytes]], rate: float | None) -> float:
        """Send a letter for each game; returns how many seconds it took until all were answered.

        Without a rate each connection sends as soon as its last mail was taken.
        """
        loop = asyncio.get_running_loop()
        start = self._last = loop.time()
        queue = iter(enumerate(letters))
        self._awaited = {game for game, _ in letters}
        self._done.clear()
        with tqdm(total=len(letters), unit="turn", disable=None, leave=False) as self._bar:
            async with AsyncExitStack() as stack:
                clients = [
                    await stack.enter_async_context(Client(port, ADDRESS)) for port in _CONNECTIONS * list(ports)
                ]
                await asyncio.gather(*(self._send(client, queue, start, rate) for client in clients))
            await self._all_answered()
        return max(self.answered.values(), default=loop.time()) - start

    def latencies(self, games: Iterable[int]) -> list[float]:
        """From 250 to the answer; one that overtakes the 250 took no time."""
        return [max(0.0, self.answered[game] - self.taken[game]) for game in games if game in self.answered]

    async def _send(
        self, client: Client, queue: Iterator[tuple[int, tuple[int, bytes]]], start: float, rate: float | None
    ) -> None:
        loop = asyncio.get_running_loop()
        for number, (game, letter) in queue:
            if rate:
                await asyncio.sleep(start + number / rate - loop.time())
            self.put_off += await client.send(letter)
            self.taken[game] = loop.time()

    async def _all_answered(self) -> None:
        loop = asyncio.get_running_loop()
        self._last = max(self._last, loop.time())
        while self._awaited and (left := self._last + _PATIENCE - loop.time()) > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._done.wait(), left)


def percentile(values: Sequence[float], share: float) -> float:
    """Of at least one value: as many are at most this."""
    ordered = sorted(values)
    return ordered[max(0, ceil(share * len(ordered)) - 1)]
