"""New moves and talk, told to open pages at once (server-sent events), whichever worker they came by."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from time import monotonic

from pbem.errors import StoreUnavailable
from pbem.model import GameVersion
from pbem.web.pages import Application
from pbem.web.play.link import SeatLink, open_link

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
        self._known: dict[int, tuple[float, GameVersion | None]] = {}
        self._streams: Counter[str] = Counter()

    def has_room(self, key: str) -> bool:
        """Whether one more page that was opened with this key can be told."""
        return self._streams.total() < MOST_STREAMS and self._streams[key] < MOST_A_KEY

    async def stream(self, link: SeatLink, is_over: Callable[[], bool]) -> AsyncIterator[str]:
        """An event for each change that the seat may know of, from how it is now on, until nobody can listen any more
        or the link is no longer good.
        """
        self._streams[link.tag] += 1
        try:
            told, spoken_at = "", monotonic()
            while not is_over():
                known = await self._version(link.game.id)
                now = known.for_seat(link.seat) if known else told
                if now != told or monotonic() - spoken_at > _SIGN_OF_LIFE:
                    if not await asyncio.to_thread(self._is_good, link.tag):
                        return
                    yield ":\n\n" if now == told else f"data: {now}\n\n"
                    told, spoken_at = now, monotonic()
                await asyncio.sleep(LOOK_EVERY)
        finally:
            self._streams -= Counter((link.tag,))
            if not self._streams:
                self._known.clear()

    def _is_good(self, tag: str) -> bool:
        """Without a database it can't be told, and whoever listens asks again."""
        try:
            with self._app.store.look() as visit:
                return open_link(self._app.server, visit, tag) is not None
        except StoreUnavailable:
            return False

    async def _version(self, game_id: int) -> GameVersion | None:
        at, version = self._known.get(game_id, (0.0, None))
        if monotonic() - at < LOOK_EVERY:
            return version
        self._known[game_id] = (monotonic(), version)
        try:
            version = await asyncio.to_thread(self._look, game_id)
        except StoreUnavailable:
            return version
        self._known[game_id] = (monotonic(), version)
        return version

    def _look(self, game_id: int) -> GameVersion:
        with self._app.store.look() as visit:
            version: GameVersion = visit.version(game_id)
        return version
