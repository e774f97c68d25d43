"""Where mail is handed in: by SMTP, and by LMTP with room for little."""

from collections.abc import AsyncIterator

import pytest

from tests.pbem.transports.post_office import Post, post_office


@pytest.fixture
async def post() -> AsyncIterator[Post]:
    async with post_office() as post:
        yield post


@pytest.fixture
async def lmtp_post() -> AsyncIterator[Post]:
    async with post_office(lmtp=True, max_bytes=1000) as post:
        yield post
