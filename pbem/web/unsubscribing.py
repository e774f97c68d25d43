"""One click and no more mail: the https half of List-Unsubscribe (RFC 8058)."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pbem.again import retried
from pbem.bootstrap import App
from pbem.i18n import language
from pbem.model import Player
from pbem.render.wording import spoken
from pbem.service.absence import stop_mail
from pbem.web.pages import page
from pbem.who import player_of
from pbem.work import Work

PATH = "/unsubscribe/"


class Unsubscribing:
    """The tag of a mail says who wants to stop. A look changes nothing: mail scanners follow every link."""

    def __init__(self, app: App) -> None:
        self._app = app

    def routes(self) -> list[Route]:
        return [Route(PATH + "{tag}", self._answer, methods=["GET", "POST"])]

    async def _answer(self, request: Request) -> Response:
        stops = request.method == "POST"
        player = await asyncio.to_thread(self._looked_up, request.path_params["tag"], stops)
        speech = language(player.language)
        return page("public/unsubscribe.html", done=stops, speech=speech, _=speech.gettext, word=spoken(speech, "stop"))

    @retried
    def _looked_up(self, tag: str, stops: bool) -> Player:
        office = self._app.office
        with self._app.store.work() as work:
            player = self._player(work, tag)
            if stops and not player.stopped:
                office.postroom.post(work, stop_mail(work, office.house, player))
        return player

    def _player(self, work: Work, tag: str) -> Player:
        player = player_of(work, self._app.office.postroom.tags.read(tag))
        if player is None:
            raise HTTPException(404, "This link is no longer good.")
        return player
