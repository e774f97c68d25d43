"""The operator's page: how the server is doing, and what the command line does, by the same functions. In English."""

import asyncio
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

import structlog
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pbem.actions import directing
from pbem.actions.request import Refused
from pbem.errors import PbemError
from pbem.i18n import language
from pbem.mail.operators_page import PATH, opens
from pbem.model import GameStatus, Protest
from pbem.notices import TO_ADMINS, Notice
from pbem.posting import send
from pbem.render.phrases import Phrases
from pbem.render.refusals import why
from pbem.web.site import form
from pbem.web.tagged import TaggedPage
from pbem.web.templates import page, private
from pbem.work import ReadWork, Work, retried

_log = structlog.get_logger()

_MOST = 50


class AdminPage(TaggedPage):
    """A look changes nothing; each form does one thing, and the log says what."""

    path, methods = PATH, ("GET", "POST")

    async def _answer(self, request: Request) -> Response:
        tag = request.path_params["tag"]
        if not opens(self._app.server.tags, tag, datetime.now(UTC)):
            raise HTTPException(404, "This link is no longer good: pbem admin link makes another.")
        if request.method == "GET":
            facts = await asyncio.to_thread(self._facts)
            done = request.query_params.get("done", "")
            return private(page("admin.html", tag=tag, done=done, **facts))
        fields = await form(request)
        done = await asyncio.to_thread(self._done, fields)
        self._app.on_queued()
        # A path alone: behind a proxy that speaks TLS we don't know what the browser asked for, and the tag is the key.
        return private(RedirectResponse(f"{PATH}{tag}?{urlencode({'done': done})}", 303))

    def _facts(self) -> dict[str, Any]:
        """Everything on the page."""
        store = self._app.store
        with store.look() as visit:
            vitals, incidents = visit.vitals(TO_ADMINS), visit.incidents()
            games = visit.games(GameStatus.RUNNING, _MOST, 0)
            counts = {status.value: visit.count_games(status) for status in GameStatus}
            size, workers = visit.size(), store.workers.alive(visit.now)
            cases, deeds = _open_cases(visit), visit.deeds(_MOST)
        return {
            "server": self._app.config.server,
            "vitals": vitals,
            "troubles": [each for each in incidents.values() if each.raised],
            "games": games,
            "counts": counts,
            "megabytes": size / 1e6,
            "workers": workers,
            "cases": cases,
            "deeds": deeds,
            "shunted": store.books.mails("in", "shunted", _MOST),
            "failed": store.books.mails("out", "failed", _MOST),
            "waiting": store.books.mails("out", "waiting", _MOST),
            "players": store.books.players(),
        }

    def _done(self, fields: Mapping[str, str]) -> str:
        """What a form asked for, done; or why it was not."""
        deed, number = fields.get("do", ""), fields.get("number", "")
        if not number.isdecimal() or len(number) > 9:
            return "Nothing was done: which one?"
        try:
            said = self._do(deed, int(number))
        except Refused as refusal:
            return f"Nothing was done: {why(Phrases(language('en')), refusal.code, refusal.facts)}"
        except PbemError as error:
            return f"Nothing was done: {error}"
        _log.info("admin page", done=said)
        return said

    def _do(self, deed: str, number: int) -> str:
        match deed:
            case "retry-in" | "retry-out":
                self._app.store.books.retry(deed.removeprefix("retry-"), number)
                return self._direct(f"Mail {number} is tried again.", lambda _work: [])
            case "pause":
                paused = f"Game {number} is paused."
                return self._direct(paused, lambda work: directing.pause(work, _game(work, number)))
            case "resume":
                resumed = f"Game {number} goes on."
                return self._direct(resumed, lambda work: directing.resume(work, _game(work, number)))
            case "ban":
                house, banned = self._app.server.house, f"Player {number} is banned."
                return self._direct(banned, lambda work: directing.ban(work, house, _player(work, number)))
            case "unban":
                unbanned = f"Player {number} is no longer banned."
                return self._direct(unbanned, lambda work: directing.unban(work, _player(work, number)))
        raise PbemError("there is no such thing to do")

    @retried
    def _direct(self, what: str, act: Callable[[Work], list[Notice]]) -> str:
        """Done and noted at once; says what it was."""
        with self._app.store.work() as work:
            send(self._app.server, work, act(work))
            work.note_deed("page", what)
        return what


def _open_cases(visit: ReadWork) -> list[tuple[str, Protest]]:
    """Protests that no director has answered, with the names of their leagues."""
    return [
        (league.name, protest)
        for league in visit.leagues()
        for season in visit.seasons(league.id)
        for protest in visit.protests(season.id)
        if protest.granted is None
    ]


def _game(work: Work, number: int) -> Any:
    found = work.game(number)
    if found is None:
        raise PbemError(f"there is no game {number}")
    return found


def _player(work: Work, number: int) -> Any:
    found = work.player(number)
    if found is None:
        raise PbemError(f"there is no player {number}")
    return found
