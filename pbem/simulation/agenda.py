"""What is going to happen, and when: the people's plans, in the order of time."""

from collections.abc import Callable
from datetime import datetime
from heapq import heappop, heappush
from itertools import count
from typing import TypeAlias

Action: TypeAlias = Callable[[], None]


class Agenda:
    """Plans that are made while others are carried out; what was planned first comes first."""

    def __init__(self) -> None:
        self._plans: list[tuple[datetime, int, Action]] = []
        self._numbers = count()

    def plan(self, moment: datetime, action: Action) -> None:
        # Whole seconds: the bank is kept in seconds, and its arithmetic is checked to the second.
        heappush(self._plans, (moment.replace(microsecond=0), next(self._numbers), action))

    @property
    def next(self) -> datetime | None:
        return self._plans[0][0] if self._plans else None

    def carry_out(self, now: datetime) -> None:
        """Do all that is planned up to now."""
        while self._plans and self._plans[0][0] <= now:
            heappop(self._plans)[2]()
