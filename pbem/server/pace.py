"""When mail may go out: the rate limit, the wait before another try, and the end of trying."""

import time
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

LAST_DOUBLING = 8  # 1 minute doubled eight times: about four hours
# RFC 5321 section 4.5.4.1: give up after four to five days at the earliest.
PATIENCE = timedelta(days=5)


MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


class Pace:
    """Lets so many mails go in any minute, hour and day; 0 is no limit. Several processes may share the limits."""

    def __init__(
        self, per_minute: int, per_hour: int = 0, per_day: int = 0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        limits = {MINUTE: per_minute, HOUR: per_hour, DAY: per_day}
        self._limits = {seconds: limit for seconds, limit in limits.items() if limit}
        self._allowed = dict(self._limits)
        self._clock = clock
        self._gone: deque[float] = deque()

    def share(self, place: int, processes: int) -> None:
        """This is the process at `place`, from 0, of so many: all their shares together are the limit."""
        self._allowed = {
            seconds: limit // processes + (place < limit % processes) for seconds, limit in self._limits.items()
        }

    def remember(self, ages: Iterable[float]) -> None:
        """Mails that went before this process began, so many seconds ago each."""
        if self._limits:
            now, longest = self._clock(), max(self._limits)
            self._gone = deque(sorted([*self._gone, *(now - age for age in ages if age < longest)]))

    def free(self, most: int) -> int:
        """How many of `most` may go now."""
        now = self._clock()
        while self._gone and self._gone[0] <= now - max(self._limits):
            self._gone.popleft()
        left = (allowed - self._gone_within(seconds, now) for seconds, allowed in self._allowed.items())
        return max(0, min([most, *left]))

    def gone(self) -> None:
        """A mail goes."""
        if self._limits:
            self._gone.append(self._clock())

    def _gone_within(self, seconds: float, now: float) -> int:
        return len(self._gone) - bisect_right(self._gone, now - seconds)


def retry_delay(attempts: int, jitter: float, first: timedelta) -> timedelta:
    """How long to wait after so many failed attempts; jitter (0 to 1) adds up to a half."""
    doublings = min(attempts - 1, LAST_DOUBLING)
    return first * (1 << doublings) * (1 + jitter / 2)


def gives_up(created_at: datetime, now: datetime) -> bool:
    """Whether a mail that is still deferred has been tried for long enough."""
    return now - created_at >= PATIENCE
