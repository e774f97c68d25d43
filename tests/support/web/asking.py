"""Requests to a site without a server: what a browser sends, and what it gets."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.types import ASGIApp, Message, Scope


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    text: str


async def ask(
    site: ASGIApp, path: str, method: str = "GET", body: str = "", client: str = "", **headers: str
) -> Answer:
    """One request; header names are written with underscores."""
    path, _, query = path.partition("?")
    given = {"host": "127.0.0.1", **{name.replace("_", "-"): value for name, value in headers.items()}}
    scope: Scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        "server": ("127.0.0.1", 80),
        "client": (client, 40000) if client else None,
    }
    sent: list[Message] = []
    waiting: list[Message] = [{"type": "http.request", "body": body.encode(), "more_body": False}]

    async def receive() -> Message:
        """The request; after it the browser only waits."""
        return waiting.pop() if waiting else await asyncio.get_running_loop().create_future()

    async def send(message: Message) -> None:
        sent.append(message)

    await site(scope, receive, send)
    start = sent[0]
    received = {name.decode(): value.decode() for name, value in start["headers"]}
    content = b"".join(message.get("body", b"") for message in sent[1:])
    return Answer(start["status"], received, content.decode("utf-8", "replace"))
