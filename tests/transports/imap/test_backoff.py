"""Trying again, ever more slowly."""

from pbem.transports.imap.timing import Backoff


def test_the_wait_doubles_up_to_a_limit_and_is_never_the_same_for_all() -> None:
    backoff = Backoff(first=1, longest=5)
    waits = [backoff.next() for _ in range(6)]
    for wait, most in zip(waits, (1, 2, 4, 5, 5, 5), strict=True):
        assert most / 2 <= wait <= most
    assert len(set(waits)) == 6


def test_after_a_success_it_starts_from_the_beginning() -> None:
    backoff = Backoff(first=1, longest=5)
    for _ in range(4):
        backoff.next()
    backoff.reset()
    assert backoff.next() <= 1
