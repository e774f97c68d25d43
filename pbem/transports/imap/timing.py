"""How long we wait: for a server that is silent, and before another try."""

from dataclasses import dataclass
from secrets import SystemRandom


@dataclass(frozen=True, slots=True)
class Timing:
    """All in seconds."""

    silence: float = 30
    """A server that owes an answer and sends nothing for so long is given up."""
    first_retry: float = 1
    longest_retry: float = 60
    refused_retry: float = 300
    """After a refused log-in: slow enough not to be locked out for guessing."""


class Backoff:
    """How long to wait before the next try: twice as long each time, with jitter, up to a limit."""

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
