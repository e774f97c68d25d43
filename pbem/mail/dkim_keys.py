"""The keys with which domains sign their mail: asked for outside of any transaction, and remembered for a while."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from time import monotonic
from typing import TypeAlias

# All that are asked for together.
SECONDS = 2.0
KEPT_SECONDS = 3600.0
# A key that could not be had is not asked for again at once, or every mail would wait for it.
MISSED_SECONDS = 60.0
MOST = 1000
_AT_ONCE = 8

Resolver: TypeAlias = Callable[[str], bytes | None]
"""The one TXT record of a name, or None."""


@dataclass(frozen=True, slots=True)
class _Answer:
    record: bytes | None
    until: float


def _nowhere(_: str) -> None:
    """Without DNS nothing is found, and nothing is proven."""


class DkimKeys:
    """TXT records by name; never more than MOST of them."""

    def __init__(self, resolve: Resolver = _nowhere, now: Callable[[], float] = monotonic) -> None:
        self._resolve = resolve
        self._now = now
        self._answers: dict[str, _Answer] = {}

    def get(self, name: str) -> bytes:
        """The record as it was last found, or nothing; nobody is asked."""
        answer = self._answers.get(name)
        return answer.record or b"" if answer else b""

    def missing(self, names: Iterable[str]) -> list[str]:
        """Those to be asked for, or to be asked for anew."""
        now = self._now()
        return [name for name in names if name not in self._answers or self._answers[name].until < now]

    def fetch(self, names: Iterable[str]) -> None:
        """Ask for all of them, at once and not for longer than SECONDS; what is not answered then is a miss."""
        pool = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="keys")
        asked = {name: pool.submit(self._resolve, name) for name in dict.fromkeys(names)}
        wait(asked.values(), SECONDS)
        pool.shutdown(wait=False, cancel_futures=True)
        for name, answer in asked.items():
            self._remember(name, _result(answer))

    def _remember(self, name: str, record: bytes | None) -> None:
        self._answers.pop(name, None)
        self._answers[name] = _Answer(record, self._now() + (KEPT_SECONDS if record else MISSED_SECONDS))
        while len(self._answers) > MOST:
            del self._answers[next(iter(self._answers))]


def _result(answer: Future[bytes | None]) -> bytes | None:
    return answer.result() if answer.done() and not answer.cancelled() and not answer.exception() else None
