"""Calls of players' own bells: by https alone, to public addresses alone, in bounded time.

Whoever names a host must not make us call what only we can reach: each address of the host is looked at, and the one
that was looked at is the one that is called.
"""

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import TypeAlias
from urllib.parse import urlsplit

from pbem.errors import PbemError

_SECONDS = 10
_PORT = 443
_LONGEST_ANSWER = 64
# All IPv6 addresses that anybody has so far (RFC 4291 section 2.4); outside of it are those of a site, of translators
# such as NAT64, and those that hold one of IPv4.
_UNICAST = IPv6Network("2000::/3")

Resolve: TypeAlias = Callable[[str], Awaitable[list[str]]]


async def call(url: str, text: str, resolve: Resolve | None = None, context: ssl.SSLContext | None = None) -> None:
    """Post the text there; PbemError where it can't be, or is not wanted."""
    parts = urlsplit(url)
    host, path = parts.hostname or "", (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        async with asyncio.timeout(_SECONDS):
            address = checked(await (resolve or _resolved)(host))
            status = await _posted(address, _PORT, host, path, text, context or ssl.create_default_context())
    except (OSError, TimeoutError, ValueError) as error:
        # The address is a secret of sorts: not even its host is logged.
        raise PbemError(f"a bell was not reached: {type(error).__name__}") from error
    if not 200 <= status < 300:
        # Where it would send us on to is nobody's who was asked.
        raise PbemError(f"a bell answered with {status}")


def checked(addresses: list[str]) -> str:
    """The first of a host's addresses, if every one of them is public."""
    if not addresses or not all(is_public(each) for each in addresses):
        raise PbemError("a bell is not at a public address")
    return addresses[0]


def is_public(address: str) -> bool:
    """Whether anybody on the internet could call it; what may hold another address within is not."""
    try:
        number = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return number.is_global and not number.is_multicast and not _may_hold_another(number)


def _may_hold_another(number: IPv4Address | IPv6Address) -> bool:
    if isinstance(number, IPv4Address):
        return False
    return bool(number.sixtofour or number.teredo) or number not in _UNICAST


async def _resolved(host: str) -> list[str]:
    found = await asyncio.get_running_loop().getaddrinfo(host, _PORT, type=socket.SOCK_STREAM)
    return [str(each[4][0]) for each in found]


async def _posted(address: str, port: int, host: str, path: str, text: str, context: ssl.SSLContext) -> int:
    """The status of the answer; no more of it is read."""
    reader, writer = await asyncio.open_connection(address, port, ssl=context, server_hostname=host)
    try:
        body = text.encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: text/plain; charset=utf-8\r\n"
            f"Content-Length: {len(body)}\r\nUser-Agent: pbem\r\nConnection: close\r\n\r\n"
        )
        writer.write(head.encode("ascii") + body)
        await writer.drain()
        return _status(await reader.read(_LONGEST_ANSWER))
    finally:
        writer.transport.abort()
        with suppress(OSError):
            await writer.wait_closed()


def _status(answer: bytes) -> int:
    version, _, rest = answer.partition(b" ")
    if not version.startswith(b"HTTP/1.") or not rest[:3].isdigit():
        raise PbemError("a bell answered with something else")
    return int(rest[:3])
