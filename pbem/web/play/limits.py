"""So many requests a minute for one link, and no more: what a person taps is far below it."""

from time import monotonic

MOST_A_MINUTE = 60
_MINUTE = 60.0
# Links of which something came in this minute; beyond it everything is forgotten, and counting begins anew.
_MOST_LINKS = 10_000


class Pace:
    """Counts the requests of each link; only good tags are counted, so that nobody fills it with made-up ones."""

    def __init__(self, most: int = MOST_A_MINUTE) -> None:
        self._most = most
        self._since = monotonic()
        self._counts: dict[str, int] = {}

    def allows(self, tag: str) -> bool:
        """Count one more, and say whether it may be answered."""
        now = monotonic()
        if now - self._since >= _MINUTE or len(self._counts) >= _MOST_LINKS:
            self._since = now
            self._counts.clear()
        self._counts[tag] = self._counts.get(tag, 0) + 1
        return self._counts[tag] <= self._most
