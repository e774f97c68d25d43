"""When mail may go out: the rate limit, the wait before another try, and the end of trying."""

import time
from collections import deque
from collections.abc import Callable
from datetime import datetime, timedelta

LAST_DOUBLING = 8  # 1 minute doubled eight times: about four hours
# RFC 5321 section 4.5.4.1: give up after four to five days at the earliest.
PATIENCE = timedelta(days=5)


class Pace:
    """Lets at most `per_minute` mails go in any minute; 0 is no limit. Several processes may share one limit."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit = per_minute
        self._allowed = per_minute
        self._clock = clock
        self._gone: deque[float] = deque()

    def share(self, place: int, processes: int) -> None:
        """This is the process at `place`, from 0, of so many: all their shares together are the limit."""
        self._allowed = self._limit // processes + (place < self._limit % processes)

    def free(self, most: int) -> int:
        """How many of `most` may go now."""
        if self._limit == 0:
            return most
        while self._gone and self._gone[0] <= self._clock() - 60:
            self._gone.popleft()
        return min(most, max(0, self._allowed - len(self._gone)))

    def gone(self) -> None:
        """A mail goes."""
        if self._limit:
            self._gone.append(self._clock())


def retry_delay(attempts: int, jitter: float, first: timedelta) -> timedelta:
    """How long to wait after so many failed attempts; jitter (0 to 1) adds up to a half."""
    doublings = min(attempts - 1, LAST_DOUBLING)
    return first * (1 << doublings) * (1 + jitter / 2)


def gives_up(created_at: datetime, now: datetime) -> bool:
    """Whether a mail that is still deferred has been tried for long enough."""
    return now - created_at >= PATIENCE
