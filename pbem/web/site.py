"""Serving a site inside a process that has its own loop and listens for signals itself."""

import asyncio
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Self
from urllib.parse import parse_qs, urlsplit, urlunsplit

import uvicorn
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pbem.errors import PbemError
from pbem.render.style import templates
from pbem.web.connections import BACKLOG, Connection
from pbem.web.templates import problem

# Forms as browsers send them, small and plain.


_LARGEST = 16 * 1024
_MOST_FIELDS = 50
_FORM_SECONDS = 10.0


async def form(request: Request, largest: int = _LARGEST) -> dict[str, str]:
    """The fields of a form; of a field that comes twice, the first."""
    try:
        async with asyncio.timeout(_FORM_SECONDS):
            body = await _body(request, largest)
        fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
    except TimeoutError as error:
        raise HTTPException(408) from error
    except ValueError as error:
        raise HTTPException(413) from error
    return {name: values[0] for name, values in fields.items()}


async def _body(request: Request, largest: int) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > largest:
            raise HTTPException(413)
    return bytes(body)


def local_path(path: str, otherwise: str = "/") -> str:
    """Where to go after a form: a path of this site, never another's."""
    return path if path.startswith("/") and path[1:2] not in ("/", "\\") and path.isprintable() else otherwise


# What every answer says to the browser, and which requests are turned away before anything sees them.


_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    # Under "no-referrer" a browser hides the origin of a form even from its own site.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
_HARMLESS = ("GET", "HEAD")


@dataclass(frozen=True, slots=True)
class Guard:
    """Takes forms from our own pages only; a page may set a policy of its own, all others get the strict one."""

    app: ASGIApp
    open_paths: tuple[str, ...] = ()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if location := headers.get("location"):
                    headers["Location"] = _path_of(location)
                    headers.setdefault("Cache-Control", "no-store")
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        if scope["type"] != "http":
            await self.app(scope, receive, send)
        elif self._is_welcome(scope):
            await self.app(scope, receive, send_guarded)
        else:
            await PlainTextResponse("This form is not from our pages.", 403)(scope, receive, send_guarded)

    def _is_welcome(self, scope: Scope) -> bool:
        harmless = scope["method"] in _HARMLESS or scope["path"].startswith(self.open_paths)
        return harmless or _from_our_pages(Headers(scope=scope))


def _path_of(location: str) -> str:
    """Nobody is sent elsewhere. Behind a proxy that speaks TLS `http://` is, and a tag would go there in the clear."""
    path = urlunsplit(urlsplit(location)._replace(scheme="", netloc=""))
    return f"/{path.lstrip('/')}"


def _from_our_pages(headers: Headers) -> bool:
    """The browser itself says where a form comes from (Fetch Metadata, else RFC 6454)."""
    if site := headers.get("sec-fetch-site"):
        return site == "same-origin"
    return headers.get("origin", "").partition("://")[2] == headers.get("host")


_TRIES = 50
_GOODBYE_SECONDS = 2


def listen(port: int, host: str = "127.0.0.1") -> socket.socket:
    """A socket on this port, or on the next one that is free; port 0 takes any."""
    for candidate in count(port):
        try:
            return bind(host, candidate)
        except PbemError:
            if candidate >= min(port + _TRIES, 65535):
                raise
    raise AssertionError


def bind(host: str, port: int) -> socket.socket:
    """A socket on just this port."""
    opened = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        opened.bind((host, port))
        opened.listen()
    except OSError as error:
        opened.close()
        raise PbemError(f"port {port} can't be had on {host}: {error.strerror}") from error
    return opened


class WebServer(uvicorn.Server):
    """Serves until `stop`."""

    task: asyncio.Task[None] | None = None

    def __init__(self, site: ASGIApp) -> None:
        self._site = site
        super().__init__(
            uvicorn.Config(
                site,
                log_config=None,
                access_log=False,
                lifespan="off",
                server_header=False,
                proxy_headers=False,
                ws="none",
                http=Connection,
                backlog=BACKLOG,
                timeout_graceful_shutdown=_GOODBYE_SECONDS,
            )
        )

    @classmethod
    def open(cls, site: ASGIApp, address: str) -> Self:
        """Serve the site at `host:port` beside whatever else the loop does."""
        host, _, port = address.rpartition(":")
        server = cls(site)
        server.task = asyncio.create_task(server.serve([bind(host.strip("[]"), int(port))]))
        return server

    async def close(self) -> None:
        """Stop, and wait for it."""
        self.stop()
        if self.task:
            await self.task

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave them to whoever runs us."""
        yield

    async def ready(self) -> None:
        """Wait until requests are answered."""
        while not self.started:  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.01)

    def stop(self) -> None:
        """Whatever is told without end is told that this is the end."""
        if isinstance(self._site, Starlette):
            self._site.state.closing = True
        self.should_exit = True


def is_closing(request: Request) -> bool:
    """Whether the server is about to stop."""
    return getattr(request.app.state, "closing", False)


# A site: routes behind the guard, with the style sheets and scripts that its pages name.


def make_site(routes: Sequence[BaseRoute], hosts: Sequence[str], open_paths: Sequence[str] = ()) -> Starlette:
    """Put a site together; a request for any other host is turned away, for a page elsewhere may have sent it.

    What is posted to `open_paths` proves by itself who sends it, and may come from anywhere.
    """
    static = Mount("/static", StaticFiles(directory=templates("web") / "static"))
    return Starlette(
        routes=[static, *routes],
        middleware=[
            Middleware(Guard, open_paths=tuple(open_paths)),
            Middleware(OurHosts, hosts=list(hosts)),
        ],
        exception_handlers={HTTPException: problem, Exception: _mishap},
    )


class OurHosts:
    """Requests for our own names only, but for whether all is well: whoever starts containers asks by any name."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self._open = app
        self._guarded = TrustedHostMiddleware(app, allowed_hosts=list(hosts), www_redirect=False)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = self._open if scope.get("path") == "/healthz" else self._guarded
        await app(scope, receive, send)


async def _mishap(_request: Request, _error: Exception) -> Response:
    """Starlette answers what nobody expected outside of all middleware, and so outside of the guard."""
    return PlainTextResponse("Internal Server Error", 500, HEADERS)
