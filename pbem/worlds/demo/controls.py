"""What the demo lets one do that no mail program can: let time pass, speak another language, begin another game."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import available_timezones

from babel import Locale
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from pbem.errors import PbemError, StoreUnavailable
from pbem.i18n.codes import LANGUAGES
from pbem.store.glance import games_of, glance_at
from pbem.web.site import form, local_path
from pbem.web.templates import environment
from pbem.worlds.demo.mailbox import WebMailbox
from pbem.worlds.demo.people import DOMAIN, DemoClock, DemoTable
from pbem.worlds.demo.reading import Post, ReplyDraft, contents

if TYPE_CHECKING:
    from pbem.server.app import App

# The slow imports are inside the functions that need the server: the menu is shown before it runs.
_LONGEST_NAME = 20
_SPANS = {"1": "an hour", "24": "a day", "72": "three days"}


@dataclass(frozen=True, slots=True)
class Controls:
    """The menu in the head of every page, and the forms in it."""

    app: "Callable[[], Awaitable[App]]"
    """The server, once it runs."""
    database_url: str
    clock: DemoClock
    table: DemoTable
    boxes: list[WebMailbox]
    post: Post
    folder: Path
    """Where the mailboxes are."""

    def routes(self) -> list[Route]:
        return [
            Route("/time", self._pass_time, methods=["POST"]),
            Route("/language", self._change_language, methods=["POST"]),
            Route("/games", self._play_again, methods=["POST"]),
            Route("/strangers", self._begin_as_stranger, methods=["POST"]),
            Route("/zone", self._live_in, methods=["POST"]),
        ]

    async def menu(self, back: str) -> str:
        """The menu; its forms lead back to the page that it is on."""
        return (
            environment()
            .get_template("demo/controls.html")
            .render(
                back=back,
                now=self.clock(),
                spans=_SPANS,
                boxes=self.boxes,
                languages={code: Locale(code).get_display_name("en") for code in LANGUAGES},
                games=await asyncio.to_thread(self._games),
            )
        )

    def _games(self) -> list[dict[str, object]]:
        """None before the database is there."""
        with suppress(PbemError), glance_at(self.database_url) as glance:
            return games_of(glance, everything=True)
        return []

    async def _pass_time(self, request: Request) -> Response:
        fields = await form(request)
        if (hours := fields.get("hours", "")) in _SPANS:
            span = timedelta(hours=int(hours))
            app = await self.app()
            from pbem.server.attendance import CLOCKS  # noqa: PLC0415

            # Or it would look as if the server had been away for so long, and no clock would have run.
            await asyncio.to_thread(app.store.pulses.beat, CLOCKS, self.clock() + span)
            self.clock.let_pass(span)
        return _back(fields)

    async def _change_language(self, request: Request) -> Response:
        """By mail, as any player does; the board comes along, to have something to read in the new language."""
        fields = await form(request)
        box = next((box for box in self.boxes if box.key == fields.get("box")), None)
        if box and (code := fields.get("language", "")) in LANGUAGES:
            for mail in box.received_after(0)[-1:]:
                to = contents(box.raw(mail)).reply_address()
                await self.post.send(box, ReplyDraft(to, "Splendor", f"language {code}\nboard"))
        return _back(fields)

    async def _begin_as_stranger(self, request: Request) -> Response:
        """A mailbox whose owner the server has never heard of."""
        name = (await form(request)).get("name", "").strip()[:_LONGEST_NAME]
        key = re.sub(r"[^a-z0-9]", "", name.lower()) or "stranger"
        if not any(box.key == key for box in self.boxes):
            self.boxes.append(WebMailbox(self.folder / key, name, f"{key}@{DOMAIN}"))
        return RedirectResponse(f"/mailbox/{key}/compose", 303)

    async def _live_in(self, request: Request) -> Response:
        """The people of the demo live where the browser does, unless they said otherwise."""
        zone = (await form(request)).get("zone", "")
        if zone in available_timezones():
            # A mail of theirs may be under way at the same moment: the browser says it again with the next page.
            with suppress(StoreUnavailable):
                await asyncio.to_thread(self._move, await self.app(), zone)
        return Response(status_code=204)

    def _move(self, app: "App", zone: str) -> None:
        usual = app.config.server.timezone
        with app.store.work() as work:
            for player in filter(None, (work.player_at(box.address) for box in self.boxes)):
                if player.timezone == usual:
                    work.save_player(replace(player, timezone=zone))

    async def _play_again(self, request: Request) -> Response:
        fields = await form(request)
        app = await self.app()
        from pbem.worlds.demo.table import play_again  # noqa: PLC0415

        await asyncio.to_thread(play_again, self.table, app.store, app.server, app.config)
        return _back(fields)


def _back(fields: dict[str, str]) -> Response:
    return RedirectResponse(local_path(fields.get("back", "")), 303)
