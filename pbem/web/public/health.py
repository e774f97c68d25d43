"""`/healthz`: whether the server does its work, for whoever watches over it."""

import asyncio
from collections.abc import Iterator
from datetime import datetime, timedelta

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pbem.bootstrap import App
from pbem.errors import StoreUnavailable
from pbem.web.public.visit import Backlog, Gallery

# Ticks come every few seconds; what is this late shows that they don't come any more, or fail.
LATE = timedelta(minutes=10)


class Health:
    """200 and `ok`, or 503 and the reasons, one a line."""

    def __init__(self, app: App) -> None:
        self._gallery: Gallery = app.store.gallery

    def routes(self) -> list[Route]:
        return [Route("/healthz", self._answer)]

    async def _answer(self, _request: Request) -> Response:
        reasons = await asyncio.to_thread(self._reasons)
        return PlainTextResponse("\n".join(reasons or ["ok"]) + "\n", 503 if reasons else 200)

    def _reasons(self) -> list[str]:
        try:
            with self._gallery.visit() as visit:
                return list(late(visit.backlog(), visit.now))
        except StoreUnavailable:
            return ["the database can't be used"]


def late(backlog: Backlog, now: datetime) -> Iterator[str]:
    """What should have been done long ago."""
    waiting = {
        "mail is not read": backlog.in_since,
        "mail is not sent": backlog.out_since,
        "no tick: games are not looked at": backlog.game_since,
    }
    for reason, since in waiting.items():
        if since and now - since > LATE:
            yield f"{reason} since {since:%Y-%m-%d %H:%M} UTC"
