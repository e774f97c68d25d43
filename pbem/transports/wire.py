"""Cutting a connection, whatever state it is in."""

import asyncio
from contextlib import suppress


def cut(transport: asyncio.WriteTransport) -> None:
    """Drop the connection at once. CPython's TLS transport can't be aborted once it was closed twice."""
    with suppress(AttributeError):
        transport.abort()
