"""New moves and talk, told to open pages at once (server-sent events), whichever worker they came by."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from time import monotonic

from pbem.errors import StoreUnavailable
from pbem.web.pages import Application

# Seconds between two looks at the database, shared by everybody who waits for the same game; less than a goodbye takes.
LOOK_EVERY = 1.0
# A comment now and then keeps proxies from closing what seems idle.
_SIGN_OF_LIFE = 20.0
# Beside the connections of those who come and go; who gets none asks now and then.
MOST_STREAMS = 500
MOST_A_KEY = 3


class LiveGames:
    """How far each game that is watched has come, looked up once for all who watch it."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._known: dict[int, tuple[float, str]] = {}
        self._streams: Counter[str] = Counter()

    def has_room(self, key: str) -> bool:
        """Whether one more page that was opened with this key can be told."""
        return self._streams.total() < MOST_STREAMS and self._streams[key] < MOST_A_KEY

    async def stream(self, key: str, game_id: int, is_over: Callable[[], bool]) -> AsyncIterator[str]:
        """An event for each change, from how it is now on, until nobody can listen any more."""
        self._streams[key] += 1
        try:
            told, spoken_at = "", monotonic()
            while not is_over():
                now = await self._version(game_id)
                if now != told:
                    yield f"data: {now}\n\n"
                    told, spoken_at = now, monotonic()
                elif monotonic() - spoken_at > _SIGN_OF_LIFE:
                    yield ":\n\n"
                    spoken_at = monotonic()
                await asyncio.sleep(LOOK_EVERY)
        finally:
            self._streams -= Counter((key,))
            if not self._streams:
                self._known.clear()

    async def _version(self, game_id: int) -> str:
        at, version = self._known.get(game_id, (0.0, ""))
        if monotonic() - at < LOOK_EVERY:
            return version
        self._known[game_id] = (monotonic(), version)
        try:
            version = await asyncio.to_thread(self._look, game_id)
        except StoreUnavailable:
            return version
        self._known[game_id] = (monotonic(), version)
        return version

    def _look(self, game_id: int) -> str:
        with self._app.store.look() as visit:
            version: str = visit.version(game_id)
        return version
