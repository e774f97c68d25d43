"""The ticks go on whatever is done to the wall clock."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import chain, repeat

import pytest
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from pbem.server.loops import Jumps, tick_on
from tests.support.servers.tools import PATIENCE

DAY = 86_400.0


async def ticks(ahead: Callable[[], float], seconds: float) -> bool:
    """Whether a job that waits for a time of day which is a day away comes up within so many seconds."""
    came = asyncio.Event()

    async def come() -> None:
        came.set()

    scheduler = AsyncIOScheduler(timezone="UTC")
    scheduler.add_job(come, "interval", seconds=5, next_run_time=datetime.now(UTC) + timedelta(days=1))
    scheduler.start()
    watching = asyncio.create_task(tick_on(scheduler, ahead, seconds=0.01))
    with suppress(TimeoutError):
        await asyncio.wait_for(came.wait(), seconds)
    watching.cancel()
    scheduler.shutdown(wait=False)
    return came.is_set()


@pytest.mark.parametrize("jump", [-DAY, 365 * DAY])
async def test_everything_ticks_on_when_the_wall_clock_was_set(jump: float) -> None:
    assert await ticks(chain([0.0, 0.0], repeat(jump)).__next__, PATIENCE)


async def test_a_clock_that_drifts_is_no_reason_to_tick() -> None:
    drifting = (number * 0.5 for number in range(1_000_000))
    assert not await ticks(drifting.__next__, 0.3)


@pytest.mark.parametrize("jump", [-DAY, 365 * DAY])
def test_a_jump_is_seen_once(jump: float) -> None:
    jumps = Jumps(chain([0.0, 0.1, jump, jump + 0.1, jump], repeat(jump)).__next__)
    assert [jumps.seen() for _ in range(5)] == [False, True, False, False, False]
