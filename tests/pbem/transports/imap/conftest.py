"""A mailbox of one's own for every test: a fresh Dovecot with the user anna."""

from collections.abc import Callable, Iterator

import pytest

from tests.pbem.transports.imap.world import USER
from tests.servers.dovecot import Dovecot


@pytest.fixture
def start_dovecot() -> Iterator[Callable[..., Dovecot]]:
    started: list[Dovecot] = []

    def start(capability: str = "", prefix: str = "", separator: str = "/") -> Dovecot:
        dovecot = Dovecot(capability, prefix, separator)
        started.append(dovecot)
        dovecot.set_password(USER)
        dovecot.start()
        return dovecot

    yield start
    for dovecot in started:
        dovecot.remove()


@pytest.fixture
def dovecot(start_dovecot: Callable[..., Dovecot]) -> Dovecot:
    return start_dovecot()
