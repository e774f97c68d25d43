"""The rate limit and the waits between tries, without waiting."""

import asyncio
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from pbem.pace import Pace, gives_up, retry_delay


class Clock:
    """Time that passes only when somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1000.0

    def read(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


async def departures(per_minute: int, count: int, pause: float = 0) -> list[float]:
    clock = Clock()
    pace = Pace(per_minute, clock.read, clock.sleep)
    times = []
    for _ in range(count):
        await pace.wait()
        times.append(clock.now - 1000)
        await clock.sleep(pause)
    return times


async def test_without_a_limit_nobody_waits() -> None:
    assert await departures(0, 100) == [0] * 100


async def test_a_burst_goes_at_once_and_the_rest_a_minute_later() -> None:
    assert await departures(3, 7) == [0, 0, 0, 60, 60, 60, 120]


async def test_who_is_slow_anyway_does_not_wait() -> None:
    assert await departures(3, 5, pause=25) == [0, 25, 50, 75, 100]


async def test_no_minute_sees_more_than_the_limit() -> None:
    times = await departures(4, 40, pause=7)
    assert all(later - earlier >= 60 for earlier, later in zip(times, times[4:], strict=False))


async def test_the_limit_holds_for_senders_at_once() -> None:
    clock = Clock()
    pace = Pace(2, clock.read, clock.sleep)
    await asyncio.gather(*(pace.wait() for _ in range(5)))
    assert clock.now == 1120


def test_the_wait_doubles_from_a_minute_to_some_hours() -> None:
    waits = [retry_delay(attempts, 0) for attempts in range(1, 40)]
    assert waits[:4] == [timedelta(minutes=minutes) for minutes in (1, 2, 4, 8)]
    assert all(earlier <= later for earlier, later in pairwise(waits))
    assert waits[-1] == timedelta(minutes=256)


@pytest.mark.parametrize("attempts", [1, 5, 1_000_000])
def test_jitter_spreads_the_tries_of_many_mails(attempts: int) -> None:
    assert retry_delay(attempts, 1) == retry_delay(attempts, 0) * 1.5


def test_a_mail_is_given_up_after_five_days() -> None:
    created = datetime(2026, 1, 1, tzinfo=UTC)
    assert not gives_up(created, created + timedelta(days=5, seconds=-1))
    assert gives_up(created, created + timedelta(days=5))
