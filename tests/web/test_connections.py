"""What a visitor may ask of the pages' port: a place among a hundred, and some seconds to say what they want."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from pbem.web import connections, site
from pbem.web.connections import MOST_CLIENTS
from pbem.web.site import WebServer, form, listen, make_site
from tests.support.servers.tools import PATIENCE
from tests.support.web.asking import ask

WHOLE = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
HALF = WHOLE[:-2]


async def fields(request: Request) -> Response:
    return PlainTextResponse(str(len(await form(request))) if request.method == "POST" else "hello")


async def news() -> AsyncIterator[bytes]:
    yield b"data: 1\n\n"
    await asyncio.Event().wait()


async def listened(_request: Request) -> Response:
    return StreamingResponse(news(), media_type="text/event-stream")


async def much(_request: Request) -> Response:
    return StreamingResponse(endless(), media_type="text/plain")


async def endless() -> AsyncIterator[bytes]:
    while True:
        yield b"x" * 65536
        await asyncio.sleep(0)


SITE = make_site(
    [Route("/", fields, methods=["GET", "POST"]), Route("/game/events", listened), Route("/much", much)],
    ["127.0.0.1"],
)


class Visitor:
    """Says what it is told to, and listens."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    def say(self, data: bytes) -> None:
        self._writer.write(data)

    async def hear(self) -> bytes:
        """The first line of an answer; empty when hung up on."""
        try:
            return await asyncio.wait_for(self._reader.readline(), PATIENCE)
        except ConnectionError:
            return b""

    async def read(self, size: int) -> bytes:
        return await self._reader.readexactly(size)

    def leave(self) -> None:
        self._writer.transport.abort()


class Door:
    """The pages' port."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.visitors: list[Visitor] = []

    async def come(self, saying: bytes = HALF) -> Visitor:
        visitor = Visitor(*await asyncio.open_connection("127.0.0.1", self._port))
        self.visitors.append(visitor)
        visitor.say(saying)
        return visitor


@pytest.fixture
async def door() -> AsyncIterator[Door]:
    opened = listen(0)
    server = WebServer(SITE)
    server.task = asyncio.create_task(server.serve([opened]))
    await server.ready()
    door = Door(opened.getsockname()[1])
    yield door
    for visitor in door.visitors:
        visitor.leave()
    await server.close()


async def test_one_visitor_too_many_is_told_to_come_later(door: Door) -> None:
    visitors = [await door.come() for _ in range(MOST_CLIENTS)]
    late = await asyncio.gather(*(door.come(b"") for _ in range(30)))
    assert {await each.hear() for each in late} == {b"HTTP/1.1 503 Service Unavailable\r\n"}
    visitors[0].say(b"\r\n")
    assert (await visitors[0].hear()).startswith(b"HTTP/1.1 200")
    visitors[1].leave()
    async with asyncio.timeout(PATIENCE):
        while not (await (await door.come(WHOLE)).hear()).startswith(b"HTTP/1.1 200"):
            pass


async def test_pages_that_listen_take_no_visitor_s_place(door: Door) -> None:
    for _ in range(MOST_CLIENTS + 5):
        listening = await door.come(WHOLE.replace(b" / ", b" /game/events "))
        assert (await listening.hear()).startswith(b"HTTP/1.1 200")
    assert (await (await door.come(WHOLE)).hear()).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("saying", [b"", HALF, WHOLE + HALF], ids=["nothing", "half", "one and a half"])
async def test_whoever_does_not_say_what_they_want_is_hung_up_on(
    door: Door, monkeypatch: pytest.MonkeyPatch, saying: bytes
) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.3)
    visitor = await door.come(saying)
    while await visitor.hear():
        pass


async def test_whoever_asks_for_much_and_does_not_read_it_is_hung_up_on(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "UNREAD_SECONDS", 0.3)
    for _ in range(MOST_CLIENTS):
        await door.come(WHOLE.replace(b" / ", b" /much "))
    async with asyncio.timeout(PATIENCE):
        while not (await (await door.come(WHOLE)).hear()).startswith(b"HTTP/1.1 200"):
            pass


async def test_whoever_asks_again_and_again_is_not_hung_up_on(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 2)
    visitor = await door.come(b"")
    for _ in range(5):
        await asyncio.sleep(0.5)
        visitor.say(WHOLE)
        assert (await visitor.hear()).startswith(b"HTTP/1.1 200")
        while await visitor.hear() != b"\r\n":
            pass
        assert await visitor.read(len(b"hello")) == b"hello"


# Forms


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("&".join(f"field{number}=1" for number in range(50)), 200),
        ("&".join(f"field{number}=1" for number in range(51)), 413),
        ("a=" + "x" * (16 * 1024 - 2), 200),
        ("a=" + "x" * (16 * 1024), 413),
    ],
)
async def test_a_form_has_its_bounds(body: str, status: int) -> None:
    assert (await ask(SITE, "/", "POST", body, sec_fetch_site="same-origin")).status == status


async def test_a_form_that_does_not_end_is_not_waited_for(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "_FORM_SECONDS", 0.3)
    post = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\nContent-Length: 9\r\n\r\na=b"
    assert (await (await door.come(post)).hear()).startswith(b"HTTP/1.1 408")
