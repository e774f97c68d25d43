"""New moves and talk, told to open pages at once (server-sent events), whichever worker they came by."""

import asyncio
from collections.abc import AsyncIterator
from time import monotonic

from pbem.errors import StoreUnavailable
from pbem.web.pages import Application

# Seconds between two looks at the database, shared by everybody who waits for the same game.
LOOK_EVERY = 1.5
# A comment now and then keeps proxies from closing what seems idle.
_SIGN_OF_LIFE = 20.0
# Of the connections that a process takes: an open page is to keep nobody from coming in.
MOST_STREAMS = 40


class LiveGames:
    """How far each game that is watched has come, looked up once for all who watch it."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._known: dict[int, tuple[float, str]] = {}
        self._streams = 0

    @property
    def full(self) -> bool:
        return self._streams >= MOST_STREAMS

    async def stream(self, game_id: int) -> AsyncIterator[str]:
        """An event for each change, from how it is now on."""
        self._streams += 1
        try:
            told, spoken_at = "", monotonic()
            while True:
                now = await self._version(game_id)
                if now != told:
                    yield f"data: {now}\n\n"
                    told, spoken_at = now, monotonic()
                elif monotonic() - spoken_at > _SIGN_OF_LIFE:
                    yield ":\n\n"
                    spoken_at = monotonic()
                await asyncio.sleep(LOOK_EVERY)
        finally:
            self._streams -= 1
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
