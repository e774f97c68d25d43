"""When mail may go out: the rate limit, the wait before another try, and the end of trying."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

FIRST_RETRY = timedelta(minutes=1)
LAST_DOUBLING = 8  # 1 minute doubled eight times: about four hours
# RFC 5321 section 4.5.4.1: give up after four to five days at the earliest.
PATIENCE = timedelta(days=5)


class Pace:
    """Lets at most `per_minute` mails go in any minute; 0 is no limit."""

    def __init__(
        self,
        per_minute: int,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._limit = per_minute
        self._clock = clock
        self._sleep = sleep
        self._gone: deque[float] = deque(maxlen=per_minute)
        self._turn = asyncio.Lock()

    async def wait(self) -> None:
        """Return when the next mail may go."""
        if self._limit == 0:
            return
        async with self._turn:
            if len(self._gone) == self._limit:
                await self._sleep(max(0.0, self._gone[0] + 60 - self._clock()))
            self._gone.append(self._clock())


def retry_delay(attempts: int, jitter: float, first: timedelta = FIRST_RETRY) -> timedelta:
    """How long to wait after so many failed attempts; jitter (0 to 1) adds up to a half."""
    doublings = min(attempts - 1, LAST_DOUBLING)
    return first * (1 << doublings) * (1 + jitter / 2)


def gives_up(created_at: datetime, now: datetime) -> bool:
    """Whether a mail that is still deferred has been tried for long enough."""
    return now - created_at >= PATIENCE
