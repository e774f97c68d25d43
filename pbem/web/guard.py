"""What every answer says to the browser, and which requests are turned away before anything sees them."""

from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


def _from_our_pages(headers: Headers) -> bool:
    """The browser itself says where a form comes from (Fetch Metadata, else RFC 6454)."""
    if site := headers.get("sec-fetch-site"):
        return site == "same-origin"
    return headers.get("origin", "").partition("://")[2] == headers.get("host")
