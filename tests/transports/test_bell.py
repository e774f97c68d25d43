"""Calls of players' bells: only to public addresses, and to the very address that was looked at."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from pbem.errors import PbemError
from pbem.transports import bell
from tests.support.servers.certificate import self_signed


@pytest.mark.parametrize("address", ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"])
def test_public_addresses_are_called(address: str) -> None:
    assert bell.is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "240.0.0.1"),
        *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "ff02::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::ffff:93.184.215.14", "2002:7f00:1::", "64:ff9b::7f00:1", "64:ff9b:1::1"),
        *("2001:0:53aa:64c::1", "::7f00:1", "::10.1.2.3", "fec0::1", "::5efe:a01:203", "localhost", ""),
    ],
)
def test_what_only_we_could_reach_is_not(address: str) -> None:
    assert not bell.is_public(address)


def test_one_private_address_among_public_ones_is_enough() -> None:
    with pytest.raises(PbemError, match="public"):
        bell.checked(["93.184.215.14", "10.0.0.1"])
    with pytest.raises(PbemError, match="public"):
        bell.checked([])


async def test_a_name_that_leads_to_us_is_refused_before_anything_is_sent() -> None:
    async def resolve(_host: str) -> list[str]:
        return ["127.0.0.1"]

    with pytest.raises(PbemError, match="public"):
        await bell.call("https://bell.example/", "Your turn, #5", resolve)


@asynccontextmanager
async def listening(context: ssl.SSLContext, answer: bytes, heard: list[bytes]) -> AsyncIterator[int]:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        heard.append(await reader.read(4000))
        writer.write(answer)
        with suppress(OSError):
            await writer.drain()
            writer.close()
            await writer.wait_closed()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    async with server:
        yield server.sockets[0].getsockname()[1]


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The address that is called is one that was looked at; for a test, our own will do."""
    monkeypatch.setattr(bell, "is_public", lambda address: address == "127.0.0.1")


async def called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: bytes, url: str = "https://localhost/t?a=1"
) -> tuple[list[bytes], int]:
    """What the bell heard, and how often its name was looked up: the second time it would lead elsewhere."""
    certificate, heard, asked = self_signed(tmp_path), list[bytes](), 0

    async def resolve(_host: str) -> list[str]:
        nonlocal asked
        asked += 1
        return ["127.0.0.1"] if asked == 1 else ["10.0.0.1"]

    async with listening(certificate.server_context(), answer, heard) as port:
        monkeypatch.setattr(bell, "_PORT", port)
        await bell.call(url, "Din tur, #5", resolve, certificate.client_context())
    return heard, asked


@pytest.mark.usefixtures("here")
async def test_a_bell_hears_whose_turn_it_is_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard, asked = await called(tmp_path, monkeypatch, b"HTTP/1.1 200 OK\r\n\r\n")
    head, _, body = heard[0].partition(b"\r\n\r\n")
    assert head.startswith(b"POST /t?a=1 HTTP/1.1\r\nHost: localhost\r\n")
    assert body == b"Din tur, #5"
    assert asked == 1


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("answer", [b"HTTP/1.1 302 Found\r\nLocation: https://10.0.0.1/\r\n\r\n", b"hello", b""])
async def test_nobody_is_sent_on_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: bytes) -> None:
    with pytest.raises(PbemError, match="answered with"):
        await called(tmp_path, monkeypatch, answer)


@pytest.mark.usefixtures("here")
async def test_a_certificate_for_another_name_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PbemError, match="not reached"):
        await called(tmp_path, monkeypatch, b"HTTP/1.1 200 OK\r\n\r\n", "https://bell.example/")


async def test_a_bell_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def resolve(_host: str) -> list[str]:
        await asyncio.Event().wait()
        return []

    monkeypatch.setattr(bell, "_SECONDS", 0)
    with pytest.raises(PbemError, match="TimeoutError"):
        await bell.call("https://bell.example/", "Your turn, #5", resolve)
