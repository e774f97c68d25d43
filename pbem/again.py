"""What another process came in between of is done again, at once: it has what it wanted by now."""

from collections.abc import Callable
from functools import wraps
from random import random
from time import sleep
from typing import ParamSpec, TypeVar

from pbem.errors import Conflict

P = ParamSpec("P")
T = TypeVar("T")

_TRIES = 10
# Seconds: long enough for the other to go on first, and not to meet it again.
_MOMENT = 0.01


def retried(work: Callable[P, T]) -> Callable[P, T]:
    """Have a whole transaction tried again after a conflict; after too many, the caller waits. Call it in a thread."""

    @wraps(work)
    def tried(*args: P.args, **kwargs: P.kwargs) -> T:
        for number in range(1, _TRIES):
            try:
                return work(*args, **kwargs)
            except Conflict:
                sleep(random() * number * _MOMENT)  # noqa: S311
        return work(*args, **kwargs)

    return tried
