"""The rate limit and the waits between tries, without waiting."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from pbem.server.pace import Pace, gives_up, retry_delay

MINUTE = timedelta(minutes=1)


class Clock:
    """Time that passes only when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def read(self) -> float:
        return self.now


def departures(per_minute: int, count: int, pause: float = 1) -> list[float]:
    """When so many mails go, one of which is tried every `pause` seconds."""
    clock, times = Clock(), list[float]()
    pace = Pace(per_minute, clock=clock.read)
    while len(times) < count:
        if pace.free(1):
            pace.gone()
            times.append(clock.now - 1000)
        clock.now += pause
    return times


def test_without_a_limit_nobody_waits() -> None:
    pace = Pace(0)
    pace.share(0, 3)
    for _ in range(100):
        pace.gone()
    assert pace.free(20) == 20


def test_a_burst_goes_at_once_and_the_rest_a_minute_later() -> None:
    assert departures(3, 7) == [0, 1, 2, 60, 61, 62, 120]


def test_who_is_slow_anyway_does_not_wait() -> None:
    assert departures(3, 5, pause=25) == [0, 25, 50, 75, 100]


def test_no_minute_sees_more_than_the_limit() -> None:
    times = departures(4, 40, pause=7)
    assert all(later - earlier >= 60 for earlier, later in zip(times, times[4:], strict=False))


@pytest.mark.parametrize("processes", range(1, 12))
@pytest.mark.parametrize("limit", [1, 5, 60])
def test_the_shares_of_all_processes_are_the_limit(limit: int, processes: int) -> None:
    paces = [Pace(limit) for _ in range(processes)]
    for place, pace in enumerate(paces):
        pace.share(place, processes)
    shares = [pace.free(100) for pace in paces]
    assert sum(shares) == limit
    assert max(shares) - min(shares) <= 1


def test_what_went_before_counts_when_the_share_becomes_smaller() -> None:
    clock = Clock()
    pace = Pace(6, clock=clock.read)
    for _ in range(3):
        pace.gone()
    pace.share(0, 3)
    assert pace.free(20) == 0
    clock.now += 60
    assert pace.free(20) == 2


def test_the_wait_doubles_from_a_minute_to_some_hours() -> None:
    waits = [retry_delay(attempts, 0, MINUTE) for attempts in range(1, 40)]
    assert waits[:4] == [MINUTE, 2 * MINUTE, 4 * MINUTE, 8 * MINUTE]
    assert all(earlier <= later for earlier, later in pairwise(waits))
    assert waits[-1] == 256 * MINUTE


@pytest.mark.parametrize("attempts", [1, 5, 1_000_000])
def test_jitter_spreads_the_tries_of_many_mails(attempts: int) -> None:
    assert retry_delay(attempts, 1, MINUTE) == retry_delay(attempts, 0, MINUTE) * 1.5


def test_a_mail_is_given_up_after_five_days() -> None:
    created = datetime(2026, 1, 1, tzinfo=UTC)
    assert not gives_up(created, created + timedelta(days=5, seconds=-1))
    assert gives_up(created, created + timedelta(days=5))


def test_an_hour_and_a_day_have_their_own_limits() -> None:
    clock = Clock()
    pace = Pace(0, per_hour=3, per_day=5, clock=clock.read)
    for _ in range(3):
        pace.gone()
    assert pace.free(20) == 0
    clock.now += 3600
    assert pace.free(20) == 2
    pace.gone()
    pace.gone()
    clock.now += 3600
    assert pace.free(20) == 0
    clock.now += 86400
    assert pace.free(20) == 3


def test_what_went_before_a_restart_counts() -> None:
    clock = Clock()
    pace = Pace(0, per_hour=3, per_day=5, clock=clock.read)
    pace.remember([30.0, 7200.0, 90_000.0])
    assert pace.free(20) == 2
    pace.gone()
    clock.now += 3600
    assert pace.free(20) == 2
