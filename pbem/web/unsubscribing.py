"""One click and no more mail: the https half of List-Unsubscribe (RFC 8058)."""

import asyncio
from dataclasses import replace
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from pbem.actions.people.away import end_mail, stop_mail
from pbem.i18n import language
from pbem.mail.tags import Purpose
from pbem.model import Player
from pbem.posting import send
from pbem.web.site import form
from pbem.web.tagged import TaggedPage
from pbem.web.templates import page, private
from pbem.work import ReadWork, retried

UNSUBSCRIBE = "/unsubscribe/"


_WISHES = frozenset(("less", "stop", "leave", "left"))
"""To `leave` the games is asked first; `left` is the yes to that."""


class _Visitor(NamedTuple):
    """Whose page it is, and how many seats they hold."""

    player: Player
    seats: int


class Unsubscribing(TaggedPage):
    """The tag of a mail says who wants to stop. A look changes nothing: mail scanners follow every link."""

    path, methods = UNSUBSCRIBE, ("GET", "POST")

    async def _answer(self, request: Request) -> Response:
        tag = request.path_params["tag"]
        if request.method != "POST":
            return self._page(await asyncio.to_thread(self._looked_up, tag))
        await asyncio.to_thread(self._looked_up, tag)  # before a stranger's form is read
        wish = (await form(request)).get("do", "")
        visitor = await asyncio.to_thread(self._obeyed, tag, wish if wish in _WISHES else "stop")
        self._app.on_queued()
        return self._page(visitor, wish if wish in _WISHES else "stop")

    def _page(self, visitor: _Visitor, done: str = "") -> Response:
        speech = language(visitor.player.language)
        web, seats = self._app.config.web, visitor.seats
        shown = page("public/unsubscribe.html", done=done, seats=seats, speech=speech, _=speech.gettext, web=web)
        return private(shown)

    def _looked_up(self, tag: str) -> _Visitor:
        with self._app.store.look() as visit:
            return self._visitor(visit, tag)

    @retried
    def _obeyed(self, tag: str, wish: str) -> _Visitor:
        """One click ends all mail; whoever is at the page may choose less of it, or leave their games as well."""
        server = self._app.server
        with self._app.store.work() as work:
            visitor = self._visitor(work, tag)
            player = visitor.player
            match wish:
                case "less":
                    work.save_player(replace(player, digest=True, receipts="never", follow=False, talk=False))
                case "stop":
                    end_mail(work, player)
                case "left":
                    send(server, work, stop_mail(work, server.house, player))
        return visitor

    def _visitor(self, work: ReadWork, tag: str) -> _Visitor:
        # Mails of earlier releases are still in mailboxes.
        player = self._owner(work, tag, Purpose.UNSUBSCRIBE, Purpose.OLD)
        held = (
            game.holders[seat] for game in work.games_of(player.id) if (seat := game.seat_of(player.id)) is not None
        )
        return _Visitor(player, sum(not holder.bot for holder in held))
