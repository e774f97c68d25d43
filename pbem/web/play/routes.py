"""Requests to the page of a seat: a look changes nothing; a form goes the way of a mail."""

import asyncio
from collections.abc import Mapping
from functools import partial
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from pbem.actions.games.at_page import is_worth_noting, note_looked
from pbem.actions.people.information import waiting_elsewhere
from pbem.i18n.language import N_
from pbem.mail.tags import KEY_BYTES, Purpose, new_key
from pbem.notices import HintNotice, Notice
from pbem.page_orders import PageOrder, Undone, obeyed
from pbem.posting import send
from pbem.thoughts import undisturbed
from pbem.web.pages import Application
from pbem.web.play.asked import DONE, asked_for, once_of, turn_of, word_for
from pbem.web.play.choosing import Chosen, read_choice
from pbem.web.play.events import LiveGames
from pbem.web.play.limits import Pace
from pbem.web.play.link import PATH, SeatLink, open_link
from pbem.web.play.lookback import looked_back
from pbem.web.play.shown import Answered, shown
from pbem.web.site import form, is_closing
from pbem.web.templates import page, private
from pbem.work import ReadWork, retried

_NO_LINK = N_(
    "This link no longer works. Answer any email of the game with the word “board”, and you'll get a new one."
)
_NO_MOVE = N_("The game hasn't got that far yet.")
_TOO_MANY = N_("That was too many taps in one minute. Please wait a moment, then go on.")
# A proxy that gathered or packed what is told would tell it late: nginx asks for this, and RFC 9111 section 5.2.2.6.
_AT_ONCE = {"X-Accel-Buffering": "no", "Cache-Control": "no-store, no-transform"}


class PlayPages:
    """The page of each seat."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._pace = Pace()
        self._looks = Pace()
        self._live = LiveGames(app)

    def routes(self) -> list[Route]:
        return [
            Route(PATH + "{tag}", self._answer, methods=["GET", "POST"]),
            Route(PATH + "{tag}/moves/{move:number}", self._move),
            Route(PATH + "{tag}/events", self._events),
            Route(PATH + "{tag}/look", self._look, methods=["POST"]),
        ]

    async def _answer(self, request: Request) -> Response:
        tag = self._tag(request)
        if request.method == "POST":
            answer = await asyncio.to_thread(self._posted, tag, await form(request))
            self._app.on_queued()
            return answer
        return await asyncio.to_thread(self._looked_at, tag, read_choice(request.query_params), request)

    async def _look(self, request: Request) -> Response:
        """The page lies before its player's eyes: it says so by itself, and nothing is shown for it."""
        tag = self._genuine(request)
        if self._looks.allows(tag):
            await asyncio.to_thread(self._looked, tag, turn_of(await form(request)))
        return private(Response(status_code=204))

    def _genuine(self, request: Request) -> str:
        """Before anything is looked up or read: the tag, if it is one of ours."""
        tag: str = request.path_params["tag"].lower()
        if self._app.server.tags.read(Purpose.PLAY, tag) is None:
            raise HTTPException(404, _NO_LINK)
        return tag

    def _tag(self, request: Request) -> str:
        """The same, if it is not used by a machine."""
        tag = self._genuine(request)
        if not self._pace.allows(tag):
            raise HTTPException(429, _TOO_MANY, {"Retry-After": "60"})
        return tag

    async def _move(self, request: Request) -> Response:
        return await asyncio.to_thread(self._looked_back, self._tag(request), request.path_params["move"])

    async def _events(self, request: Request) -> Response:
        tag = self._tag(request)
        link = await asyncio.to_thread(self._opened, tag)
        if request.method == "HEAD" or not self._live.has_room(tag):
            return private(Response(status_code=204))  # a browser asks no more then, and the page looks now and then
        news = self._live.stream(link, partial(is_closing, request))
        answer = private(StreamingResponse(news, media_type="text/event-stream"))
        answer.headers.update(_AT_ONCE)
        return answer

    def _opened(self, tag: str) -> SeatLink:
        with self._app.store.look() as visit:
            return self._open(visit, tag)

    def _looked_back(self, tag: str, move: int) -> Response:
        with self._app.store.look() as visit:
            values = looked_back(visit, self._open(visit, tag), self._app.server.ours.name, move)
        if values is None:
            raise HTTPException(404, _NO_MOVE)
        return private(page("public/play_back.html", 200, **values))

    def _open(self, work: ReadWork, tag: str) -> SeatLink:
        link = open_link(self._app.server, work, tag)
        if link is None:
            raise HTTPException(404, _NO_LINK)
        return link

    def _looked_at(self, tag: str, chosen: Chosen, request: Request) -> Response:
        done = DONE.get(request.query_params.get("done", ""), "")
        return self._page(tag, chosen, Answered(done))

    @retried
    def _looked(self, tag: str, length: int) -> None:
        with self._app.store.look() as visit:
            link = self._open(visit, tag)
            is_news = is_worth_noting(visit, link.game, link.seat, length)
        if is_news:
            with self._app.store.work() as work:
                link = self._open(work, tag)
                note_looked(work, link.game, link.seat, length)

    def _page(self, tag: str, chosen: Chosen, answered: Answered, status: int = 200) -> Response:
        return undisturbed(partial(self._page_now, tag, chosen, answered, status))

    def _page_now(self, tag: str, chosen: Chosen, answered: Answered, status: int) -> Response:
        with self._app.store.look() as visit:
            link = self._open(visit, tag)
            values = shown(self._app.server, self._app.config.web, visit, link, chosen, answered)
            version = visit.version(link.game.id).for_seat(link.seat)
        return private(page("public/play.html", status, version=version, **values))

    def _posted(self, tag: str, fields: Mapping[str, str]) -> Response:
        try:
            done, told = undisturbed(partial(self._obeyed, tag, fields))
        except Undone as undone:
            answered = Answered(refusal=undone.refusal, words=fields.get("words", ""))
            return self._page(tag, Chosen(), answered, 422)
        for notice in told:
            if isinstance(notice, HintNotice):
                return self._page(tag, Chosen(), Answered(hint=notice))
        return private(RedirectResponse(f"{PATH}{tag}?{urlencode({'done': done})}", 303))

    @retried
    def _obeyed(self, tag: str, fields: Mapping[str, str]) -> tuple[str, list[Notice]]:
        """Do what the form asks for, all of it or nothing: which word of `DONE` says so, and what else is told."""
        server = self._app.server
        with self._app.store.work() as work:
            link = self._open(work, tag)
            if fields.get("do") == "links":
                return ("linked" if send(server, work, waiting_elsewhere(work, link.player)) else "sent before"), []
            order = PageOrder(
                once_of(fields, new_key(server.entropy(KEY_BYTES))),
                link.player,
                link.game.id,
                turn_of(fields),
                asked_for(link, fields),
                confirmed=fields.get("sure") == "yes",
            )
            told = obeyed(server, work, order)
            return ("already", []) if told is None else (word_for(link, fields), told)
