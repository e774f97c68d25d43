"""What is counted while this process runs: how often, and how long it took. Nothing here falls; `/metrics` tells it."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from threading import Lock

_BOUNDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0, 3600.0)


class Tally:
    """How often something happened, by what it was."""

    def __init__(self, name: str, words: str, label: str) -> None:
        self.name, self.words, self.label = name, words, label
        self._lock = Lock()
        self._counts: Counter[str] = Counter()

    def count(self, kind: str, times: int = 1) -> None:
        with self._lock:
            self._counts[kind] += times

    def counts(self) -> dict[str, int]:
        with self._lock:
            return dict(sorted(self._counts.items()))


class Durations:
    """How long something took, in seconds: a histogram."""

    def __init__(self, name: str, words: str) -> None:
        self.name, self.words = name, words
        self._lock = Lock()
        self._counts = [0] * (len(_BOUNDS) + 1)
        self._sum = 0.0

    def took(self, seconds: float) -> None:
        with self._lock:
            self._counts[bisect_left(_BOUNDS, seconds)] += 1
            self._sum += max(0.0, seconds)

    def buckets(self) -> tuple[list[tuple[str, float]], float]:
        """How many took no longer than each bound, and the sum of all."""
        with self._lock:
            counts, whole = list(accumulate(self._counts)), self._sum
        return list(zip((*map(str, _BOUNDS), "+Inf"), map(float, counts), strict=True)), whole


HANDLED = Tally("pbem_mails_handled", "Mails that this process dealt with, by verdict.", "verdict")
SENT = Tally("pbem_mails_sent", "Mails that the relay took from this process, by kind.", "kind")
NOT_SENT = Tally("pbem_mails_not_sent", "Tries that failed: put off, or given up.", "outcome")
JUNK = Tally("pbem_junk_mails", "Mails in the junk folder: taken as a player's own, or left.", "outcome")
ANSWERING = Durations("pbem_answer_seconds", "From a mail's arrival to its being dealt with.")
SENDING = Durations("pbem_send_seconds", "How long the relay took to take a mail.")
THOUGHT = Durations("pbem_thought_seconds", "How long a bot thought of a move.")
WAITING = Durations("pbem_outbox_seconds", "From a mail's being written to the relay's taking it.")


def tallies() -> Iterator[Tally]:
    yield from (HANDLED, SENT, NOT_SENT, JUNK)


def durations() -> Iterator[Durations]:
    yield from (ANSWERING, SENDING, WAITING, THOUGHT)
