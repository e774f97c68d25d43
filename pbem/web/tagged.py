"""A page behind a tag: its address is a secret, and says whose page it is."""

import asyncio
from typing import ClassVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pbem.actions.who import player_of
from pbem.i18n.language import N_
from pbem.mail.tags import Purpose
from pbem.model import Player
from pbem.web.pages import Application
from pbem.web.templates import private
from pbem.work import ReadWork

NO_LINK = N_("This link is no longer good.")


class TaggedPage:
    """To look at; a page with forms answers requests in its own way."""

    path: ClassVar[str]
    methods: ClassVar[tuple[str, ...]] = ("GET",)

    def __init__(self, app: Application) -> None:
        self._app = app

    def routes(self) -> list[Route]:
        return [Route(self.path + "{tag}", self._answer, methods=[*self.methods])]

    async def _answer(self, request: Request) -> Response:
        return private(await asyncio.to_thread(self._shown, request.path_params["tag"]))

    def _shown(self, tag: str) -> Response:
        raise NotImplementedError

    def _owner(self, work: ReadWork, tag: str, *purposes: Purpose) -> Player:
        """Whose tag it is; there is no page for anybody else."""
        claims = (self._app.server.tags.read(purpose, tag) for purpose in purposes)
        player = player_of(work, next(filter(None, claims), None))
        if player is None:
            raise HTTPException(404, NO_LINK)
        return player
