"""Real servers for the tests in this folder."""

from collections.abc import Iterator

import pytest

from tests.e2e.world import MAILBOX
from tests.servers.dovecot import Dovecot


@pytest.fixture
def dovecot() -> Iterator[Dovecot]:
    server = Dovecot()
    server.set_password(MAILBOX)
    server.start()
    yield server
    server.remove()
