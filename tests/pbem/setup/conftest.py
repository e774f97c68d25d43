"""A mailbox of one's own: a Dovecot with the user splendor, and a configuration that reaches it."""

from collections.abc import Iterator

import pytest

from tests.pbem.setup.town import USER
from tests.servers.dovecot import Dovecot


@pytest.fixture
def dovecot() -> Iterator[Dovecot]:
    server = Dovecot()
    server.set_password(USER)
    server.start()
    yield server
    server.remove()
