"""`/healthz`: whether the server does its work, for whoever watches over it."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from pbem.bootstrap import App
from pbem.errors import StoreUnavailable
from pbem.model import Spell, Trouble, Waiting, Worker
from pbem.web.public.visit import Gallery

# Ticks come every few seconds; what is this late shows that they don't come any more, or fail.
LATE = timedelta(minutes=10)
# Of the kinds of trouble, those that keep the server from its work.
_DISABLING = {
    Trouble.MAILBOX: "the mailbox can't be read",
    Trouble.MAIL_IN: "mail is not read",
    Trouble.MAIL_OUT: "mail is not sent",
}


class Health:
    """200 and `ok`, or 503 and the reasons, one a line."""

    def __init__(self, app: App) -> None:
        self._gallery: Gallery = app.store.gallery
        self._workers = app.store.workers

    def routes(self) -> list[Route]:
        return [Route("/healthz", self._answer)]

    async def _answer(self, _request: Request) -> Response:
        reasons = await asyncio.to_thread(self._reasons)
        return PlainTextResponse("\n".join(reasons or ["ok"]) + "\n", 503 if reasons else 200)

    def _reasons(self) -> list[str]:
        try:
            with self._gallery.visit() as visit:
                found = [*late(visit.waiting(), visit.now), *standing(visit.spells())]
                workers = self._workers.alive(visit.now)
            return [*found, *leaderless(workers)]
        except StoreUnavailable:
            return ["the database can't be used"]


def late(waiting: Waiting, now: datetime) -> Iterator[str]:
    """What should have been done long ago."""
    moments = {
        "mail is not read": waiting.in_since,
        "mail is not sent": waiting.out_since,
        "no tick: games are not looked at": waiting.game_since,
    }
    for reason, since in moments.items():
        if since and now - since > LATE:
            yield f"{reason} since {since:%Y-%m-%d %H:%M} UTC"


def standing(spells: Mapping[Trouble, Spell]) -> Iterator[str]:
    """Trouble that admins were told of, or would have been if mail could leave."""
    for trouble, reason in _DISABLING.items():
        spell = spells.get(trouble)
        if spell and spell.raised and spell.since:
            yield f"{reason} since {spell.since:%Y-%m-%d %H:%M} UTC"


def leaderless(workers: Sequence[Worker]) -> Iterator[str]:
    """Nobody reads the mailbox or keeps the time; for some seconds that is normal after a leader died."""
    if workers and not any(worker.leads for worker in workers):
        yield "no worker leads"
