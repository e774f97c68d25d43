"""Requests to the page of a seat: a look changes nothing; a form goes the way of a mail."""

import asyncio
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from pbem.actions.people.information import waiting_elsewhere
from pbem.i18n.language import N_
from pbem.mail.tags import KEY_BYTES, Purpose, new_key
from pbem.notices import HintNotice, Notice, RefusedNotice
from pbem.pipeline import PageOrder, handle_page
from pbem.posting import send
from pbem.render.refusals import why
from pbem.web.pages import Application, page, private
from pbem.web.play.asked import asked_for, once_of, turn_of
from pbem.web.play.choosing import Chosen, read_choice
from pbem.web.play.events import LiveGames
from pbem.web.play.limits import Pace
from pbem.web.play.link import PATH, SeatLink, open_link
from pbem.web.play.lookback import looked_back
from pbem.web.play.shown import Answered, shown
from pbem.web.site import form
from pbem.work import Reading, retried

_NO_LINK = N_("This link is no longer good. Answer any mail of the game with the word “board”, and you get a new one.")
_TOO_MANY = N_("That was more than one can tap: please wait a minute, then go on.")
# What the page says after a form was obeyed, by the word in its address.
_DONE = {
    "played": N_("Your move was played."),
    "queued": N_("This waits for your turn now."),
    "dropped": N_("Nothing waits for your turn any more."),
    "said": N_("It was said."),
    "noted": N_("Your note was kept."),
    "resigned": N_("You left the game."),
    "rematch": N_("You asked for a rematch."),
    "linked": N_("Their links are on the way to your mailbox."),
    "sent before": N_("Their links were sent a short while ago; look into your mailbox."),
    "already": N_("This was done already; nothing happened twice."),
}


class _Undone(Exception):
    """The form was refused: whatever was begun is undone."""

    def __init__(self, refusal: RefusedNotice) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class PlayPages:
    """The page of each seat."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._pace = Pace()
        self._live = LiveGames(app)

    def routes(self) -> list[Route]:
        return [
            Route(PATH + "{tag}", self._answer, methods=["GET", "POST"]),
            Route(PATH + "{tag}/moves/{move:number}", self._move),
            Route(PATH + "{tag}/events", self._events),
        ]

    async def _answer(self, request: Request) -> Response:
        tag = self._tag(request)
        if request.method == "POST":
            answer = await asyncio.to_thread(self._posted, tag, await form(request))
            self._app.on_queued()
            return answer
        return await asyncio.to_thread(self._looked_at, tag, read_choice(request.query_params), request)

    def _tag(self, request: Request) -> str:
        """Before anything is looked up or read: whether the tag is genuine, and not used by a machine."""
        tag: str = request.path_params["tag"].lower()
        if self._app.server.tags.read(Purpose.PLAY, tag) is None:
            raise HTTPException(404, _NO_LINK)
        if not self._pace.allows(tag):
            raise HTTPException(429, _TOO_MANY, {"Retry-After": "60"})
        return tag

    async def _move(self, request: Request) -> Response:
        return await asyncio.to_thread(self._looked_back, self._tag(request), request.path_params["move"])

    async def _events(self, request: Request) -> Response:
        link = await asyncio.to_thread(self._opened, self._tag(request))
        if self._live.full:
            return private(Response(status_code=204))  # a browser asks no more then, and the page works as before
        return private(StreamingResponse(self._live.stream(link.game.id), media_type="text/event-stream"))

    def _opened(self, tag: str) -> SeatLink:
        with self._app.store.look() as visit:
            return self._open(visit, tag)

    def _looked_back(self, tag: str, move: int) -> Response:
        with self._app.store.look() as visit:
            values = looked_back(visit, self._open(visit, tag), self._app.server.ours.name, move)
        if values is None:
            raise HTTPException(404, _NO_LINK)
        return private(page("public/play_back.html", 200, **values))

    def _open(self, work: Reading, tag: str) -> SeatLink:
        link = open_link(self._app.server, work, tag)
        if link is None:
            raise HTTPException(404, _NO_LINK)
        return link

    def _looked_at(self, tag: str, chosen: Chosen, request: Request) -> Response:
        done = _DONE.get(request.query_params.get("done", ""), "")
        return self._page(tag, chosen, done=done)

    def _page(
        self,
        tag: str,
        chosen: Chosen,
        status: int = 200,
        *,
        done: str = "",
        trouble: RefusedNotice | None = None,
        words: str = "",
        hint: HintNotice | None = None,
    ) -> Response:
        with self._app.store.look() as visit:
            link = self._open(visit, tag)
            answered = Answered(
                link.phrases.say(done) if done else "",
                why(link.phrases, trouble.code, trouble.facts) if trouble else "",
                words,
                trouble.choices if trouble else (),
                hint,
            )
            values = shown(self._app.server, visit, link, chosen, answered)
        return private(page("public/play.html", status, **values))

    def _posted(self, tag: str, fields: Mapping[str, str]) -> Response:
        try:
            done, told = self._obeyed(tag, fields)
        except _Undone as undone:
            return self._page(tag, Chosen(), 422, trouble=undone.refusal, words=fields.get("words", ""))
        for notice in told:
            if isinstance(notice, HintNotice):
                return self._page(tag, Chosen(), hint=notice)
        return private(RedirectResponse(f"{PATH}{tag}?{urlencode({'done': done})}", 303))

    @retried
    def _obeyed(self, tag: str, fields: Mapping[str, str]) -> tuple[str, list[Notice]]:
        """Do what the form asks for, all of it or nothing: which word of `_DONE` says so, and what else is told."""
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
            told = handle_page(server, work, order)
            if told is None:
                return "already", []
            _stop_where_refused(told)
            return _word_for(link, fields), told


def _stop_where_refused(told: Sequence[Notice]) -> None:
    for notice in told:
        if isinstance(notice, RefusedNotice):
            raise _Undone(notice)


def _word_for(link: SeatLink, fields: Mapping[str, str]) -> str:
    deeds = {"cancel": "dropped", "note": "noted", "resign": "resigned", "rematch": "rematch"}
    if word := deeds.get(fields.get("do", "")):
        return word
    if not fields.get("order"):
        return "said"
    return "played" if link.my_turn else "queued"
