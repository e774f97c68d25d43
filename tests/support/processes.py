"""What the tests of several processes share; threads stand for processes, as far as the database can tell."""

from collections.abc import Callable
from concurrent.futures import Future
from time import sleep
from typing import TypeAlias

from pbem.model import Player
from pbem.work import Work

Submit: TypeAlias = Callable[[Callable[[], object]], Future[object]]


def player(work: Work, player_id: int) -> Player:
    found = work.player(player_id)
    assert found
    return found


def waits(done: Future[object]) -> bool:
    """Whether it can't go on by itself."""
    sleep(0.2)
    return not done.done()
