"""No time counts while nobody keeps it, nor while no mail could be read."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Protocol

import structlog

from pbem.actions.games.clock import stood
from pbem.errors import StoreUnavailable
from pbem.model import Pulse, Vitals
from pbem.model.time import Clock
from pbem.work import Store, retried

_log = structlog.get_logger()

CLOCKS = "clocks"
"""The pulse of whoever keeps the time; it lies in every backup, too."""
# A restart or an upgrade costs nobody anything that is worth a correction.
AWAY = timedelta(minutes=10)
_NOTED_EVERY = timedelta(minutes=1)
_BATCH = 100


class Pulses(Protocol):
    """Where it is noted: pbem/store/serving.py."""

    def beat(self, name: str, now: datetime) -> None: ...
    def all(self) -> Mapping[str, Pulse]: ...


class Attendance:
    """Notes again and again that the time is kept; after a gap, the clocks stood in it."""

    def __init__(self, store: Store, pulses: Pulses, clock: Clock, in_reach: Callable[[Vitals], bool]) -> None:
        self._store = store
        self._pulses = pulses
        self._clock = clock
        self._in_reach = in_reach
        self._noted_at: datetime | None = None

    def here(self) -> bool:
        """Whether time may be kept now: whoever writes to us is heard."""
        now = self._clock()
        if self._noted_at and abs(now - self._noted_at) < _NOTED_EVERY:
            return True
        if not self._in_reach(Vitals(now=now, pulses=self._pulses.all())):
            return False
        self.come()
        self._noted_at = now
        return True

    def come(self) -> None:
        """Keep the time from now on: since it was last kept, no clock ran."""
        now = self._clock()
        noted = self._pulses.all().get(CLOCKS)
        if noted and noted.at and now - noted.at > AWAY:
            self._make_up(noted.at)
            _log.warning("clocks stood", since=noted.at.isoformat())
        self._pulses.beat(CLOCKS, now)

    def _make_up(self, gone_at: datetime) -> None:
        """Broken off and begun again, it does no harm."""
        last = 0
        while numbers := self._make_up_some(gone_at, last):
            last = numbers[-1]

    @retried
    def _make_up_some(self, gone_at: datetime, after: int) -> list[int]:
        with self._store.work() as work:
            games = work.timed_games(after, _BATCH)
            for game in games:
                try:
                    with work.attempt():
                        stood(work, game, gone_at)
                except StoreUnavailable:
                    raise
                except Exception:
                    _log.exception("not looked at", game=game.id)
        return [game.id for game in games]
