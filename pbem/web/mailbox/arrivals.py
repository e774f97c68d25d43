"""Tells every open page that a mail has arrived, as it happens (server-sent events)."""

import asyncio
import json
from collections.abc import AsyncIterator

_RECONNECT_MS = 1000


class Arrivals:
    """Each page that listens has a queue; closing ends them all.

    `count` is on every page and comes first in every stream: a page knows whether it has missed a mail in between.
    """

    def __init__(self) -> None:
        self.count = 0
        self._listeners: set[asyncio.Queue[str | None]] = set()

    def announce(self, **facts: str) -> None:
        self.count += 1
        self._tell(json.dumps(facts))

    def close(self) -> None:
        self._tell(None)

    async def stream(self) -> AsyncIterator[str]:
        """What one page hears, in the format of text/event-stream."""
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._listeners.add(queue)
        try:
            yield f"retry: {_RECONNECT_MS}\nevent: count\ndata: {self.count}\n\n"
            while (news := await queue.get()) is not None:
                yield f"data: {news}\n\n"
        finally:
            self._listeners.discard(queue)

    def _tell(self, news: str | None) -> None:
        for queue in self._listeners:
            queue.put_nowait(news)
