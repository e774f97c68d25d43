"""Whether everything that goes round and round in the server still does."""

from collections.abc import Callable
from time import monotonic


class Rounds:
    """Each loop says when it comes round; one that is late hangs. Loops may be marked from any thread."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._seconds: dict[str, float] = {}
        self._last: dict[str, float] = {}

    def expect(self, name: str, within: float) -> None:
        """From now on this loop comes round every so many seconds."""
        self._seconds[name] = within
        self.came_round(name)

    def dismiss(self, name: str) -> None:
        """The loop was stopped on purpose."""
        self._seconds.pop(name, None)

    def came_round(self, name: str) -> None:
        self._last[name] = self._clock()

    def late(self) -> list[str]:
        """The loops that hang."""
        now = self._clock()
        return [name for name, within in self._seconds.items() if now - self._last[name] > within]
