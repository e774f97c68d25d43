"""A site: routes behind the guard, with the style sheets and scripts that its pages name."""

from collections.abc import Sequence

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles

from pbem.render.jinja import templates
from pbem.web.guard import HEADERS, Guard
from pbem.web.pages import problem


def make_site(routes: Sequence[BaseRoute], hosts: Sequence[str], open_paths: Sequence[str] = ()) -> Starlette:
    """Put a site together; a request for any other host is turned away, for a page elsewhere may have sent it.

    What is posted to `open_paths` proves by itself who sends it, and may come from anywhere.
    """
    static = Mount("/static", StaticFiles(directory=templates("web") / "static"))
    return Starlette(
        routes=[static, *routes],
        middleware=[
            Middleware(Guard, open_paths=tuple(open_paths)),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False),
        ],
        exception_handlers={HTTPException: problem, Exception: _mishap},
    )


async def _mishap(_request: Request, _error: Exception) -> Response:
    """Starlette answers what nobody expected outside of all middleware, and so outside of the guard."""
    return PlainTextResponse("Internal Server Error", 500, HEADERS)
