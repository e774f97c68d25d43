"""How long to wait before the next try: twice as long each time, with jitter, up to a limit."""

from secrets import SystemRandom


class Backoff:
    """Counts failures in a row."""

    def __init__(self, first: float, longest: float) -> None:
        self._first = first
        self._longest = longest
        self._delay = first

    def reset(self) -> None:
        """It worked: start from the beginning."""
        self._delay = self._first

    def next(self) -> float:
        """Seconds to wait now."""
        delay, self._delay = self._delay, min(2 * self._delay, self._longest)
        return delay * SystemRandom().uniform(0.5, 1)
